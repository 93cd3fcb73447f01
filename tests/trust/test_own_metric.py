"""What is fitted to all answers, and what to expect of those to come."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.trust.answering import CHECKS, answered, by, new_session

from whichmetric.elicitation import Result
from whichmetric.inference import F_BETA, LogisticPrior
from whichmetric.metrics import f_beta
from whichmetric.trust import consistency
from whichmetric.trust.fit import measure_prior
from whichmetric.trust.given_answers import given_answers
from whichmetric.trust.held_out import agreement_rates, fresh_pairs, held_out
from whichmetric.trust.kinds import Kinds
from whichmetric.trust.own_metric import OwnMetric, own_metric

SHARES = {"linear": 0.2, "fractional": 0.1, "f-beta": 0.3, "neither": 0.4}
SHORT = CHECKS | {"max_questions": 16}


def fitted(session) -> tuple[OwnMetric, Result, tuple]:
    """Return what is fitted to a session, its result, and the fresh pairs."""
    asks, result = session.specification, session.estimate()
    pairs = fresh_pairs(asks, result)
    return own_metric(asks, given_answers(session), result.direction, *pairs), result, pairs


@pytest.mark.parametrize(
    ("family", "supposed"),
    [
        ("linear", {"linear"}),
        ("f-beta", {"f-beta"}),
        ("linear-fractional", {"linear", "fractional", "f-beta"}),
    ],
)
def test_kinds_expected_counts_the_family_that_was_stated_ten_times(family, supposed):
    """Against every other kind, and the probabilities add up."""
    kinds = Kinds(SHARES, SHARES, family, 0.0, 1.0)
    assert sum(kinds.expected.values()) == pytest.approx(1.0)
    total = sum(share * (10.0 if rival in supposed else 1.0) for rival, share in SHARES.items())
    for rival, share in SHARES.items():
        wanted = share * (10.0 if rival in supposed else 1.0) / total
        assert kinds.expected[rival] == pytest.approx(wanted)


def test_own_metric_draws_experts_of_every_kind_that_is_probable():
    """Also of those that are not told from the family yet, and 400 in all but for rounding."""
    own, result, pairs = fitted(answered(by(f_beta(1).gap), options=SHORT, prevalence=0.35))
    assert own.misfit is None
    likely = [share for share in own.kinds.expected.values() if share * 400 > 0.5]
    assert len(own.experts) == len(likely) > 1
    assert len(agreement_rates(own.experts, result, *pairs)) == pytest.approx(400, abs=2)


def test_held_out_expectation_counts_kinds_that_are_not_told_yet():
    """An expert of another kind disagrees more with the elicited metric than the family allows."""
    session = answered(by(f_beta(1).gap), options=SHORT, prevalence=0.35)
    own, result, pairs = fitted(session)
    found = consistency(session).held_out
    assert found.expected < agreement_rates((own.fit,), result, *pairs).mean()
    assert found.expected == pytest.approx(agreement_rates(own.experts, result, *pairs).mean())


@pytest.mark.parametrize(("careless", "wanted"), [(4, 0.9), (6, 0.66)])
def test_held_out_expectation_is_of_who_looks_unless_that_is_unlikely(careless, wanted):
    """Who never looks agrees every second time, which is no rate of an expert who errs often."""
    session = answered()
    rates = np.repeat([0.5, 0.9], [careless, 10 - careless])
    fit = SimpleNamespace(looks=rates > 0.5, agreement=lambda *_: rates)
    result = session.estimate()
    found = held_out(
        given_answers(session), result, None, [fit], fresh_pairs(session.specification, result)
    )
    assert found.expected == pytest.approx(wanted)
    assert found.interval == pytest.approx((0.5, 0.9))


def test_own_metric_of_few_answers_is_of_the_family_alone():
    """They tell nothing of other kinds."""
    own, _, _ = fitted(answered(options={"max_questions": 6, "held_out": 2}))
    assert own.experts == (own.fit,)
    assert own.kinds is None


def test_measure_prior_is_what_a_study_of_f_measures_states():
    """A prior of the cost ratio says nothing of beta."""
    prior = LogisticPrior(4.0, 1.0)
    options = CHECKS | {"prior": prior}
    assert measure_prior(new_session(options=options, family="f-beta").specification) == prior
    assert measure_prior(new_session(options=options).specification) == F_BETA
    assert measure_prior(new_session(family="f-beta").specification) == F_BETA


def test_kind_of_f_measures_supposes_the_prior_of_the_study():
    """Which the other kinds compete with, as they do with the cost ratios of a linear study."""
    expert = by(f_beta(1).gap)
    shares = [
        fitted(answered(expert, options=CHECKS | more, family="f-beta"))[0].kinds.shares["f-beta"]
        for more in ({}, {"prior": LogisticPrior(1.0, 0.3)})
    ]
    assert shares[1] > shares[0]
