"""Whether checks, consistency and the model check tell what they say, on experts that are known.

Half of the studies are about the scores of the breast cancer model, half about a model whose
classes are normal and overlap more or less; the prevalence is one of four.
"""
