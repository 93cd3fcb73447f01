"""Sessions with checks that were answered in known ways."""

from functools import cache

import numpy as np

from whichmetric.metrics import cost_ratio
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification
from whichmetric.trust import consistency
from whichmetric.values import ConfusionMatrix

CHECKS = {"max_questions": 20, "repeats": 3, "dominated": 2, "held_out": 5, "guess": True}
SEVEN = cost_ratio(7)


def matrix(option):
    """Return what an option shows, as rates."""
    return ConfusionMatrix.from_counts(**option.counts._asdict())


def new_session(**changes):
    """Return a session of a study with checks."""
    usual = {"table": breast_cancer_table(), "prevalence": 0.2, "options": CHECKS}
    study = Study.create(MemoryStore(), StudySpecification(**usual | changes), id="study")
    return study.start("one")


def answered(says=None, *, seconds=None, guess=None, **changes):
    """Return a session answered to its end by a function of the question."""
    session = new_session(**changes)
    if guess is not None:
        session.guess(guess)
    says = says or by(SEVEN.gap)
    while (asked := session.ask()) is not None:
        session.answer(asked.number, says(asked), seconds=seconds)
    return session


def by(gap, flips=0.0, seed=0):
    """Return an expert with a metric, who errs at a rate."""
    rng = np.random.default_rng(seed)

    def says(asked):
        lead = gap(matrix(asked.a), matrix(asked.b))
        return "A" if (lead > 0) != (rng.random() < flips) else "B"

    return says


def g_mean_gap(first, second):
    """Return how much better the first option is by the G-mean."""
    values = [(c.true_positive_rate * c.true_negative_rate) ** 0.5 for c in (first, second)]
    return values[0] - values[1]


@cache
def steady():
    """Return what is said of an expert who never errs."""
    return consistency(answered(seconds=4.0, guess=2.0, seed=2))
