"""Thresholds that several experts could live with, and decisions by all of them."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.decisions.beliefs import binormal
from tests.decisions.panels import TABLE, asked, coin, linear_fractional, three

from whichmetric.decisions import compromise, panel, rank_models, recommend
from whichmetric.decisions.compromise_words import view_sentences
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet

CROWDED = binormal(2_000, 1.5)


def test_compromise_lies_between_the_experts():
    """No expert's own best threshold is beyond it on both sides."""
    found = compromise(three(), CROWDED)
    own = [view.threshold for view in found.views]
    assert min(own) <= found.threshold <= max(own)
    assert min(own) <= found.average <= max(own)
    assert own[2] < own[1] <= own[0]  # who minds misses more flags more


def test_compromise_is_the_least_bad_for_whoever_loses_most():
    """At no threshold does the most displeased expert lose less."""
    found = compromise(three(), CROWDED)
    assert found.loss == max(view.loss for view in found.views)
    wider = compromise(three(), CROWDED, acceptable=found.loss + 1e-9)
    assert any(low <= found.threshold <= high for low, high in wider.accepted)
    assert compromise(three(), CROWDED, acceptable=found.loss * 0.999).accepted == ()


def test_compromise_accepts_what_everybody_accepts():
    """A threshold that all accept is accepted by each."""
    found = compromise(three(), CROWDED, acceptable=0.08)
    assert found.accepted
    for low, high in found.accepted:
        for view in found.views:
            assert any(a <= low <= high <= b for a, b in view.accepted)


def test_compromise_counts_are_those_of_the_threshold():
    """As the feasible set counts them, at the prevalence that was asked about."""
    found = compromise(three(), CROWDED)
    assert found.prevalence == pytest.approx(0.1)
    at = FeasibleSet(CROWDED, prevalence=found.prevalence).at_threshold(found.threshold)
    assert found.counts == at.counts(found.out_of)


def test_compromise_says_when_somebody_has_to_give_way():
    """Where nothing is acceptable to all, that is said."""
    text = str(compromise(three(), CROWDED, acceptable=1e-6))
    assert text.startswith("There is no threshold at which everybody is expected to lose 1e-06")
    assert "Most displeased is" in text


def test_compromise_tells_no_more_false_alarms_than_there_can_be():
    """To somebody who hardly minds them, a loss may be worse than all of them."""
    found = compromise({"Ito": asked(0.02), "Abel": asked(2_000)}, CROWDED)
    worst = max(view.alarms for view in found.views)
    negatives = found.counts.fp + found.counts.tn
    assert worst > negatives
    told = " ".join(view_sentences(found))
    assert f"worse than a false alarm for every one of the {negatives:,} that are not" in told
    assert f"{worst:,.1f}" not in str(found) + told


def test_compromise_does_not_tell_a_loss_of_no_false_alarms():
    """Who loses nothing loses 0.0000, and that is all."""
    agreed = compromise(three(), TABLE)
    none = replace(agreed, views=tuple(replace(view, alarms=0.04) for view in agreed.views))
    some = replace(agreed, views=tuple(replace(view, alarms=0.06) for view in agreed.views))
    assert not any("as bad as" in text for text in view_sentences(none))
    assert all("as bad as 0.1 more false alarms" in text for text in view_sentences(some))


def test_compromise_leaves_out_who_does_not_look():
    """Whose answers say nothing has no veto."""
    found = compromise(three() | {"Coin": coin()}, CROWDED)
    assert found.unheard == ("Coin",)
    assert len(found.views) == 3
    assert "Left out here, since their answers say next to nothing: Coin." in str(found)
    assert found.loss == pytest.approx(compromise(three(), CROWDED).loss, abs=0.01)


def test_compromise_takes_every_family():
    """Linear-fractional metrics stand each for themselves, and have no unit of false alarms."""
    found = compromise(
        {"Lee": linear_fractional(), "Ito": asked(6.0, seed=2)}, CROWDED, prevalence=0.1
    )
    assert [view.alarms for view in found.views] == [None, None]


def test_compromise_takes_experts_of_several_families():
    """Linear metrics and F-beta are not pooled: each expert stands for themselves."""
    mixed = {"Lee": asked(3.0), "Ito": asked(2.0, family="f-beta", seed=3)}
    found = compromise(mixed, CROWDED)
    assert [view.name for view in found.views] == ["Lee", "Ito"]
    assert not found.is_pooled
    assert found.views[0] == replace(
        compromise(mixed | {"Kim": linear_fractional()}, CROWDED, prevalence=0.1).views[0],
        loss=found.views[0].loss,
    )


def test_compromise_says_that_views_hold_what_the_others_said():
    """Where experts are pooled, a threshold is not by own answers alone, and that is said."""
    found = compromise(three(), CROWDED)
    assert found.is_pooled
    assert all(text.startswith("With what the others said, ") for text in view_sentences(found))
    assert "best rule, given all answers" in found._repr_html_()
    apart = compromise(
        {"Lee": linear_fractional(), "Ito": asked(6.0, seed=2)}, CROWDED, prevalence=0.1
    )
    assert "the others said" not in str(apart)
    assert "own best rule" in apart._repr_html_()


def test_compromise_of_one_expert_speaks_of_no_others():
    """The one who is heard is judged by own answers alone."""
    for experts in ({"Lee": three()["Lee"]}, {"Lee": three()["Lee"], "Coin": coin()}):
        found = compromise(experts, CROWDED)
        text = str(found)
        assert text.startswith("Lee could live with thresholds of ")
        assert "Best for Lee on average over all that the answers leave open" in text
        for word in ("others", "All could", "nobody", "loses most", "displeased"):
            assert word not in text
        assert found.threshold == found.views[0].threshold
        assert found.loss == 0.0
        assert panel(experts).experts[0].plausible == three()["Lee"].plausible


def test_compromise_is_plain_json():
    """Infinite thresholds are None."""
    found = compromise(three(), TABLE)
    document = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert document["views"][0]["counts"]["tp"] == found.views[0].counts.tp
    assert "<td>Abel</td>" in found._repr_html_()


@pytest.mark.parametrize("acceptable", [0.0, 1.0, -0.1, np.nan])
def test_compromise_refuses_losses_that_are_none(acceptable):
    """A loss lies inside (0, 1)."""
    with pytest.raises(InvalidInputError, match="is not a loss inside"):
        compromise(three(), CROWDED, acceptable=acceptable)


def test_compromise_needs_a_view():
    """Of people who toss coins there is none."""
    with pytest.raises(InvalidInputError, match="nothing to find a compromise between: ask again"):
        compromise([coin()], CROWDED)


def test_recommend_takes_several_experts():
    """The threshold is that of their centre; what they differ in is left open."""
    together = panel(three())
    advice = recommend(three(), CROWDED)
    best = FeasibleSet(CROWDED, prevalence=0.1).best_threshold(together.belief().metric)
    assert advice.threshold == best.threshold
    assert advice.experts == 3
    assert advice.as_dict()["experts"] == 3
    assert "the 3 experts leave open" in str(advice)
    alone = recommend(three()["Ito"], CROWDED)
    assert advice.expert[0] < alone.expert[0]
    assert recommend(together, CROWDED) == advice
    assert recommend(list(three().values()), CROWDED) == advice


def test_recommend_by_several_names_who_was_not_counted():
    """Somebody who tosses a coin is named, and nobody but a coin is refused."""
    advice = recommend(three() | {"Coin": coin()}, CROWDED)
    assert advice.experts == 3
    assert advice.caution == "Not counted as views: Coin."
    with pytest.raises(InvalidInputError, match="nothing to decide by: ask again"):
        recommend([coin()], CROWDED)


def test_rank_models_takes_several_experts():
    """Values are those that one more such expert may give them."""
    models = {"good": binormal(2_000, 2.0, seed=1), "poor": CROWDED}
    ranking = rank_models(models, three())
    assert ranking.best.name == "good"
    assert ranking.experts == 3
    assert ranking == rank_models(models, panel(three()))


def test_compromise_is_judged_by_own_answers():
    """Who differs from all others is not said to be able to live with what the others like."""
    alike = {name: asked(x, seed=2, questions=18) for name, x in {"Ann": 4.3, "Di": 7.3}.items()}
    alike |= {name: asked(x, seed=3, questions=18) for name, x in {"Bob": 5.2, "Cy": 6.1}.items()}
    dee = asked(100.4, seed=9, flips=0.1, questions=18)
    found = compromise(alike | {"Dee": dee}, TABLE)
    view = found.views[-1]
    assert view.threshold == pytest.approx(dee.operating_point.threshold, rel=0.3)
    assert found.loss > 0.005
    assert all(view.threshold < other.threshold for other in found.views[:-1])


def test_compromise_says_whose_own_answers_count_for_less():
    """Of an expert who may not look, the others have a say, which the sentence gives as reason."""
    doubtful = asked(100.4, seed=9, flips=0.25, questions=18)
    found = compromise({"Ann": asked(4.3), "Bob": asked(5.2), "Dee": doubtful}, TABLE)
    told = "With what the others said (which counts for more, since with probability 40% the own"
    assert str(found).count(told) == 1
    assert found.as_dict()["views"][-1]["heedless"] == doubtful.heedless
    assert found.as_dict()["doubted"] == []
