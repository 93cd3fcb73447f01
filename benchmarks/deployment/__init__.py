"""From answers to a deployed model: what choosing by the expert's metric is worth.

A data set is halved. On one half five models are fitted, scored by cross-validation and offered to
choices of a model and a threshold; the other half says what each choice is worth to the expert.
Ours asks the expert 20 questions, one in ten of them answered wrongly. The rivals ask nothing, or
for a guess of the cost ratio.
"""
