"""Whether answers hang together of which the study supposes the wrong kind of metric."""

from dataclasses import replace

import pytest
from tests.thoroughness import runs
from tests.trust.answering import answered, by

from whichmetric.metrics import cost_ratio, f_beta
from whichmetric.trust import check_model, consistency

LONG = {"max_questions": 32, "repeats": 2, "dominated": 2, "held_out": 12}


@pytest.mark.parametrize("prevalence", [0.03, 0.2])
@pytest.mark.parametrize("ratio", [1.03, 2.0])
def test_misfit_of_the_family_is_not_blamed_on_the_expert(prevalence, ratio):
    """A linear expert without error contradicts every F-measure, and is not called careless."""
    expert = by(cost_ratio(ratio).gap)
    found = consistency(answered(expert, options=LONG, prevalence=prevalence, family="f-beta"))
    assert (found.verdict, found.finding, found.misfit) == ("mixed", "misfit", "linear")
    assert found.error_rate < 0.1
    assert found.standing_out == ()
    assert found.distrust == ""
    assert str(found).startswith("The answers hang together, but not as the study's family supp")
    assert found.warning == (
        "The answers speak against an F-measure, which the study supposes, and rather for a linear "
        "metric, so that the result is no more than the nearest one supposed. Begin a study with "
        "the family linear."
    )
    assert found.warning in found.reasons
    assert found.as_dict()["misfit"] == "linear"


@pytest.mark.parametrize("family", ["f-beta", "linear-fractional"])
def test_f_measure_is_no_misfit_where_it_is_supposed(family):
    """It is what the study looks for."""
    found = consistency(answered(by(f_beta(1).gap), options=LONG, family=family))
    assert (found.finding, found.misfit) == ("good", None)


def test_coin_is_no_misfit():
    """Answers that follow nothing are not said to hang together in another way, nor trusted."""
    for seed in range(runs(4, thorough=8)):
        coin = by(cost_ratio(2.0).gap, flips=0.5, seed=seed)
        found = consistency(answered(coin, options=LONG, family="f-beta"))
        assert found.verdict != "good"
        assert found.finding != "misfit"


def test_misfit_excuses_no_other_fault():
    """Who errs by the own metric, too, or cannot have read, is judged as anybody."""
    expert = by(cost_ratio(1.03).gap)
    found = consistency(answered(expert, options=LONG, family="f-beta"))
    assert replace(found, error_rate=0.2).finding == "mixed"
    assert replace(found, error_rate=0.4).finding == "poor"
    assert found.warning in replace(found, error_rate=0.2).reasons


def test_check_flags_what_is_no_f_measure_though_it_may_be_of_several_kinds():
    """The G-mean without error, in a study of F-measures, as consistency says it."""
    options = {"max_questions": 30, "repeats": 3, "dominated": 2, "held_out": 4}
    session = answered(
        by(lambda a, b: a.tp * a.tn - b.tp * b.tn),
        options=options,
        prevalence=0.2,
        family="f-beta",
    )
    found = check_model(session)
    assert (found.kind, found.is_flagged) == ("unclear", True)
    assert found.measures < 0.1
    assert str(found).startswith("The answers speak against an F-measure, which the study supposes")
    assert "begin a study with the family linear-fractional and more questions" in str(found)
    assert found.as_dict()["kind_in_words"] == "unclear, against what the study supposes"
    doubted = replace(consistency(session), misfit="unclear")
    assert "and rather for more than one other kind" in doubted.warning
    assert not replace(found, kind="neither", measures=0.4).is_flagged
    assert not replace(found, decided=9).is_flagged
    assert not replace(found, heedless=0.6).is_flagged
