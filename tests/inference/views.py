"""What experts say of a cost ratio, as likelihoods."""

import numpy as np
from scipy.special import ndtr, ndtri

from whichmetric.inference import COST_RATIO, likelihood_from_quantiles

P = np.linspace(0.005, 0.995, 100)


def normal(centre, deviation):
    """Return a likelihood of that shape, where the prior is all but even."""
    return likelihood_from_quantiles(P, np.exp(centre + deviation * ndtri(P)), COST_RATIO)


def flat():
    """Return what somebody says who says nothing."""
    return likelihood_from_quantiles(P, COST_RATIO.quantile(P), COST_RATIO)


def doubtful(centre, deviation, silent, **given):
    """Return what somebody says who may say nothing: a posterior that is the prior in a part."""
    theta = np.linspace(-20, 20, 40_001)
    looks = ndtr((theta - centre) / deviation)
    below = (1 - silent) * looks + silent * COST_RATIO.between(1e-30, np.exp(theta))
    return likelihood_from_quantiles(P, np.exp(np.interp(P, below, theta)), COST_RATIO, **given)
