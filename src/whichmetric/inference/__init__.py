"""What answers say about the metric, with the expert's noise integrated out.

Bibliography
------------
Houlsby et al. (2011), Bayesian Active Learning for Classification and Preference Learning, for the
information gain; Wichmann and Hill (2001), The psychometric function, for lapses.
"""

from whichmetric.inference.crowd import CROWD
from whichmetric.inference.curves import CurvePosterior, FBetaPosterior, LinearPosterior
from whichmetric.inference.grid_posterior import GridPosterior
from whichmetric.inference.information import (
    answer_probabilities,
    attention_gain,
    expert_probabilities,
    information_gain,
)
from whichmetric.inference.noise import STEADY, NoisePrior, TieCells
from whichmetric.inference.pooling import (
    Likelihood,
    PooledDraws,
    PooledPosterior,
    flat_likelihood,
    likelihood_from_quantiles,
)
from whichmetric.inference.power_mean_posterior import PowerMeanPosterior
from whichmetric.inference.priors import COST_RATIO, F_BETA, LogisticPrior
from whichmetric.inference.tile_posterior import TilePosterior
from whichmetric.inference.value_gaps import gaps

__all__ = [
    "COST_RATIO",
    "CROWD",
    "F_BETA",
    "STEADY",
    "CurvePosterior",
    "FBetaPosterior",
    "GridPosterior",
    "Likelihood",
    "LinearPosterior",
    "LogisticPrior",
    "NoisePrior",
    "PooledDraws",
    "PooledPosterior",
    "PowerMeanPosterior",
    "TieCells",
    "TilePosterior",
    "answer_probabilities",
    "attention_gain",
    "expert_probabilities",
    "flat_likelihood",
    "gaps",
    "information_gain",
    "likelihood_from_quantiles",
]
