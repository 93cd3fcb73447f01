import numpy as np
import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.inference import NoisePrior
from whichmetric.metrics import accuracy, balanced_accuracy, cost_ratio, f_beta, jaccard, recall
from whichmetric.oracles import CrowdOracle
from whichmetric.responses import Flip
from whichmetric.values import Answer, ConfusionMatrix, Question

KEEN = ConfusionMatrix(tp=0.4, fp=0.2, fn=0.1, tn=0.3)
CALM = ConfusionMatrix(tp=0.3, fp=0.1, fn=0.2, tn=0.4)
EVEN = Question(KEEN, CALM)  # one miss against one false alarm


def share_for_a(crowd, question=EVEN, people=2_000):
    """Return how often A was said."""
    return np.mean([crowd.answer(question) is Answer.A for _ in range(people)])


def test_crowd_of_one_mind_answers_alike():
    """Without noise and spread every person says the same, and each is counted."""
    crowd = CrowdOracle(cost_ratio(2))
    assert share_for_a(crowd, people=20) == 1.0
    assert crowd.people == 20


def test_crowd_errs_at_the_rate_of_its_persons():
    """Flips of persons are flips of the crowd."""
    assert share_for_a(CrowdOracle(cost_ratio(2), Flip(0.15))) == pytest.approx(0.85, abs=0.03)


def test_crowd_is_divided_by_its_spread():
    """Half of the persons lie above the median, and five in six above one deviation below it."""
    at_median, above = (
        share_for_a(CrowdOracle(metric, spread=0.5, rng=3))
        for metric in (cost_ratio(1), cost_ratio(np.exp(0.5)))
    )
    assert at_median == pytest.approx(0.5, abs=0.04)
    assert above == pytest.approx(0.84, abs=0.04)


def test_crowd_draws_a_response_for_each_person():
    """Persons of a noise prior lapse now and then, and so does the crowd."""
    assert 0.6 < share_for_a(CrowdOracle(cost_ratio(4), NoisePrior())) < 0.95


@pytest.mark.parametrize("metric", [f_beta(2), jaccard(), accuracy(), balanced_accuracy(0.3)])
def test_crowd_of_known_quantities_may_differ(metric):
    """Linear metrics differ by their cost ratio, and F-beta by its beta."""
    assert CrowdOracle(metric, spread=0.3).answer(EVEN) in (Answer.A, Answer.B)


def test_crowd_repeats_itself():
    """The same seed gives the same answers."""
    said = [
        [crowd.answer(EVEN) for _ in range(50)]
        for crowd in (CrowdOracle(cost_ratio(1), Flip(0.2), spread=1.0, rng=7) for _ in range(2))
    ]
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"metric": "F1"}, "metric is 'F1', not a Metric"),
        ({"spread": -1.0}, "spread=-1.0 is not a standard deviation: give 0 or more"),
        ({"response": "flip"}, "response is 'flip', by which nobody can answer: give one"),
        ({"metric": recall(), "spread": 0.5}, "has neither: give spread=0, or such a metric"),
    ],
)
def test_crowd_refuses(arguments, text):
    """What cannot be a crowd is named."""
    with pytest.raises(InvalidInputError, match=text):
        CrowdOracle(**{"metric": cost_ratio(2)} | arguments)
