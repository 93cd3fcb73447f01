"""What kind of metric answers fit, for experts whose metric is known."""

import json
import math
from dataclasses import replace

import pytest
from tests.trust.answering import CHECKS, SEVEN, answered, by, g_mean_gap, new_session

from whichmetric.metrics import balanced_accuracy, cost_ratio, f_beta
from whichmetric.trust import ModelCheck, check_model, consistency
from whichmetric.trust.kinds import Kinds

LONG = {"max_questions": 32, "held_out": 16}


def test_linear_expert_fits_a_linear_metric():
    """Nothing is flagged, and nothing speaks against it."""
    found = check_model(answered(options=LONG))
    assert found.kind == "linear"
    assert not found.is_flagged
    assert found.linear + found.fractional + found.neither == pytest.approx(1.0)
    assert "The answers fit a linear metric: as far as they tell, a" in str(found)
    assert "nothing needs to be done" in str(found)


def test_g_mean_fits_neither():
    """It is flagged, with a power well below 1, and what to do is said."""
    found = check_model(answered(by(g_mean_gap), options=LONG))
    assert found.kind == "neither"
    assert found.is_flagged
    assert found.power < 0.75
    assert "fit neither a linear nor a fractional metric" in str(found)


def test_f_measure_is_not_taken_for_neither():
    """F1 lies on the Tile; it is fractional, or the answers leave it open."""
    found = check_model(answered(by(f_beta(1).gap), options=LONG))
    assert found.fractional > found.neither


@pytest.mark.parametrize("prevalence", [0.03, 0.08])
@pytest.mark.parametrize("family", ["f-beta", "linear-fractional"])
def test_f_measure_of_a_rare_class_is_fractional(prevalence, family):
    """F-measures are an edge of the Tile that a rare class makes narrow."""
    expert = by(f_beta(0.5).gap)
    found = check_model(answered(expert, options=LONG, prevalence=prevalence, family=family))
    assert found.kind == "fractional"
    assert not found.is_flagged


def test_no_kind_is_named_that_is_less_probable_than_all_others():
    """Of three kinds the likeliest may have less than a half."""
    for neither, kind in ((0.44, "unclear"), (0.54, "neither")):
        shares = {"linear": 0.16, "fractional": 0.1, "f-beta": 0.74 - neither, "neither": neither}
        fits = {"linear": -9.0, "fractional": -5.0, "f-beta": -5.0, "neither": -5.0}
        assert Kinds(shares, fits, "linear", 0.0, 0.0).kind == kind


TELLING = {"max_questions": 40, "held_out": 20}
BRIEF = {"max_questions": 20, "repeats": 2, "dominated": 1, "held_out": 4}


@pytest.mark.parametrize("prevalence", [0.2, 0.37])
@pytest.mark.parametrize("options", [TELLING, BRIEF], ids=["40 questions", "20 questions"])
def test_balanced_accuracy_is_not_taken_for_a_metric_that_bends(options, prevalence):
    """Most power means have their optimum where it has, but none fits better."""
    expert = by(balanced_accuracy(prevalence).gap)
    found = check_model(answered(expert, options=options, prevalence=prevalence))
    assert found.kind in ("linear", "unclear")
    assert not found.is_flagged


def test_old_pairs_do_not_tell_the_g_mean_from_balanced_accuracy():
    """Both give the same answers, which are called unclear in words that say why."""
    gaps = (g_mean_gap, balanced_accuracy(0.2).gap)
    both = [
        answered(by(gap), options=TELLING, prevalence=0.2, seed=1, pairs_version=1) for gap in gaps
    ]
    assert [given.answer for given in both[0].answers] == [
        given.answer for given in both[1].answers
    ]
    found = check_model(both[1])
    assert found.linear < 0.25
    assert (found.kind, found.is_flagged, found.outdone) == ("unclear", False, False)
    assert "the best one of the study's family fits them about as well as the best" in str(found)


@pytest.mark.parametrize("prevalence", [0.2, 0.37])
@pytest.mark.parametrize(("power", "end"), [(0.0, "worse"), (-4.0, "worse"), (3.0, "better")])
def test_metric_that_bends_is_told_from_a_straight_one_with_its_optimum(power, end, prevalence):
    """Whichever way it bends: 20 held-out answers tell it, and the words say which way."""
    expert = by(lambda first, second: power_mean(power, first) - power_mean(power, second))
    found = check_model(answered(expert, options=TELLING, prevalence=prevalence))
    assert (found.kind, found.is_flagged) == ("neither", True)
    assert f"the {end} one of the two rates" in str(found)


def power_mean(power, confusion):
    """Return the mean of the two true rates."""
    rates = confusion.true_positive_rate, confusion.true_negative_rate
    if power == 0.0:
        return math.sqrt(rates[0] * rates[1])
    return sum(max(rate, 1e-3) ** power / 2 for rate in rates) ** (1 / power)


def test_no_kind_is_named_whose_best_metric_fits_no_better():
    """That of linear metrics and of the study's family has to be behind by odds of three."""
    shares = {"linear": 0.05, "fractional": 0.01, "f-beta": 0.01, "neither": 0.93}
    for family, linear, fractional, kind in (
        ("linear", -6.0, -5.0, "unclear"),
        ("linear", -6.2, -5.0, "neither"),
        ("linear-fractional", -6.2, -5.0, "unclear"),
        ("linear-fractional", -6.2, -6.2, "neither"),
    ):
        fits = {"linear": linear, "fractional": fractional, "f-beta": -9.0, "neither": -5.0}
        kinds = Kinds(shares, fits, family, 0.0, 0.0)
        assert kinds.kind == kind
        assert kinds.speak_against_family == (kind == "neither")


def test_coin_fits_nothing_better_than_anything():
    """Random answers are no evidence against a linear metric."""
    found = check_model(answered(by(SEVEN.gap, flips=0.5, seed=3), options=LONG))
    assert not found.is_flagged


def test_few_answers_leave_it_unclear():
    """Before ten of them, also before the first."""
    found = check_model(new_session())
    assert (found.kind, found.decided, found.is_premature) == ("unclear", 0, True)
    assert found.linear == pytest.approx(0.5)
    assert "To find out, ask again in a study with more questions, 15 or so" in str(found)


@pytest.mark.parametrize(
    ("kind", "family", "flagged", "told"),
    [
        ("fractional", "linear", True, "begin a study with the family linear-fractional"),
        ("fractional", "linear-fractional", False, "nothing needs to be done"),
        ("linear", "linear-fractional", False, "would need fewer questions"),
        ("neither", "linear-fractional", True, "Compare it with its neighbours"),
        ("linear", "f-beta", True, "To use what they fit, begin a study with the family linear."),
        ("fractional", "f-beta", False, "nothing needs to be done"),
        ("unclear", "linear", False, "To find out, ask again in a study"),
    ],
)
def test_what_to_do_follows_from_what_the_study_supposes(kind, family, flagged, told):
    """A fractional metric is no surprise where one is looked for."""
    found = judged(kind, family, 0.95)
    assert found.is_flagged == flagged
    assert told in found.texts[1]
    assert json.loads(json.dumps(found.as_dict()))["flagged"] == flagged


@pytest.mark.parametrize("kind", ["fractional", "neither"])
def test_what_is_not_sure_is_said_with_reserve(kind):
    """A kind of metric with a probability of 70% is called probable, and nothing is to be done."""
    assert "The answers probably fit" in str(judged(kind, "linear", 0.7))
    assert "probably" not in str(judged(kind, "linear", 0.95))
    assert "ask again in a study with more questions, 15" in judged(kind, "linear", 0.7).texts[1]


def test_linear_metrics_are_named_with_the_same_reserve():
    """A half is what was supposed before the first answer: it is no finding."""
    told = {share: judged("linear", "linear", share).texts for share in (0.56, 0.8, 0.95)}
    assert told[0.56][0].startswith(
        "The answers do not tell yet whether a linear metric fits; they"
    )
    assert told[0.56][1].startswith("To find out, ask again in a study with more questions")
    assert told[0.8][0].startswith("The answers probably fit a linear metric")
    assert told[0.8][1] == "The study supposes just that, and nothing speaks against it."
    assert told[0.95][0].startswith("The answers fit a linear metric")
    assert told[0.95][1] == "The study supposes just that: nothing needs to be done."
    checks = [judged("linear", "linear", share) for share in told]
    assert not any(checked.is_flagged for checked in checks)
    words = [checked.as_dict()["kind_in_words"] for checked in checks]
    assert words == ["unclear", "probably linear", "linear"]


def judged(kind, family, probability, measures=None) -> ModelCheck:
    """Return what a check says that gives a kind this probability, and the others the rest.

    All fractional metrics are F-measures where nothing else is said.
    """
    rest = (1.0 - probability) / 2
    shares = dict.fromkeys(("linear", "fractional", "neither"), rest) | {kind: probability}
    shares.pop("unclear", None)
    measures = shares["fractional"] if measures is None else measures
    return ModelCheck(kind=kind, **shares, measures=measures, power=0.0, family=family, decided=30)


@pytest.mark.parametrize(
    ("kind", "family", "probability", "told"),
    [
        ("fractional", "linear", 0.95, "Begin a study with the family linear-fractional."),
        ("neither", "linear-fractional", 0.95, "Compare its threshold with the neighbours"),
        ("neither", "linear", 0.7, "Before anything is changed for it, ask again in a study"),
        ("linear", "f-beta", 0.85, "Begin a study with the family linear."),
    ],
)
def test_warning_of_a_misfit_says_what_to_do(kind, family, probability, told):
    """To stand before the result, with the reserve of the text below it."""
    found = judged(kind, family, probability)
    assert found.warning.startswith("The answers")
    assert "speak against" in found.warning
    assert "the result is no more than the nearest one supposed" in found.warning
    assert told in found.warning
    held = found.linear if family == "linear" else found.measures
    if family != "linear-fractional":
        assert ("probably" in found.warning) == (held >= 0.1)


@pytest.mark.parametrize(
    ("kind", "family"), [("linear", "linear"), ("fractional", "linear-fractional")]
)
def test_warning_is_empty_where_nothing_is_flagged(kind, family):
    """What the study supposes is no surprise."""
    assert judged(kind, family, 0.95).warning == ""


def test_probabilities_are_never_certain_in_words():
    """Neither 100% nor 0%, however many answers there are."""
    told = judged("linear", "linear", 1.0).texts[0]
    assert "linear over 99%, fractional under 1%, neither under 1%" in told


@pytest.mark.parametrize("prevalence", [0.03, 0.2])
def test_linear_metric_is_flagged_where_an_f_measure_is_supposed(prevalence):
    """No study of F-measures is told that all is well with it."""
    expert = by(cost_ratio(2.0).gap)
    found = check_model(answered(expert, options=LONG, prevalence=prevalence, family="f-beta"))
    assert (found.kind, found.is_flagged) == ("linear", True)
    assert found.measures < 0.1
    assert "(F-measures under 1%)" in found.texts[0]
    assert "which the answers speak against" in found.texts[1]
    assert "fewer questions" not in str(found)


def test_f_measures_are_given_up_only_where_answers_speak_against_them():
    """One that orders options as a linear metric does may be called linear, and is not flagged."""
    alike = judged("linear", "f-beta", 0.85, measures=0.1)
    assert not alike.is_flagged
    assert "one may fit as well" in alike.texts[1]
    other = judged("fractional", "f-beta", 0.95, measures=0.05)
    assert other.is_flagged
    assert other.texts[1].endswith("begin a study with the family linear-fractional.")
    left = judged("linear", "f-beta", 0.6, measures=0.0)
    assert left.texts[0].startswith("The answers probably fit a linear metric")


def test_model_check_explains_that_the_estimate_has_another_probability_of_linear_metrics():
    """Both stand in reports of studies whose family leaves it open; they weigh other things."""
    told = "The estimate's own probability of a linear metric is another number"
    assert told in judged("fractional", "linear-fractional", 0.95).texts[0]
    assert told not in str(judged("linear", "linear", 0.95))


def test_answers_that_do_not_follow_what_was_shown_fit_no_metric():
    """Nobody who does not look is told to answer more held-out pairs."""
    found = check_model(answered(lambda asked: "A", options=CHECKS | {"max_questions": 25}))
    assert found.is_heedless
    assert found.kind == "unclear"
    assert str(found).startswith("The answers tell of no metric: they probably do not follow what")
    assert "More questions would not help as long as that is so" in str(found)
    assert "held-out" not in str(found)
    assert found.as_dict()["heedless"] == found.heedless


def test_model_check_looks_at_the_verdict():
    """Beside answers that are not to be used it says neither that all is well nor to ask more."""

    def reversing(asked):
        return "B" if by(SEVEN.gap)(asked) == "A" else "A"

    session = answered(reversing)
    found = check_model(session)
    assert found.verdict == "poor"
    assert found.as_dict()["verdict"] == "poor"
    assert check_model(session, consistency(session)) == found
    for kind, family in (("linear", "linear"), ("unclear", "linear"), ("fractional", "linear")):
        poor = replace(judged(kind, family, 0.95), verdict="poor")
        assert poor.texts[1].startswith("As long as the answers are not to be used, it does not")
        mixed = replace(judged(kind, family, 0.95), verdict="mixed")
        assert mixed.texts[0] == judged(kind, family, 0.95).texts[0]
        assert "nothing needs to be done" not in str(mixed)
