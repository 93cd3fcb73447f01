"""How often what `recommend` and `rank_models` state comes true, on populations that are known.

The classes of a model's scores are normal and lie `gap` standard deviations apart, so that what a
threshold does to new cases is known exactly. The metric is known too, but for a thousandth of a
radian: what is left open is the sample.
"""
