"""Experts by name."""

import math

import numpy as np
import pytest

from whichmetric import metrics, responses
from whichmetric.errors import InvalidInputError
from whichmetric.inference import COST_RATIO, F_BETA, LogisticPrior, NoisePrior
from whichmetric.metrics import Metric, catalogue
from whichmetric.simulation import parse_metric, parse_response
from whichmetric.simulation.parser import known_metrics, known_responses

RNG = np.random.default_rng(0)
NAMED = {
    "accuracy": metrics.accuracy(),
    "balanced-accuracy": metrics.balanced_accuracy(0.3),
    "cohen-kappa": metrics.cohen_kappa(0.3),
    "cost-ratio:7": metrics.cost_ratio(7),
    "f-beta:2": metrics.f_beta(2),
    "jaccard": metrics.jaccard(),
    "linear:-1,-0.5": metrics.linear(-1, -0.5),
    "net-benefit:0.1": metrics.net_benefit(0.1),
    "npv": metrics.npv(),
    "precision": metrics.precision(),
    "recall": metrics.recall(),
    "specificity": metrics.specificity(),
    "weighted-accuracy:1, 2": metrics.weighted_accuracy(1, 2),
    "tile:0.8,0.3": Metric.from_tile(0.8, 0.3),
}


@pytest.mark.parametrize("text", NAMED)
def test_parse_metric_knows_every_named_metric(text):
    """A name and its numbers give the metric, at the population's prevalence where it matters."""
    assert parse_metric(text, prevalence=0.3).sample(RNG) == NAMED[text]


def test_parse_metric_covers_the_catalogue():
    """No metric of the catalogue is without a text, and every text is listed."""
    tried = {text.partition(":")[0] for text in NAMED}
    assert tried == {name.replace("_", "-") for name in catalogue.__all__} | {"tile"}
    assert {known.partition(":")[0] for known in known_metrics()} == tried | {
        "random",
        "random-angle",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f1", r"metric 'f1' is unknown. Known are: accuracy, .*, tile:A,B, random, random-angle"),
        ("", "metric '' is unknown"),
        ("random:3", "metric 'random:3' is unknown"),
        ("f-beta", "metric 'f-beta' has 0 numbers where f-beta takes 1: write f-beta:BETA"),
        ("linear:1", "has 1 numbers where linear takes 2: write linear:M11,M00"),
        ("cohen-kappa:0.3", "has 1 numbers where cohen-kappa takes 0: write cohen-kappa"),
        ("f-beta:two", "metric 'f-beta:two' has 'two' where a number belongs"),
        ("linear:1,", "has '' where a number belongs"),
        ("cost-ratio:-1", "metric 'cost-ratio:-1' has -1 for X, which is not a ratio: give a pos"),
        ("linear:0,0", "metric 'linear:0,0' cannot be used: weights 0 and 0 make no metric"),
        ("weighted-accuracy:1,-2", "has -2 for W2, which is not a weight: give 0 or more"),
        ("tile:2,0", "has 2 for A, which is out of range: give 0 to 1"),
        ("net-benefit:nan", "has nan for THRESHOLD, which is not a probability below 1"),
    ],
)
def test_parse_metric_refuses_by_name(text, message):
    """The error names the offending value and what is known."""
    with pytest.raises(InvalidInputError, match=message):
        parse_metric(text, prevalence=0.3)


def test_random_metrics_follow_the_stated_priors():
    """Half of the cost ratios and betas lie below their prior's median; Tile points are uniform."""
    rng = np.random.default_rng(1)
    linear, f_beta, tile = (
        [parse_metric("random", prevalence=0.3, family=family).sample(rng) for _ in range(2000)]
        for family in ("linear", "f-beta", "linear-fractional")
    )
    shares = np.array([metric.tile(0.3).a for metric in linear])
    assert np.mean(shares / (1 - shares) < COST_RATIO.centre) == pytest.approx(0.5, abs=0.04)
    assert all(metric.is_linear for metric in linear[:50])
    odds = np.array([metric.tile(0.3).b for metric in f_beta])
    assert np.mean(odds / (1 - odds) < F_BETA.centre**2) == pytest.approx(0.5, abs=0.04)
    points = np.array([(metric.tile(0.3).a, metric.tile(0.3).b) for metric in tile])
    np.testing.assert_allclose(points.mean(axis=0), 0.5, atol=0.03)
    np.testing.assert_allclose(points.var(axis=0), 1 / 12, atol=0.01)


def test_random_metrics_follow_a_replaced_prior():
    """A prior that is given takes the place of the stated one."""
    narrow = LogisticPrior(centre=100.0, spread=0.01)
    metric = parse_metric("random", prevalence=0.3, prior=narrow).sample(RNG)
    assert metric.tile(0.3).a == pytest.approx(100 / 101, abs=1e-3)


@pytest.mark.parametrize("text", ["random", "random-angle"])
def test_random_metrics_take_the_direction(text):
    """Decreasing experts all prefer errors; with "either" about half of them do."""
    rng = np.random.default_rng(2)
    liking = {
        direction: np.mean(
            [
                parse_metric(text, prevalence=0.3, direction=direction)
                .sample(rng)
                .tile(0.3)
                .increasing
                for _ in range(400)
            ]
        )
        for direction in ("increasing", "decreasing", "either")
    }
    assert liking["increasing"] == 1.0
    assert liking["decreasing"] == 0.0
    assert liking["either"] == pytest.approx(0.5, abs=0.1)


def test_random_angle_is_uniform():
    """The angles fill (0, pi / 2) evenly."""
    rng = np.random.default_rng(3)
    source = parse_metric("random-angle", prevalence=0.3)
    angles = np.sort([source.sample(rng).angle() for _ in range(1000)])
    assert np.abs(angles / (math.pi / 2) - np.linspace(0, 1, 1000)).max() < 0.05


@pytest.mark.parametrize(
    ("text", "response"),
    [
        ("exact", responses.Exact()),
        ("exact:equal-within=0.01", responses.Exact(equal_within=0.01)),
        ("exact,equal-within=0.01", responses.Exact(equal_within=0.01)),
        ("flip,0.1, equal-within=0.01", responses.Flip(0.1, equal_within=0.01)),
        ("flip:0.1", responses.Flip(0.1)),
        ("flip:0.1,equal-within=0.02", responses.Flip(0.1, equal_within=0.02)),
        ("feedback:0.05", responses.FeedbackNoise(0.05)),
        ("logistic:0.01", responses.Logistic(0.01)),
        (
            "logistic:0.01, lapse=0.02, side=-0.5, equal-within=0.01",
            responses.Logistic(0.01, lapse=0.02, side=-0.5, equal_within=0.01),
        ),
    ],
)
def test_parse_response_knows_every_response(text, response):
    """A name, its number and its options give the response model."""
    assert parse_response(text).sample(RNG) == response


def test_parse_response_draws_from_the_noise_prior():
    """Random habits come from the prior of the Bayesian method, or from the one given."""
    assert isinstance(parse_response("random").sample(RNG), responses.Logistic)
    steady = NoisePrior(scales=(0.25,), scale_weights=(1.0,))
    assert parse_response("random", noise=steady).sample(RNG).scale == 0.25


@pytest.mark.parametrize("separator", [":", ",", ", "])
def test_parse_response_draws_experts_who_say_about_equal(separator):
    """Random habits take a width of ties, the same for all, and are those that go with it."""
    plain, tied = (
        parse_response(text).sample(np.random.default_rng(5))
        for text in ("random", f"random{separator}equal-within=0.02")
    )
    assert plain == NoisePrior().sample(5)
    assert tied == NoisePrior().sample(5, equal_within=0.02)
    assert (plain.equal_within, tied.equal_within) == (0.0, 0.02)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("maybe", "response 'maybe' is unknown. Known are: exact"),
        ("flip", "response 'flip' has 0 plain numbers where flip takes 1: write flip:RATE"),
        ("exact:1", "has 1 plain numbers where exact takes 0: write exact"),
        ("flip:0.1,0.2", "has 2 plain numbers where flip takes 1"),
        ("flip:0.1,lapse=0.2", "has the unknown option 'lapse': flip takes equal-within"),
        ("exact,equal-within=0.1,equal-within=0.2", "has equal-within twice: give it once"),
        ("logistic:0.01,lapse=a", "has 'a' where a number belongs"),
        ("random:0.1", "has 1 plain numbers where random takes 0: write random"),
        ("random,lapse=0.1", "has the unknown option 'lapse': random takes equal-within"),
        ("random-angle", "response 'random-angle' is unknown"),
        ("flip:2", "has 2 for RATE, which is out of range: give 0 to 1"),
        ("logistic:0", "has 0 for SCALE, which is not a positive number: give a finite one"),
        ("logistic:1,side=inf", "has inf for side, which is not a finite number: give 0"),
        ("flip:0.1,equal-within=-1", "has -1 for equal-within, which is out of range: give 0 or"),
        ("random:equal-within=nan", "has nan for equal-within, which is out of range"),
    ],
)
def test_parse_response_refuses_by_name(text, message):
    """The error names the offending value and what is known."""
    with pytest.raises(InvalidInputError, match=message):
        parse_response(text)


def test_known_responses_lists_options():
    """The list shows numbers and options, so that an error teaches the whole form."""
    assert "logistic:SCALE[,equal-within=,lapse=,side=]" in known_responses()
    assert known_responses()[-1] == "random[:equal-within=]"
