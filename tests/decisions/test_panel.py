"""Several experts together."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.decisions.panels import FEASIBLE, asked, coin, linear_fractional, log_width, three

from whichmetric.decisions import LeftOut, Panel, panel
from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.errors import InvalidInputError
from whichmetric.inference import COST_RATIO, PooledPosterior, flat_likelihood
from whichmetric.metrics import cost_ratio
from whichmetric.oracles import MetricOracle
from whichmetric.values import Answer


def test_panel_says_where_experts_lie():
    """The centre lies among them, and one more expert may lie further out than the centre."""
    together = panel(three())
    low, high = together.centre_interval
    assert low < 9 < high
    assert 3 < together.centre < 40
    assert together.another[0] < low < high < together.another[1]
    assert together.spread_interval[0] < together.spread < together.spread_interval[1]
    assert together.answered == 60
    assert together.tile.a == pytest.approx(together.centre / (1 + together.centre))


@pytest.mark.parametrize("order", [["Abel", "Ito", "Lee"], ["Ito", "Abel", "Lee"]])
def test_panel_does_not_depend_on_the_order(order):
    """Experts may be named in any order."""
    one, other = panel(three()), panel({name: three()[name] for name in order})
    assert other.centre == pytest.approx(one.centre, rel=1e-9)
    assert other.spread == pytest.approx(one.spread, rel=1e-9)
    assert {expert.name: expert.own for expert in other.experts} == {
        expert.name: expert.own for expert in one.experts
    }


def test_panel_is_the_same_twice():
    """The draws follow from a seed."""
    assert panel(three()) == panel(three())
    assert panel(panel(three())) == panel(three())


def test_panel_of_one_mind_finds_no_spread():
    """Five experts of one cost ratio: the spread is small, and they know it better than one."""
    alike = [asked(8.0, seed=seed, questions=20) for seed in range(5)]
    together = panel(alike)
    assert together.spread < 0.2
    assert together.centre == pytest.approx(8, rel=0.15)
    assert together.disagreements[0].probability < 0.99
    assert log_width(together.centre_interval) < log_width(panel(alike[:1]).centre_interval)


def test_panel_tells_who_differs_from_whom():
    """The surest first, by how much, and with which probability."""
    pairs = panel(three()).disagreements
    assert len(pairs) == 3
    assert [pair.probability for pair in pairs] == sorted(
        (pair.probability for pair in pairs), reverse=True
    )
    (first,) = (pair for pair in pairs if (pair.first, pair.second) == ("Abel", "Lee"))
    assert first.probability > 0.9
    assert first.interval[0] < first.factor < first.interval[1]
    assert first.factor == pytest.approx(40 / 3, rel=0.5)
    assert "Abel weighs a miss about" in str(panel(three()))


def test_panel_names_everyone_who_lies_apart():
    """Own intervals that do not overlap are told, whatever else is, and with their probability."""
    found = panel({"Lee": asked(50), "Ito": asked(8)})
    own = {expert.name: expert.own for expert in found.experts}
    assert own["Lee"][0] > own["Ito"][1]
    [pair] = found.disagreements
    for probability, told in ((0.85, "85%"), (0.6, "60%")):
        unsure = replace(found, disagreements=(replace(pair, probability=probability),))
        assert "By their own answers Lee weighs a miss more than Ito (between" in str(unsure)
        assert f"with what the others said that has probability {told}." in str(unsure)
    turned = replace(pair, first="Ito", second="Lee", probability=0.6)
    assert "Lee weighs a miss more than Ito" in str(replace(found, disagreements=(turned,)))
    assert "has probability 40%." in str(replace(found, disagreements=(turned,)))
    surer = replace(pair, first="Ito", second="Lee", probability=0.99)
    both = replace(found, disagreements=(surer, replace(pair, probability=0.75)))
    assert "By their own answers Lee weighs" in str(both)
    known = replace(found, disagreements=(replace(pair, probability=0.95),))
    assert "Lee weighs a miss about" in str(known)
    assert "By their own answers" not in str(known)


def dissent():
    """Return four experts who agree, and one who errs now and then and weighs a miss far more."""
    alike = {"Ann": 4.3, "Bob": 5.2, "Cy": 6.1, "Di": 7.3}
    results = {name: asked(x, seed=2, questions=18) for name, x in alike.items()}
    return results | {"Dee": asked(100.4, seed=9, flips=0.1, questions=18)}


def test_panel_names_every_pair_that_differs():
    """How the widest five differ is told; of others, twenty at most, that they do."""
    found = panel({"Lee": asked(50), "Ito": asked(8)})
    [pair] = found.disagreements
    surely = replace(pair, probability=0.99)

    def texts_of(number):
        pairs = [replace(surely, first=f"E{k}", factor=100.0 - k) for k in range(number)]
        return str(replace(found, disagreements=tuple(pairs)))

    assert "Further pairs" not in texts_of(5)
    assert f"Further pairs that differ: E5 and {pair.second}." in texts_of(6)
    many = texts_of(27)
    assert f"E24 and {pair.second}; and 2 more." in many
    assert "E25" not in many


def test_panel_does_not_hide_who_differs_from_all_others():
    """Who differs is not taken for one who does not look, where the own answers say otherwise."""
    together = panel(dissent())
    dee = together.experts[-1]
    others = max(expert.own[1] for expert in together.experts[:-1])
    assert dee.heedless < 0.2
    assert dee.own[0] > 2 * others
    assert dee.among[0] > others
    pairs = [pair for pair in together.disagreements if pair.first == "Dee"]
    assert len(pairs) == 4
    assert min(pair.probability for pair in pairs) > 0.9
    assert str(together).count("Dee weighs a miss about") == 4
    assert together.spread > 1.0


def test_panel_lets_the_others_decide_who_is_doubtful():
    """Above 20% the pool has a say in whether an expert looks, which is told."""
    doubtful = asked(100.4, seed=9, flips=0.25, questions=18)
    assert 0.2 < doubtful.heedless < 0.5
    together = panel(dissent() | {"Dee": doubtful})
    dee = together.experts[-1]
    assert log_width(dee.among) < log_width(dee.own)
    assert "Dee, by 18 answers" in str(together)
    told = "with what the others said (which counts for more, since with probability"
    assert str(together).count(told) == 1


def test_panel_does_not_follow_who_tosses_a_coin():
    """Such answers neither draw the centre away nor make it look better known."""
    without, among = panel(three()), panel(three() | {"Coin": coin()})
    assert [expert.name for expert in among.unheard] == ["Coin"]
    assert among.centre == pytest.approx(without.centre, rel=0.2)
    assert log_width(among.centre_interval) > 0.85 * log_width(without.centre_interval)
    assert all("Coin" not in (pair.first, pair.second) for pair in among.disagreements)
    assert "The answers of Coin probably follow no cost ratio" in str(among)


def test_panel_keeps_who_is_sure():
    """An expert whose answers say much is not moved by the others."""
    together = panel({"sure": asked(40.0, questions=30), "Lee": asked(3.0), "Ito": asked(6.0)})
    sure = together.experts[0]
    assert sure.among == pytest.approx(sure.own, rel=0.2)


def test_panel_of_nobody_who_answered_is_what_was_assumed():
    """Before the first answer there are no views."""
    together = panel([asked(5.0, questions=0)] * 2)
    assert together.heard == ()
    assert str(together).endswith(
        "No expert has answered enough yet to be taken for a view: go on asking."
    )
    assert "expert 1 has answered nothing." in str(together)


def test_panel_does_not_judge_after_a_single_answer():
    """Few answers that seem to follow nothing are called few."""
    elicitor = make_elicitor(FEASIBLE)
    elicitor.tell(elicitor.ask(), Answer.EQUAL)
    together = panel({"Lee": elicitor.estimate()})
    assert together.heard == ()
    assert str(together) == (
        "Lee has answered 1 question, too few to tell whether the answers follow what was shown.\n"
        "No expert has answered enough yet to be taken for a view: go on asking."
    )


def test_panel_of_methods_that_trust_every_answer():
    """Their intervals are certain, and are pooled as such."""
    together = panel([asked(x, questions=None, method="bisection") for x in (4.0, 5.0)])
    assert 3 < together.centre < 7
    for expert in together.experts:
        low, high = expert.own
        assert low * (1 - 1e-9) <= expert.among[0] <= expert.among[1] <= high * (1 + 1e-9)


def test_panel_of_f_beta_is_pooled_by_beta():
    """The same for beta, which lies on another edge of the Tile."""
    together = panel([asked(x, family="f-beta", seed=3) for x in (1.0, 2.0)])
    assert together.quantity == "beta"
    assert 0.8 < together.centre < 3
    assert together.tile.a == 1.0
    assert all(a == 1.0 for a, _ in together.plausible)
    assert "beta of the one in the middle" in str(together)


def test_panel_foretells_what_more_would_change():
    """More is never expected to leave more open, and endless questions leave least open."""
    ahead = panel(three()).outlook
    assert 1 < ahead.endless_questions <= ahead.more_questions <= ahead.now
    assert 1 < ahead.one_more_expert <= ahead.now
    assert "Expect one more expert to make that" in str(panel(three()))


def test_panel_of_one_expert_is_not_too_hopeful_of_another():
    """What is foretold is near what panels with a second expert come to, who may err, too."""
    first = asked(5.0, seed=0, questions=25, tolerance=1e-6)
    seconds = [
        asked(5.0 * np.exp(0.6 * lead), seed=seed, flips=0.1, questions=20)
        for seed, lead in enumerate((-1.4, -0.6, -0.2, 0.2, 0.6, 1.4))
    ]
    ahead = panel([first]).outlook
    came = np.mean([np.log(panel([first, second]).outlook.now) for second in seconds])
    assert np.log(ahead.one_more_expert) == pytest.approx(came, abs=np.log(1.15))
    assert ahead.endless_questions == pytest.approx(ahead.now, rel=0.05)


def test_panel_is_plain_json():
    """Everything can be written as JSON, and a notebook shows it."""
    together = panel(three() | {"Coin": coin()})
    document = json.loads(json.dumps(together.as_dict(), allow_nan=False))
    assert [expert["heard"] for expert in document["experts"]] == [True, True, True, False]
    assert document["centre"] == together.centre
    assert "<td>Abel</td>" in together._repr_html_()


def test_panel_uses_the_prior_of_each_expert():
    """A prior of one's own is taken off again, whatever it was."""
    from whichmetric.inference import LogisticPrior

    narrow = asked(8.0, seed=1, questions=20, prior=LogisticPrior(8.0, 0.3))
    wide = asked(8.0, seed=1, questions=20)
    assert panel([narrow, wide]).centre == pytest.approx(panel([wide, wide]).centre, rel=0.1)
    assert narrow.prior == LogisticPrior(8.0, 0.3)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (list, "experts is empty: give several results, as a list or as a dictionary by name"),
        (lambda: "Lee", "experts is 'Lee': give several results"),
        (lambda: 7, "experts is 7: give several results"),
        (lambda: {"": asked(3.0)}, "'' is not an expert's name: give a text"),
        (lambda: [asked(3.0), "Lee"], "the result of 'expert 2' is 'Lee', not a Result"),
        (
            lambda: [asked(3.0), asked(2.0, family="f-beta", seed=3)],
            (
                r"different families \(expert 1: linear, expert 2: f-beta\): pool one .* or "
                r"call compromise\(...\), which takes experts of every family"
            ),
        ),
        (
            lambda: {"Lee": replace(asked(3.0), direction="decreasing")},
            "Lee: The answers prefer wrong decisions to right ones",
        ),
    ],
)
def test_panel_refuses(make, text):
    """What cannot be pooled is named, with what to do."""
    experts = make()
    with pytest.raises(InvalidInputError, match=text):
        panel(experts)


def test_panel_refuses_two_numbers():
    """Linear-fractional metrics are not pooled, and the remedy is named."""
    with pytest.raises(InvalidInputError, match="linear-fractional, with two numbers, which are"):
        panel({"Lee": linear_fractional()})


def test_panel_asks_for_the_prevalence_where_experts_had_different_ones():
    """Cost ratios are pooled all the same; a decision needs to know where."""
    other = elicit(
        FEASIBLE.with_prevalence(0.3), MetricOracle(cost_ratio(5)), max_questions=8, out_of=1_000
    )
    together = panel([asked(3.0), other])
    assert together.prevalence is None
    with pytest.raises(InvalidInputError, match="different shares of positive cases: give prev"):
        together.belief()
    assert together.belief(0.2).prevalence == 0.2


def test_panel_of_one_expert_speaks_of_no_others():
    """Among nobody else, what is known of an expert is known by own answers alone."""
    together = panel({"Lee": three()["Lee"]})
    text = str(together)
    assert "others" not in text
    assert "each of these" not in text
    assert "5 more questions to this one" in text
    (lee,) = together.experts
    assert lee.among == lee.own
    assert "others" not in str(panel({"Coin": coin()}))


def test_panel_names_who_is_left_out():
    """With the reason, which whoever leaves them out gives; they count for nothing."""
    out = LeftOut("Kim", "the answers were a test", "Ask again.")
    together = panel(three(), left_out=[out])
    assert together.centre == panel(three()).centre
    assert "Kim is left out, since the answers were a test.\nAsk again." in str(together)
    assert together.as_dict()["left_out"] == [out._asdict()]
    assert together.belief().caution == "Kim is left out, since the answers were a test. Ask again."


def test_panel_is_frozen():
    """A panel is a value."""
    together = panel(three())
    assert isinstance(together, Panel)
    with pytest.raises(AttributeError):
        together.centre = 1.0
    assert np.isfinite(together.centre)


def test_panel_of_experts_who_have_said_little_stays_sober():
    """After three answers each, the others narrow what is plausible of everyone."""
    early = panel([asked(ratio, questions=3) for ratio in (4, 5, 6, 7, 8)])
    assert early.spread < np.log(10)
    for expert in early.experts:
        assert log_width(expert.among) < log_width(expert.own)


def test_panel_tells_of_answers_that_look_like_a_view_but_may_be_none():
    """Who answers in turn can seem to know by chance, and then counts for more than nothing."""
    doubtful = replace(asked(4, seed=2), heedless=0.9)
    text = str(panel({"Dr Lee": asked(5), "Mx Turn": doubtful}))
    assert (
        "they look like a view and count as one in what the experts share; leave them out" in text
    )


@pytest.mark.parametrize("questions", [5, 10])
def test_panel_of_few_answers_foretells_what_more_questions_bring(questions):
    """Five more to two experts, and endless ones: off by a factor of two at most, as medians."""
    more, endless = [], []
    for seed, lead in enumerate((-0.6, -0.2, 0.2, 0.5, 0.9)):
        truths = (5.0, 5.0 * np.exp(lead))
        now, later = (
            panel(
                [
                    asked(x, seed=10 * seed + place, flips=0.05, questions=number)
                    for place, x in enumerate(truths)
                ]
            ).outlook
            for number in (questions, questions + 5)
        )
        exact = PooledPosterior([flat_likelihood(x, x) for x in truths], COST_RATIO)
        low, high = exact.centre_quantile((0.05, 0.95))
        more.append(np.log(now.more_questions / later.now))
        endless.append(np.log(now.endless_questions) - (high - low))
    assert abs(np.median(more)) < np.log(2.0)
    assert abs(np.median(endless)) < np.log(2.0)


def test_panel_says_that_forecasts_by_few_answers_are_rough():
    """Of an expert with fewer than 15; with more of them nothing is said."""
    told = "After fewer than 15 answers of an expert this is rough: of forecasts"
    assert told in str(panel([asked(5.0, questions=10), asked(7.0, questions=20)]))
    assert told not in str(panel(three()))


def test_disagreement_is_never_certain_in_words():
    """Every draw may say that one weighs a miss more, and it is still no certainty."""
    found = panel({"Lee": asked(4), "Abel": asked(30)})
    (pair,) = found.disagreements
    sure = replace(pair, probability=1.0)
    assert "has probability over 99%." in str(replace(found, disagreements=(sure,)))


def test_panel_does_not_foretell_more_of_who_lies_beyond_all_questions():
    """Out of whole counts nobody can be asked whether a miss weighs 3,000 false alarms."""
    seen = {n: panel([_shown(x, n) for x in (4, 6, 3000)]) for n in (20, 25)}
    assert seen[25].outlook.now == pytest.approx(seen[20].outlook.more_questions, rel=0.1)
    assert ", it is open how much; with what the others said" in str(seen[20])


def _shown(ratio, questions):
    expert = MetricOracle(cost_ratio(ratio))
    return elicit(FEASIBLE, expert, max_questions=questions, out_of=1000)
