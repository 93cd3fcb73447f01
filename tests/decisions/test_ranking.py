"""Models ranked by what an expert's answers say: probabilities, ties and their reasons."""

import dataclasses
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.decisions.beliefs import believed, binormal
from tests.strategies import drawn_cases, shares

from whichmetric.decisions import rank_models
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric

GOOD, FAIR, POOR = (binormal(600, gap, seed=int(10 * gap)) for gap in (2.5, 1.5, 0.3))
WIDE = [(a, a) for a in np.linspace(0.05, 0.95, 91)]
RESULT = believed((0.6, 0.6), [(a, a) for a in np.linspace(0.55, 0.65, 21)])


@settings(max_examples=25)
@given(
    st.lists(drawn_cases(), min_size=1, max_size=4),
    st.lists(st.tuples(shares, shares), min_size=1, max_size=5),
)
def test_ranking_is_made_of_probabilities(cases, drawn):
    """They sum to 1, values lie in their intervals and in [0, 1], the best stands first."""
    models = {f"model {i}": case.table for i, case in enumerate(cases)}
    ranking = rank_models(models, believed(drawn[0], drawn))
    assert sum(model.probability_best for model in ranking.models) == pytest.approx(1.0)
    assert {model.name for model in ranking.models} == set(models)
    values = [model.value for model in ranking.models]
    assert values == sorted(values, reverse=True)
    for model in ranking.models:
        assert 0.0 <= model.interval[0] <= model.interval[1] <= 1.0
        assert 0.0 <= model.probability_best <= 1.0
    assert ranking.best.tie is None


def test_each_model_stands_at_its_own_best_threshold():
    """The threshold is that of the elicited metric, at the prevalence of deployment."""
    ranking = rank_models({"good": GOOD, "fair": FAIR}, RESULT, prevalence=0.1)
    for model in ranking.models:
        table = {"good": GOOD, "fair": FAIR}[model.name]
        feasible = FeasibleSet(table, prevalence=0.1)
        assert model.point == feasible.best_threshold(Metric.from_tile(0.6, 0.6))


def test_a_better_model_is_best_and_a_worse_one_no_tie():
    """Wide differences on many cases leave no doubt."""
    ranking = rank_models({"poor": POOR, "good": GOOD, "fair": FAIR}, RESULT)
    assert [model.name for model in ranking.models] == ["good", "fair", "poor"]
    assert ranking.best.probability_best > 0.99
    assert ranking.tied == ()


def optimism(table, x, rng):
    """What the best threshold of drawn rows is worth more on these rows than on the table."""
    scores = np.repeat(table.scores, (table.positive + table.negative).astype(int))
    labels = np.concatenate(
        [[1] * int(p) + [0] * int(n) for p, n in zip(table.positive, table.negative, strict=True)]
    )
    rows = np.concatenate(
        [rng.choice(np.flatnonzero(labels == y), sum(labels == y)) for y in (0, 1)]
    )
    metric = Metric.from_tile(x, x)
    drawn = FeasibleSet(ScoreTable.from_arrays(labels[rows], scores[rows]), prevalence=0.3)
    best = drawn.best_threshold(metric)
    there = FeasibleSet(table, prevalence=0.3).at_threshold(best.threshold)
    return best.value - metric(there)


def test_value_is_that_on_new_cases():
    """On average over samples, a value is that of the chosen threshold on the population."""
    population = FeasibleSet(binormal(100_000, 1.5, seed=99), prevalence=0.3)
    metric, result = Metric.from_tile(0.6, 0.6), believed((0.6, 0.6))
    found = [rank_models({"a": binormal(100, 1.5, seed=seed)}, result).best for seed in range(150)]
    there = np.mean([metric(population.at_threshold(one.point.threshold)) for one in found])
    seen = np.mean([one.point.value for one in found])
    assert seen - there > 0.02
    assert np.mean([one.value for one in found]) == pytest.approx(there, abs=0.008)


def test_equal_values_stay_in_the_given_order():
    """The same table under several names: the first that was given is the first."""
    ranking = rank_models({"b": FAIR, "c": FAIR, "a": FAIR}, RESULT)
    assert [model.name for model in ranking.models] == ["b", "c", "a"]
    assert [model.probability_best for model in ranking.models] == pytest.approx([1 / 3] * 3)


def test_infinite_thresholds_are_none_in_json():
    """JSON knows no infinity."""
    backwards = ScoreTable([0.1, 0.9], [50, 1], [1, 50])
    plain = rank_models({"a": backwards}, believed((0.01, 0.01))).as_dict()
    assert plain["models"][0]["threshold"] is None
    assert json.dumps(plain, allow_nan=False)


def test_probability_of_being_best_is_that_of_rows_drawn_anew(monkeypatch):
    """Resampling rows and metrics by brute force, without flattery, gives the same probability.

    That is before differences are drawn back, for which there are tests of their own.
    """
    monkeypatch.setattr(
        "whichmetric.decisions.judged_models.partially_pooled", lambda values, *others: values
    )
    rng = np.random.default_rng(0)
    a, b = binormal(300, 1.5, seed=1), binormal(300, 1.6, seed=7)
    result = believed((0.6, 0.6), [(x, x) for x in np.linspace(0.4, 0.8, 41)])
    ranking = rank_models({"a": a, "b": b}, result)
    metric = Metric.from_tile(0.6, 0.6)
    cuts = [FeasibleSet(t, prevalence=0.3).best_threshold(metric).threshold for t in (a, b)]
    flattery = [np.mean([optimism(t, 0.6, rng) for _ in range(400)]) for t in (a, b)]
    wins = 0.0
    for _ in range(2_000):
        x = rng.choice([tile[0] for tile in result.plausible])
        values = []
        for table, cut, excess in zip((a, b), cuts, flattery, strict=True):
            flagged = table.scores >= cut
            tpr, fpr = (
                np.mean(rng.random(int(w.sum())) < w[flagged].sum() / w.sum())
                for w in (table.positive, table.negative)
            )
            right = x * 0.3 * tpr + (1 - x) * 0.7 * (1 - fpr)
            values.append(right / (x * 0.3 + (1 - x) * 0.7) - excess)
        wins += (values[0] > values[1]) + 0.5 * (values[0] == values[1])
    found = {model.name: model.probability_best for model in ranking.models}
    assert found["a"] == pytest.approx(wins / 2_000, abs=0.04)


def test_twins_share_the_probability_and_are_called_alike():
    """The same table under two names is a tie, and the reason is that they decide alike."""
    ranking = rank_models({"one": FAIR, "two": FAIR}, RESULT)
    assert [m.probability_best for m in ranking.models] == pytest.approx([0.5, 0.5], abs=0.03)
    assert ranking.models[1].tie == "alike"
    assert "decides as well under every metric" in str(ranking)


def test_models_that_order_the_cases_alike_come_out_alike():
    """Log-odds decide as probabilities do: one sample, the given order, thresholds of their own."""
    table, poor = binormal(300, 1.5), binormal(300, 1.0, seed=1)
    logits = ScoreTable(np.log(table.scores / (1 - table.scores)), table.positive, table.negative)
    for names in (("p", "logit"), ("logit", "p")):
        tables = {"poor": poor, **{name: {"p": table, "logit": logits}[name] for name in names}}
        first, second, _ = rank_models(tables, RESULT).models
        assert (first.name, second.name) == names
        assert (first.value, first.interval) == (second.value, second.interval)
        assert first.probability_best == second.probability_best
        assert second.tie == "alike"
        assert first.point.threshold != second.point.threshold


def test_models_that_flag_nobody_share_the_probability_exactly():
    """Their values are equal in every draw, so the tie is exact."""
    backwards = ScoreTable([0.1, 0.9], [50, 1], [1, 50])
    upright = ScoreTable([0.1, 0.9], [50, 1], [2, 60])
    ranking = rank_models({"a": backwards, "b": upright}, believed((0.01, 0.01)))
    assert [model.probability_best for model in ranking.models] == [0.5, 0.5]


def test_tie_for_want_of_cases():
    """A small difference on few cases is a tie, and on many times as many it is none."""
    few = binormal(60, 1.5, seed=3), binormal(60, 1.9, seed=4)
    ranking = rank_models({"a": few[0], "b": few[1]}, RESULT)
    assert ranking.models[1].tie == "cases"
    assert "too few cases" in str(ranking)
    many = [ScoreTable(t.scores, 1000 * t.positive, 1000 * t.negative) for t in few]
    assert rank_models({"a": many[0], "b": many[1]}, RESULT).tied == ()


def test_tie_for_want_of_answers():
    """One model misses less, the other alarms less: which is better is for the expert to say."""
    keen = ScoreTable([0.0, 1.0], [1e3, 99e3], [70e3, 30e3])
    calm = ScoreTable([0.0, 1.0], [30e3, 70e3], [99e3, 1e3])
    ranking = rank_models({"keen": keen, "calm": calm}, believed((0.7, 0.7), WIDE, prevalence=0.5))
    assert ranking.models[1].tie == "answers"
    assert "the answers leave open which is better" in str(ranking)
    sure = believed((0.7, 0.7), [(a, a) for a in np.linspace(0.68, 0.72, 21)], prevalence=0.5)
    assert rank_models({"keen": keen, "calm": calm}, sure).tied == ()


def test_names_change_nothing_but_names():
    """Relabelled models have the same numbers in the same order."""
    here = rank_models({"a": GOOD, "b": FAIR}, RESULT)
    there = rank_models({"x": GOOD, "y": FAIR}, RESULT)
    renamed = [dataclasses.replace(m, name={"a": "x", "b": "y"}[m.name]) for m in here.models]
    assert list(there.models) == renamed


def test_order_of_the_models_matters_by_chance_alone():
    """Given in another order, probabilities differ by what 4,000 draws leave open."""
    models = {"a": binormal(200, 1.5, seed=1), "b": binormal(200, 1.6, seed=2), "c": POOR}
    here = {m.name: m for m in rank_models(models, RESULT).models}
    for model in rank_models(dict(reversed(models.items())), RESULT).models:
        assert model.point == here[model.name].point
        assert model.value == pytest.approx(here[model.name].value, abs=0.003)
        assert model.probability_best == pytest.approx(here[model.name].probability_best, abs=0.05)


def test_scale_of_the_metric_does_not_matter():
    """No order depends on c of N / (N + c D), and values are given at c = 1."""
    scaled = dataclasses.replace(RESULT, metric=Metric.from_tile(0.6, 0.6, 7.0))
    models = {"a": GOOD, "b": FAIR}
    assert rank_models(models, scaled) == rank_models(models, RESULT)


def test_shares_of_positive_cases_may_differ_between_tables():
    """A table with ten times as many negative cases is judged at the same prevalence."""
    rare = ScoreTable(FAIR.scores, FAIR.positive, 10 * FAIR.negative)
    ranking = rank_models({"as it is": FAIR, "rare": rare}, RESULT)
    first, second = ranking.models
    assert first.point.threshold == second.point.threshold
    assert first.point.confusion.cells == pytest.approx(second.point.confusion.cells)
    assert second.tie == "alike"


def test_one_model_is_best_for_sure():
    """A ranking of one is allowed; it says what the model is worth."""
    ranking = rank_models({"only": GOOD}, RESULT)
    assert ranking.best.probability_best == 1.0
    assert "independent" not in str(ranking)


def test_ranking_can_be_sent_and_shown():
    """It is frozen, survives pickling, becomes JSON, and escapes names in HTML."""
    ranking = rank_models({"a<b": GOOD, "c": FAIR}, RESULT)
    assert pickle.loads(pickle.dumps(ranking)) == ranking  # noqa: S301 - our own bytes
    plain = json.loads(json.dumps(ranking.as_dict()))
    assert plain["models"][0]["name"] == "a<b"
    assert "a&lt;b" in ranking._repr_html_()
    assert "1. a<b: " in str(ranking)


WRONG: Any = [
    ({}, "models is empty"),
    ([GOOD], "give a dictionary of names"),
    ({1: GOOD}, "1 is not a model's name"),
    ({" ": GOOD}, "' ' is not a model's name"),
    ({"a": FeasibleSet(GOOD)}, r"models\['a'\] is .* not a ScoreTable"),
]


@pytest.mark.parametrize(("models", "text"), WRONG)
def test_wrong_models_are_refused_by_name(models, text):
    """Each error names the entry and what to give instead."""
    with pytest.raises(InvalidInputError, match=text):
        rank_models(models, RESULT)


def test_a_table_with_one_class_cannot_come_to_be():
    """The table itself refuses it, by name, before there is anything to rank."""
    with pytest.raises(InvalidInputError, match="no negative case"):
        rank_models({"a": ScoreTable([0.1, 0.2], [1, 1], [0, 0])}, RESULT)


def test_other_wrong_arguments_are_refused_by_name():
    """The result, the level and the prevalence are checked, too."""
    wrong = GOOD
    with pytest.raises(InvalidInputError, match=r"result is .* not a Result"):
        rank_models({"a": GOOD}, wrong)
    with pytest.raises(InvalidInputError, match="level=0"):
        rank_models({"a": GOOD}, RESULT, level=0)
    with pytest.raises(InvalidInputError, match="prevalence=2"):
        rank_models({"a": GOOD}, RESULT, prevalence=2)


def test_intervals_do_not_shrink_with_copies_of_a_model():
    """Models that share their cases err together: ten say where a value lies, not how surely."""
    rng = np.random.default_rng(0)
    labels = np.arange(300) < 90
    common = rng.normal(size=300) + 1.5 * labels
    models = {
        f"copy {i}": ScoreTable.from_arrays(labels, common + 0.1 * rng.normal(size=300))
        for i in range(10)
    }
    together = {model.name: model.interval for model in rank_models(models, RESULT).models}
    for name, table in models.items():
        low, high = rank_models({name: table}, RESULT).best.interval
        assert together[name][1] - together[name][0] == pytest.approx(high - low, rel=0.1)


def test_ranking_says_that_nothing_was_answered():
    """What then decides is what was assumed."""
    skipped = dataclasses.replace(RESULT, questions=0)
    ranking = rank_models({"good": GOOD}, skipped)
    assert str(ranking).startswith("Nothing was answered")
    assert ranking.as_dict()["answered"] == 0


def test_ranking_says_that_answers_may_be_given_without_looking():
    """Where the answers speak for it, and not where they are only few."""
    doubtful = dataclasses.replace(RESULT, questions=25, heedless=0.35)
    assert "may not follow what was shown (probability 35%)" in str(
        rank_models({"good": GOOD}, doubtful)
    )
    as_before = dataclasses.replace(RESULT, questions=5, heedless=0.21)  # few answers tell nothing
    assert rank_models({"good": GOOD}, as_before).caution is None
