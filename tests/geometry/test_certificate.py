"""What score bins leave open is bounded, on distributions made to break the bound."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric import FeasibleSet, ScoreTable, metrics
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.certificate import Certificate, rounded_up
from whichmetric.geometry.score_bins import CROWDED
from whichmetric.metrics import Metric

METRICS = [
    metrics.accuracy(),
    metrics.f_beta(1),
    metrics.f_beta(3),
    metrics.precision(),
    metrics.npv(),
    metrics.cost_ratio(50),
    metrics.cost_ratio(0.02),
    metrics.jaccard(),
    Metric(numerator=(-1, 0, 0, 2), denominator=(1, 1, 1, 1)),
    Metric(numerator=(0, 1, 1, 0), denominator=(1, 1, 1, 1)),
]
ROUNDING = 1e-9
SHAPES = [
    "spikes",
    "near ties",
    "heavy tails",
    "tiny range",
    "one rare score",
    "skewed",
    "signs",
    "all powers",
]


def adversarial(seed):
    """Labels, scores, weights and a number of bins that are hard on equal widths."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(50, 2_000))
    shape = SHAPES[seed % len(SHAPES)]
    scores = rng.random(n)
    if shape == "spikes":
        spikes = rng.random(3)
        scores = np.where(rng.random(n) < 0.7, rng.choice(spikes, n), scores)
        scores = np.where(rng.random(n) < 0.1, np.nextafter(spikes[0], 1.0), scores)
    elif shape == "near ties":
        scores = 0.5 + rng.integers(0, 200, n) * 2.0**-53
    elif shape == "heavy tails":
        scores = rng.standard_cauchy(n) ** 3
    elif shape == "tiny range":
        scores = rng.integers(0, 500, n) * 5e-324
    elif shape == "one rare score":
        scores = np.where(rng.random(n) < 0.01, 1e300, 0.3 + scores * 1e-9)
    elif shape == "skewed":
        scores = rng.beta(0.05, 5.0, n)
    elif shape == "signs":
        scores = np.concatenate((-scores[: n // 2] * 1e308, scores[n // 2 :] * 1e308))
    elif shape == "all powers":
        scores = rng.choice([-1.0, 1.0], n) * 10.0 ** rng.uniform(-320, 308, n)
    prevalence = 0.001 if seed % 3 == 0 else float(rng.uniform(0.05, 0.95))
    ranks = np.argsort(np.argsort(scores)) / n
    labels = rng.random(n) < np.clip(prevalence * 2 * ranks, 0, 1)
    labels[:2] = [False, True]
    weights = rng.lognormal(sigma=3.0, size=n) if seed % 4 == 0 else None
    return labels, scores, weights, int(rng.choice([1, 2, 7, 64, 500]))


@pytest.mark.parametrize("block", range(20))
def test_certificate_holds_on_adversarial_distributions(block):
    """On 200 of them no true rate and no best value is off by more than the bound."""
    for seed in range(block, 200, 20):
        labels, scores, weights, bins = adversarial(seed)
        exact = ScoreTable.from_arrays(labels, scores, sample_weight=weights)
        binned = ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=bins)
        assert len(binned) <= bins
        bound = binned.certificate
        there, here = FeasibleSet(exact), FeasibleSet(binned)
        z = there.prevalence
        assert here.prevalence == pytest.approx(z, rel=1e-12)
        cuts = np.unique(np.concatenate((scores, np.nextafter(scores, np.inf))))
        for cut in cuts[np.linspace(0, cuts.size - 1, 150).astype(int)]:
            true, told = there.at_threshold(cut), here.at_threshold(cut)
            assert abs(true.tp - told.tp) <= bound.rates(z)[0] + ROUNDING
            assert abs(true.tn - told.tn) <= bound.rates(z)[1] + ROUNDING
        for metric in METRICS:
            for best in ("best", "best_threshold"):
                true, told = (getattr(f, best)(metric).value for f in (there, here))
                assert -ROUNDING <= true - told <= here.value_error(metric) + ROUNDING


def test_value_error_is_infinite_where_a_bin_may_hold_a_pole():
    """The odds tp / fp of a threshold inside a bin may be as large as one likes."""
    odds = Metric(numerator=(1, 0, 0, 0), denominator=(0, 1, 0, 0))
    columns = {"positive": [1, 0, 10], "negative": [1, 9.999, 0.001]}
    exact = FeasibleSet(ScoreTable([0.1, 0.5, 0.6], **columns))
    binned = FeasibleSet(ScoreTable([0.1, 0.5], [1, 10], [1, 10], highest=[0.1, 0.6]))
    assert exact.best(odds).value == pytest.approx(10_000)
    assert binned.best(odds).value == pytest.approx(1)
    assert binned.value_error(odds) == np.inf
    assert binned.value_error(metrics.precision()) < 1  # 0/0 where nobody is flagged is no pole


def test_value_error_is_infinite_where_a_denominator_may_change_its_sign():
    """Inside a bin, not at the thresholds that are known; what is no metric is refused as ever."""
    ratio = Metric(numerator=(1, 0, 0, 0), denominator=(1, -0.8, 0.1, 0.1))
    binned = FeasibleSet(ScoreTable([0.1, 0.5], [1, 10], [1, 10], highest=[0.1, 0.6]))
    assert binned.best(ratio).value < np.inf
    assert binned.value_error(ratio) == np.inf
    with pytest.raises(InvalidInputError, match=r"^metric is 3, not a Metric"):
        binned.value_error(3)


@pytest.mark.parametrize("seed", range(12))
def test_binned_table_is_exact_at_its_own_thresholds(seed):
    """Its entries are runs of the exact table's, to the last digit of the weights."""
    labels, scores, weights, bins = adversarial(seed)
    exact = ScoreTable.from_arrays(labels, scores, sample_weight=weights)
    binned = ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=bins)
    starts = np.searchsorted(exact.scores, binned.scores)
    runs = ScoreTable.from_tally(exact.tally.merged(starts))
    assert runs == binned


def test_binned_table_gives_a_frequent_score_a_bin_of_its_own():
    """Also where its neighbours differ from it in the last digit."""
    rng = np.random.default_rng(1)
    scores = rng.random(20_000)
    scores[:5_000] = 0.37
    scores[5_000] = np.nextafter(0.37, 1.0)
    table = ScoreTable.from_arrays(rng.integers(0, 2, 20_000), scores, bins=256)
    (place,) = np.flatnonzero(table.scores == 0.37)
    assert table.highest[place] == 0.37
    assert table.certificate.tpr < 0.05


def test_binned_table_adapts_to_where_scores_lie():
    """Scores that crowd near 0 get narrow bins there, where equal widths would give a few."""
    rng = np.random.default_rng(2)
    scores = rng.random(50_000) ** 12
    table = ScoreTable.from_arrays(rng.integers(0, 2, 50_000), scores, bins=1_000)
    assert len(table) > 500
    assert table.certificate.tpr < 12 / 1_000
    assert table.certificate.tnr < 12 / 1_000


@pytest.mark.parametrize("signs", [[1.0], [-1.0], [-1.0, 1.0]])
def test_binned_table_adapts_to_scores_of_all_powers(signs):
    """No bin is crowded where scores, of one sign or both, spread over a thousand powers of two."""
    rng = np.random.default_rng(2)
    scores = rng.choice(signs, 50_000) * 10.0 ** rng.uniform(-320, 308, 50_000)
    table = ScoreTable.from_arrays(rng.integers(0, 2, 50_000), scores, bins=1_000)
    assert len(table) > 500
    assert table.certificate.tpr < 12 / 1_000
    assert table.certificate.tnr < 12 / 1_000


def test_binned_table_of_few_scores_is_the_exact_one():
    """Where every bin holds one score, nothing tells it from the exact table."""
    labels, scores = [0, 1, 1, 0], [0.1, 0.2, 0.9, 0.2]
    binned = ScoreTable.from_arrays(labels, scores, bins=65_536)
    exact = ScoreTable.from_arrays(labels, scores)
    assert binned == exact
    assert binned.highest is None
    assert binned.fingerprint == exact.fingerprint
    assert binned.certificate.is_exact
    assert str(binned.certificate) == "The table is exact."
    assert FeasibleSet(binned).value_error(metrics.accuracy()) == 0.0


@given(st.integers(0, 300), st.integers(1, 40))
def test_binned_is_what_from_arrays_makes(seed, bins):
    """An exact table put into bins is the table on bins of the same cases."""
    labels, scores, weights, _ = adversarial(seed)
    cases = slice(0, 60)
    weights = None if weights is None else weights[cases]
    given_to = {"sample_weight": weights}
    exact = ScoreTable.from_arrays(labels[cases], scores[cases], **given_to)
    assert exact.binned(bins) == ScoreTable.from_arrays(
        labels[cases], scores[cases], bins=bins, **given_to
    )


def test_binned_tables_of_shards_add_up_to_bins_that_hold_all():
    """Bins that overlap are put together; no case is lost, and the bound stays true."""
    rng = np.random.default_rng(3)
    labels, scores = rng.random(4_000) < 0.3, rng.random(4_000)
    halves = [
        ScoreTable.from_arrays(labels[half], scores[half], bins=64)
        for half in (slice(0, 2_000), slice(2_000, 4_000))
    ]
    total = sum(halves)
    exact = ScoreTable.from_arrays(labels, scores)
    starts = np.searchsorted(exact.scores, total.scores)
    assert ScoreTable.from_tally(exact.tally.merged(starts)) == total
    assert len(total) > 56  # probabilities share the cells of [0, 1]


def test_binned_table_has_a_fingerprint_of_its_own():
    """The ends of bins are part of it."""
    columns = {"scores": [0.1, 0.5], "positive": [1, 3], "negative": [4, 2]}
    exact, binned = ScoreTable(**columns), ScoreTable(**columns, highest=[0.3, 0.5])
    assert exact.fingerprint != binned.fingerprint
    assert exact != binned
    assert ScoreTable(**columns, highest=[0.1, 0.5]) == exact


@pytest.mark.parametrize(
    "highest", [[0.05, 0.5, 0.9], [0.5, 0.6, 0.9], [0.1, 0.4, 0.9], [0.1, 0.9, 0.9]]
)
def test_binned_table_refuses_ends_out_of_order(highest):
    """A bin ends at its own score or later, and before the next."""
    with pytest.raises(InvalidInputError, match="highest must lie between"):
        ScoreTable([0.1, 0.5, 0.9], [1, 3, 1], [4, 2, 1], highest=highest)


@pytest.mark.parametrize("bins", [0, -3, 2.5, "many", 2**25])
def test_from_arrays_refuses_what_is_no_number_of_bins(bins):
    """The error names the value."""
    with pytest.raises(InvalidInputError, match="bins="):
        ScoreTable.from_arrays([0, 1], [0.1, 0.2], bins=bins)


def _saturated(x):
    return 1.0 / (1.0 + np.exp(-x))


CROWDS = {
    "powers below 1": lambda rng, n: 1.0 - rng.random(n) ** 60,
    "above -1": lambda rng, n: rng.random(n) ** 60 - 1.0,
    "a saturated sigmoid": lambda rng, n: _saturated(rng.normal(30, 15, n)),
    "a mean of saturated sigmoids": lambda rng, n: _saturated(rng.normal(0, 60, (n, 10))).mean(
        axis=1
    ),
    "twenty centres": lambda rng, n: (
        (rng.integers(0, 20, n) + 0.5) / 20 - (rng.random(n) < 0.5) * rng.random(n) ** 60 / 80
    ),
    "around 7": lambda rng, n: 7.0 + rng.choice([-1, 1], n) * 2.0 ** -rng.integers(2, 60, n),
}


@pytest.mark.parametrize("crowd", CROWDS)
@pytest.mark.parametrize("bins", [16, 64, 100, 256, 1000])
def test_binned_table_gives_a_frequent_score_a_bin_of_its_own_in_any_crowd(crowd, bins):
    """Whatever crowds around a score that many rows share, down to its neighbouring floats."""
    rng = np.random.default_rng(0)
    scores = CROWDS[crowd](rng, 20_000)
    cases = rng.random(20_000) < 0.3
    table = ScoreTable.from_arrays(cases, scores, bins=bins)
    distinct, place = np.unique(scores, return_inverse=True)
    share = sum(
        np.bincount(place, side, distinct.size) / side.sum() / 2 for side in (cases, ~cases)
    )
    frequent = distinct[share > CROWDED / bins]
    assert len(table) <= bins
    alone = table.scores if table.highest is None else table.scores[table.scores == table.highest]
    assert np.isin(frequent, alone).all()


@pytest.mark.parametrize("seed", range(len(SHAPES)))
def test_exact_below_bounds_the_rates_at_any_threshold(seed):
    """The true rates lie between those that are read and those where the bin begins."""
    labels, scores, weights, bins = adversarial(seed)
    exact, binned = (
        FeasibleSet(ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=number))
        for number in (None, bins)
    )
    inside = 0
    for threshold in (-math.inf, *np.quantile(scores, np.linspace(0, 1, 60)), math.inf):
        below = binned.exact_below(threshold)
        true, read, most = (
            where.at_threshold(at)
            for where, at in ((exact, threshold), (binned, threshold), (binned, below))
        )
        inside += below != threshold
        assert below <= threshold
        assert most.tp == pytest.approx(exact.at_threshold(below).tp)
        assert read.tp - ROUNDING <= true.tp <= most.tp + ROUNDING
        assert most.tn - ROUNDING <= true.tn <= read.tn + ROUNDING
        assert exact.exact_below(threshold) == threshold
    assert inside or binned.table.certificate.is_exact


def test_certificate_says_its_bounds():
    """In words, as plain numbers, and as rates at a prevalence."""
    certificate = Certificate(entries=64, bins=3, tpr=0.25, tnr=0.1234)
    assert str(certificate) == (
        "The score table is on bins: inside one, true rates are known to within 0.25 of the "
        "positive and 0.13 of the negative cases; where a bin begins they are exact."
    )
    assert certificate.as_dict() == {"entries": 64, "bins": 3, "tpr": 0.25, "tnr": 0.1234}
    assert certificate.rates(0.2) == pytest.approx((0.05, 0.09872))
    assert not certificate.is_exact


def test_certificate_of_single_scores_is_exact():
    """No entry holds several scores."""
    certificate = Certificate(entries=64, bins=0, tpr=0.0, tnr=0.0)
    assert certificate.is_exact
    assert str(certificate) == "The table is exact."


@pytest.mark.parametrize(
    ("bound", "text"),
    [
        (0.0, "0"),
        (math.inf, "inf"),
        (0.25, "0.25"),
        (0.7, "0.7"),
        (0.1234, "0.13"),
        (0.0999, "0.1"),
        (3.01e-6, "3.1e-06"),
        (1.01, "1.1"),
    ],
)
def test_rounded_up_is_never_less_and_two_digits_long(bound, text):
    """What is a number of two digits stays it, in spite of rounding."""
    assert rounded_up(bound) == text


@pytest.mark.parametrize("seed", range(48))
def test_open_thresholds_hold_the_best_of_the_scores_themselves(seed):
    """Whatever crowds, unless the best threshold that is known is as good."""
    labels, scores, weights, bins = adversarial(seed)
    exact = FeasibleSet(ScoreTable.from_arrays(labels, scores, sample_weight=weights))
    binned = FeasibleSet(ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=bins))
    for metric in METRICS:
        low, high = binned.open_thresholds(metric)
        known, best = binned.best_threshold(metric), exact.best_threshold(metric)
        assert low <= known.threshold <= high
        assert low <= best.threshold <= high or best.value <= known.value + ROUNDING


def test_open_thresholds_of_many_bins_lie_close_together():
    """Bins far from the best threshold are not open."""
    rng = np.random.default_rng(0)
    scores = rng.random(100_000)
    table = ScoreTable.from_arrays(rng.random(scores.size) < scores, scores, bins=4_096)
    low, high = FeasibleSet(table).open_thresholds(metrics.cost_ratio(3))
    assert 0.15 < low < 0.25 < high < 0.35


def test_open_thresholds_of_scores_without_bins_are_the_best():
    """Nothing is open there."""
    feasible = FeasibleSet(ScoreTable([0.1, 0.4, 0.5], [1, 2, 3], [4, 2, 1]))
    best = feasible.best_threshold(metrics.accuracy()).threshold
    assert feasible.open_thresholds(metrics.accuracy()) == (best, best)


def test_open_thresholds_are_those_of_bins_that_may_be_better():
    """Neither a single score, whatever it holds, nor a bin of one class that is as good at most."""
    table = ScoreTable([0.1, 0.5, 0.9], [0, 6, 10], [9, 5, 3], highest=[0.2, 0.5, 0.9])
    assert FeasibleSet(table).open_thresholds(metrics.accuracy()) == (0.5, 0.5)


def test_open_thresholds_of_a_denominator_that_may_change_its_sign_are_all():
    """Inside the bin there may be any value."""
    feasible = FeasibleSet(ScoreTable([0.1], [1], [1], highest=[0.2]))
    assert feasible.open_thresholds(metrics.Metric((1, 0, 0, 0), (2, -1, 0, 0))) == (0.1, 0.2)
