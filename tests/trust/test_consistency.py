"""Whether answers hang together, for experts whose answers are known."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.trust.answering import CHECKS, SEVEN, answered, by, matrix, new_session, steady

from whichmetric.errors import InvalidInputError
from whichmetric.metrics import cost_ratio
from whichmetric.trust import Share, check_model, consistency
from whichmetric.trust.fit import EXPERTS


def test_steady_expert_is_trusted():
    """All checks are right, nothing stands out, and the verdict gives its reasons."""
    found = steady()
    assert found.verdict == "good"
    assert (found.repeats, found.dominated) == ((3, 3), (2, 2))
    assert found.standing_out == ()
    assert found.error_rate < 0.1
    assert found.score == pytest.approx(1 - 2 * found.error_rate)
    low, high = found.error_rate_interval
    assert low <= found.error_rate <= high
    assert "Of 3 questions that came again with the sides swapped, 3 got" in found.reasons[1]
    assert "The answers hang together: they can be trusted." in str(found)


def test_held_out_answers_are_told_beside_rivals():
    """The elicited metric foretells all; the guess, accuracy and F1 are counted on the same."""
    known = steady().held_out
    assert known.elicited == (5, 5)
    assert {share.out_of for share in (known.guess, known.accuracy, known.f1)} == {5}
    assert known.accuracy.right < 5
    assert known.interval[0] <= known.expected <= known.interval[1]
    assert "Of 5 held-out answers, the elicited metric foretells 5; the expert's first guess" in (
        str(steady())
    )


def test_coin_is_not_trusted():
    """Answers at random hardly hang together."""
    found = consistency(answered(by(SEVEN.gap, flips=0.5, seed=3)))
    assert found.verdict == "poor"
    assert "do not use the result" in str(found)


def test_always_a_is_not_trusted():
    """Repeats contradict, since their sides are swapped."""
    found = consistency(answered(lambda asked: "A"))
    assert found.verdict == "poor"
    assert found.repeats.right == 0
    assert found.score < 0.1


def test_worse_option_of_a_dominated_pair_costs_trust():
    """One is a slip that makes the verdict mixed; two are too many."""

    def says(wrong):
        seen = []

        def answer(asked):
            right = by(SEVEN.gap)(asked)
            if asked.purpose == "dominated" and len(seen) < wrong:
                seen.append(asked)
                return "B" if right == "A" else "A"
            return right

        return answer

    assert consistency(answered(says(1))).verdict in ("mixed", "poor")
    assert consistency(answered(says(2))).verdict == "poor"


def test_answer_that_does_not_fit_stands_out():
    """The one clear pair that was answered the other way is named, with its question."""
    flipped = []

    def says(asked):
        right = by(SEVEN.gap)(asked)
        if asked.purpose == "dominated" and not flipped:
            flipped.append(asked.number)
            return "B" if right == "A" else "A"
        return right

    found = consistency(answered(says))
    assert flipped[0] in [one.asked.number for one in found.standing_out]
    assert f"To question {flipped[0]} (" in str(found)


def test_few_answers_tell_nothing():
    """Before eight answers there is no verdict, and before the first no failure."""
    session = new_session()
    found = consistency(session)
    assert (found.verdict, found.decided, found.reasons) == ("unknown", 0, ())
    assert "Fewer than 8 decided answers do not tell" in str(found)
    session.answer(session.ask().number, "SKIP")
    assert consistency(session).decided == 0


def test_times_are_told_and_haste_is_a_reason():
    """Answers that came before anybody could have read are not simply trusted, however they fit."""
    hasty = consistency(answered(seconds=0.4))
    assert hasty.times == (20, 0.4, 20)
    too_fast = "less than a second and a half, too fast to have read both options."
    assert f"20 of 20 answers came in {too_fast}" in hasty.reasons
    assert hasty.verdict == "mixed"
    assert consistency(answered(seconds=1.6)).verdict == "good"
    assert "The median answer took 4 seconds." in str(steady())
    assert consistency(answered()).times is None


def test_about_equal_counts_half_of_a_held_out_answer():
    """It is neither foretold nor missed."""

    def says(asked):
        return "EQUAL" if asked.purpose == "held-out" else by(SEVEN.gap)(asked)

    assert consistency(answered(says)).held_out.elicited.right == 2.5


def test_expert_who_prefers_mistakes_can_be_consistent():
    """With the direction decreasing, the worse option of a dominated pair is the right one."""
    options = {**CHECKS, "direction": "decreasing"}
    found = consistency(answered(by((-SEVEN).gap), options=options))
    assert found.dominated.right == 2
    assert found.verdict == "good"


@pytest.mark.parametrize("changes", [{"family": "f-beta"}, {"method": "bisection"}], ids=str)
def test_every_family_and_method_is_judged(changes):
    """The fit is in the study's family, whatever its method."""
    found = consistency(answered(by(lambda a, b: a.tp - b.tp + (a.tn - b.tn) / 5), **changes))
    assert found.decided >= 8
    assert 0.0 <= found.score <= 1.0


def test_study_without_checks_is_judged_by_its_answers_alone():
    """There are no repeats, dominated or held-out pairs to tell of."""
    found = consistency(answered(options={"max_questions": 10}))
    assert (found.repeats, found.dominated, found.held_out) == (None, None, None)
    assert found.verdict in ("good", "mixed")


def test_consistency_is_plain_data():
    """It can be written as JSON, standing-out answers with their questions."""
    document = json.loads(json.dumps(steady().as_dict(), allow_nan=False))
    assert document["verdict"] == "good"
    assert document["repeats"] == {"right": 3.0, "out_of": 3}
    assert document["held_out"]["guess"]["out_of"] == 5


def test_consistency_needs_a_session():
    """What is none is refused with the remedy."""
    with pytest.raises(InvalidInputError, match=r"give study.session\(\.\.\.\)"):
        consistency("dr-lee")


def test_matrix_of_an_option_has_the_studys_prevalence():
    """As shown."""
    asked = new_session().ask()
    assert matrix(asked.a).prevalence == pytest.approx(0.2)


def reversing(asked):
    """Say what an expert does not mean."""
    return "B" if by(SEVEN.gap)(asked) == "A" else "A"


def test_consistency_tells_answers_that_prefer_the_worse_option():
    """They hang together: what is wrong is that they go the wrong way round."""
    found = consistency(answered(reversing))
    assert found.verdict == "poor"
    assert found.is_reversed
    assert str(found).startswith("The answers hang together, but they prefer the worse option: do")
    assert "See whether the positive label is the right one" in str(found)
    assert "hardly hang together" not in str(found)
    assert found.as_dict()["reversed"]
    assert found.distrust == (
        "the answers hang together, but prefer the worse option (of 2 pairs with one option better "
        "in every way, that option was chosen in 0)"
    )


def test_consistency_calls_careless_answers_careless():
    """Whoever says something else in a repeat is not reversed, however the dominated pairs went."""
    found = consistency(answered(reversing))
    careless = replace(found, repeats=Share(1, 3))
    assert not careless.is_reversed
    assert str(careless).startswith("The answers hardly hang together: do not use the result.")
    assert careless.distrust.startswith("the answers hardly hang together (about ")
    assert careless.distrust.endswith(
        "of 2 pairs with one option better in every way, that option was chosen in 0)"
    )
    assert replace(found, error_rate=0.4, dominated=None).distrust == (
        "the answers hardly hang together (about 40% go against the expert's own weighing)"
    )
    assert steady().distrust == ""


def test_consistency_tells_reversed_answers_by_one_dominated_pair():
    """As the form of a new study offers it: the trade-offs all go one way then, too."""
    usual = {"max_questions": 20, "repeats": 2, "dominated": 1, "held_out": 4}
    found = consistency(answered(reversing, options=usual))
    assert str(found.dominated) == "0 of 1"
    assert found.one_sided
    assert (found.verdict, found.is_reversed) == ("poor", True)
    slip = replace(found, one_sided=False)
    assert (slip.verdict, slip.is_reversed) == ("mixed", False)
    extreme = consistency(answered(by(cost_ratio(2_000).gap), options=usual))
    assert (extreme.one_sided, extreme.is_reversed, extreme.verdict) == (True, False, "good")


@pytest.mark.parametrize("checks", [CHECKS, {"max_questions": 16}], ids=["checks", "none"])
def test_consistency_does_not_trust_who_prefers_errors_unless_the_study_states_it(checks):
    """With the direction "either" the answers alone say so: reversed, and the better one counts."""
    found = consistency(answered(by((-SEVEN).gap), options={**checks, "direction": "either"}))
    assert (found.verdict, found.is_reversed, found.finding) == ("poor", True, "reversed")
    assert found.prefers_errors
    assert not found.expects_errors
    assert "Asked for the direction, the answers prefer wrong decisions to right ones." in (
        found.reasons
    )
    if "dominated" in checks:
        assert found.dominated.right == 0
        assert "one option better in every way, that option was chosen in 0." in str(found)
    assert found.distrust.startswith(
        "the answers hang together, but prefer the worse option (asked for the direction, the "
    )
    increasing = consistency(answered(options={**checks, "direction": "either"}))
    assert increasing.verdict == "good"
    assert not increasing.prefers_errors


def test_consistency_distrusts_who_prefers_errors_and_then_the_better_options():
    """A direction that later answers belie makes the verdict poor; they are not reversed."""
    found = consistency(answered(by((-SEVEN).gap), options={**CHECKS, "direction": "either"}))
    belied = replace(found, dominated=Share(2, 2))
    assert (belied.finding, belied.is_reversed) == ("poor", False)
    assert "; asked for the direction, the answers prefer wrong decisions" in belied.distrust


def test_consistency_says_that_the_study_states_that_errors_are_preferred():
    """The worse option is the right one then, and whoever takes the better one is contrary."""
    options = {**CHECKS, "direction": "decreasing"}
    found = consistency(answered(by((-SEVEN).gap), options=options))
    assert found.expects_errors
    assert not found.prefers_errors
    assert (
        "Of 2 pairs with one option worse in every way, that option was chosen in 2, and the study "
        "states that errors are preferred." in found.reasons
    )
    contrary = consistency(answered(options=options))
    assert (contrary.verdict, contrary.finding) == ("poor", "contrary")
    assert str(contrary).startswith(
        "The answers hang together, but they prefer the better option, where the study states that "
    )
    assert contrary.distrust.startswith("the answers hang together, but prefer the better option")


def test_consistency_says_where_the_metric_foretells_no_better_than_a_coin():
    """It is a reason, and five such answers are too many for a good verdict."""

    def says(foretold):
        seen = []

        def answer(asked):
            right = by(SEVEN.gap)(asked)
            if asked.purpose == "held-out":
                seen.append(asked)
                if len(seen) > foretold:
                    return "B" if right == "A" else "A"
            return right

        return answer

    found = consistency(answered(says(2)))
    assert found.held_out.elicited == (2.0, 5)
    told = "The elicited metric foretells 2 of 5 held-out answers: no better than a coin."
    assert told in found.reasons
    assert found.verdict != "good"
    doubted = replace(steady(), held_out=found.held_out)
    assert doubted.verdict == "mixed"
    assert doubted.as_dict()["expects_errors"] is False
    luck = found.held_out._replace(elicited=Share(2, 4), chosen=4)
    assert replace(steady(), held_out=luck).verdict == "good"


def test_intervals_do_not_end_on_the_rates_of_error_that_were_considered():
    """Each of these stands for its neighbourhood, so that experts beside them are held, too."""
    ends = [
        end
        for seed in range(3)
        for end in consistency(answered(by(SEVEN.gap, flips=0.1, seed=seed))).held_out.interval
    ]
    considered = 1.0 - np.array(EXPERTS.lapses) / 2
    assert all(np.abs(considered - end).min() > 1e-6 for end in ends)


@pytest.mark.parametrize("repeats", [0, 3])
def test_consistency_does_not_trust_answers_that_all_go_one_way_unchecked(repeats):
    """Without a dominated pair it is open whether errors are preferred, and that is said."""
    options = {"max_questions": 20, "repeats": repeats}
    found = consistency(answered(reversing, options=options))
    assert (found.verdict, found.finding, found.is_reversed) == ("poor", "one-sided", False)
    assert str(found).startswith("Nearly all answers go one way, which leaves open whether the ")
    assert "they fit no ordinary preference. Were errors preferred to right decisions?" in (
        found.warning
    )
    assert found.one_sided_text in found.reasons
    assert found.distrust == (
        "nearly all trade-offs were answered one way, which fits no ordinary preference, and no "
        "pair with one option better in every way tells that it is meant"
    )
    checked = replace(found, dominated=Share(1, 1))
    assert (checked.verdict, checked.warning) == ("good", "")


def test_consistency_does_not_take_an_ordinary_view_for_one_sided():
    """A miss that weighs a hundred false alarms is answered now this way, now that."""
    found = consistency(answered(by(cost_ratio(100).gap), options={"max_questions": 20}))
    assert (found.verdict, found.one_sided, found.warning) == ("good", False, "")


def test_consistency_cautions_of_one_sided_answers_that_are_counted():
    """One dominated pair may have been answered right by a slip."""
    usual = {"max_questions": 20, "repeats": 2, "dominated": 1, "held_out": 4}
    found = consistency(answered(reversing, options=usual))
    slip = replace(found, dominated=Share(1, 1), error_rate=0.2)
    assert (slip.verdict, slip.distrust) == ("mixed", "")
    assert slip.warning == found.one_sided_text
    assert found.one_sided_text in slip.reasons
    unlike = replace(found, repeats=Share(1, 2))
    assert unlike.finding == "one-sided"
    assert unlike.distrust.endswith(
        "(of 1 pair with one option better in every way, that option was chosen in 0)"
    )


def test_consistency_of_who_decides_nothing_says_so():
    """There is no score and no rate of errors, and what is advised can be done."""
    session = answered(lambda asked: "SKIP", seconds=4.0)
    found, checked = consistency(session), check_model(session)
    assert (found.verdict, found.finding) == ("unknown", "undecided")
    assert "The median question took 4 seconds." in str(found)
    assert str(found).startswith("No question was decided, so there is nothing that could hang")
    assert f"Of {found.undecided} questions, none was decided." in found.reasons
    plain = found.as_dict()
    assert (plain["score"], plain["error_rate"], plain["error_rate_interval"]) == (None,) * 3
    assert checked.texts[0] == "No question was decided, so the answers tell of no metric."
    assert "talk with the expert about what makes it hard to decide" in checked.texts[1]


def test_consistency_of_who_decides_little_says_how_little():
    """Fewer than eight decided answers of many tell nothing, and more would hardly be decided."""
    says = by(SEVEN.gap)
    session = answered(lambda asked: says(asked) if asked.number % 4 == 0 else "SKIP")
    found, checked = consistency(session), check_model(session)
    assert (found.verdict, found.finding) == ("unknown", "unknown")
    assert str(found).startswith("Fewer than 8 decided answers do not tell whether they hang")
    assert found.reasons == (f"Of {found.decided + found.undecided} questions, 4 were decided.",)
    assert "talk with the expert about what makes it hard to decide" in checked.texts[1]


@pytest.mark.parametrize(("prevalence", "ratio"), [(0.005, 1.0), (0.002, 2.0), (0.02, 0.1)])
def test_consistency_trusts_who_never_errs_where_mistakes_weigh_little(prevalence, ratio):
    """The options then differ by less than a thousandth in value, which is all there is."""
    found = consistency(answered(by(cost_ratio(ratio).gap), prevalence=prevalence, out_of=10_000))
    assert found.verdict == "good"
    assert found.error_rate_interval[0] < 0.01
