"""What every elicitor owes its users: one test per obligation of `Elicitor`."""

import itertools
import math

import numpy as np
import pytest
from tests.contracts.adversary import LinearAdversary
from tests.thoroughness import runs

from whichmetric.elicitation import Elicitor
from whichmetric.errors import ElicitationError, InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, linear
from whichmetric.oracles import MetricOracle
from whichmetric.values import Answer, Question


def assert_inside_its_intervals(estimate):
    """Assert that what is estimated lies between the ends that are reported with it."""
    for name, value in (
        ("angle", estimate.angle),
        ("cost_ratio", estimate.cost_ratio),
        ("beta", estimate.beta),
        ("threshold", estimate.operating_point.threshold),
        ("a", estimate.tile.a),
        ("b", estimate.tile.b),
    ):
        if (interval := estimate.interval(name)) is not None:
            assert interval[0] <= value * (1 + 1e-12)
            assert value * (1 - 1e-12) <= interval[1]


class ElicitorContract:
    """Subclass it, give `make` (a fresh elicitor), `metric` and `most_questions`."""

    metric: Metric = linear(0.8, 0.6)
    most_questions: int
    stops = "tolerance"  # why it ends where all answers are right
    is_exact = True  # whether it always asks `most_questions`
    level = 0.9  # of the intervals that must hold the truth
    resolution = 1e-9  # of a and b in these intervals
    tolerances: tuple[float, ...] = (0.4, 0.1, 0.02)  # none where there is only a budget

    def make(self, feasible: FeasibleRegion, **options) -> Elicitor:
        """Return a fresh elicitor."""
        raise NotImplementedError

    def run(self, elicitor: Elicitor, answers=None) -> Elicitor:
        """Drive to the end, by the metric or by an iterator of answers."""
        oracle = MetricOracle(self.metric)
        while (question := elicitor.ask()) is not None:
            elicitor.tell(question, oracle.answer(question) if answers is None else next(answers))
        return elicitor

    @pytest.fixture(scope="class")
    @classmethod
    def finished(cls, feasible):
        """One run to the end by the metric, for all tests that only read it."""
        return cls().run(cls().make(feasible))

    @pytest.fixture(scope="class")
    @classmethod
    def watched(cls, feasible):
        """The same run with an estimate before every answer, and these."""
        elicitor, estimates = cls().make(feasible), []
        oracle = MetricOracle(cls.metric)
        while (question := elicitor.ask()) is not None:
            estimates.append(elicitor.estimate())
            assert elicitor.ask() == question
            elicitor.tell(question, oracle.answer(question))
        return elicitor, estimates

    def test_ask_repeats_its_question_until_it_is_told(self, feasible):
        """Asking twice changes nothing."""
        elicitor = self.make(feasible)
        first = elicitor.ask()
        assert isinstance(first, Question)
        assert elicitor.ask() == first
        assert elicitor.history == ()

    def test_repr_changes_nothing(self, feasible, finished):
        """Looking at an elicitor does not start it, and says how many answers it has."""
        elicitor = self.make(feasible)
        name = type(elicitor).__name__
        assert repr(elicitor) == f"{name}(0 answers, not started)"
        question = elicitor.ask()
        assert repr(elicitor) == f"{name}(0 answers, still asking)"
        assert elicitor.ask() == question
        assert repr(finished) == f"{name}({len(finished.history)} answers, stopped by {self.stops})"

    def test_tell_refuses_the_answer_to_another_question(self, feasible):
        """A stray answer is refused and nothing changes."""
        elicitor = self.make(feasible)
        asked = elicitor.ask()
        other = Question(feasible.at_threshold(math.inf), feasible.at_threshold(-math.inf))
        with pytest.raises(ElicitationError, match="another question"):
            elicitor.tell(other, Answer.A)
        assert elicitor.ask() == asked
        assert elicitor.history == ()

    def test_tell_refuses_what_is_no_question(self, feasible):
        """Whatever else is told instead of the question is refused by name, and nothing changes."""
        elicitor = self.make(feasible)
        elicitor.ask()
        with pytest.raises(InvalidInputError, match="question is 'the first'"):
            elicitor.tell("the first", Answer.A)
        assert elicitor.history == ()

    def test_tell_refuses_what_is_no_answer(self, feasible):
        """A word that is no answer is refused by name, and nothing changes."""
        elicitor = self.make(feasible)
        with pytest.raises(InvalidInputError, match="'perhaps'"):
            elicitor.tell(elicitor.ask(), "perhaps")
        assert elicitor.history == ()

    def test_elicitor_stops_and_says_why(self, finished):
        """At the end ask gives None, tell is refused, and the reason is the promised one."""
        assert finished.ask() is None
        assert finished.estimate().stopped == self.stops
        with pytest.raises(ElicitationError, match="Nothing is being asked"):
            finished.tell(finished.history[-1][0], Answer.A)

    def test_question_count_is_exact(self, finished):
        """As many questions are asked as the method promises, and the result says so."""
        assert finished.estimate().questions == len(finished.history) <= self.most_questions
        assert len(finished.history) == self.most_questions or not self.is_exact

    @pytest.mark.parametrize("budget", [0, 1, 5])
    def test_budget_is_kept(self, feasible, budget):
        """No more questions than the budget are asked, and the result says why it stopped."""
        elicitor = self.run(self.make(feasible, max_questions=budget))
        assert elicitor.estimate().questions == budget
        assert elicitor.estimate().stopped == "budget"

    def test_estimate_works_at_any_time_and_changes_nothing(self, finished, watched):
        """Asking for the estimate before, between and after answers leaves the run as it was."""
        elicitor, estimates = watched
        for answered, estimate in enumerate(estimates):
            assert estimate.stopped is None
            assert estimate.questions == answered
        assert elicitor.history == finished.history
        assert elicitor.estimate() == finished.estimate()

    def test_overheard_answer_leaves_question_and_history_as_they_are(self, feasible):
        """What somebody else asked is in no history, and the question being asked stays."""
        elicitor = self.make(feasible)
        question = elicitor.ask()
        better = feasible.balanced()
        elicitor.overhear(Question(better, better.mirrored()), Answer.A)
        assert elicitor.ask() == question
        assert elicitor.history == ()
        assert elicitor.estimate().questions == 0
        with pytest.raises(InvalidInputError, match="'perhaps'"):
            elicitor.overhear(question, "perhaps")

    def test_log_replays_to_the_same_state(self, feasible, finished):
        """Telling a fresh elicitor a log, without asking, leads to the same estimate."""
        replayed = self.make(feasible)
        for question, answer in finished.history:
            replayed.tell(question, answer)
        assert replayed.estimate() == finished.estimate()
        assert replayed.ask() is None

    def test_questions_are_feasible_and_say_how_they_are_realised(self, feasible, finished):
        """Both options of every question are reachable, and by the rule they name."""
        for question, _ in finished.history:
            for option in (question.a, question.b):
                assert feasible.contains(option)
                rule = option.realisation
                points = [
                    feasible.at_threshold(threshold, below=below)
                    for threshold, below in zip(rule.thresholds, rule.below, strict=True)
                ]
                assert math.isclose(sum(rule.weights), 1.0)
                mixed = np.dot(rule.weights, [point.cells for point in points])
                assert np.allclose(mixed, option.cells, atol=1e-12)

    @pytest.mark.parametrize("answer", list(Answer))
    def test_constant_answers_never_crash(self, feasible, answer):
        """Whatever is said, again and again, there is an end, and an estimate in its intervals."""
        elicitor = self.run(self.make(feasible), itertools.repeat(answer))
        estimate = elicitor.estimate()
        assert 0.0 <= estimate.tile.a <= 1.0
        assert 0.0 <= estimate.tile.b <= 1.0
        assert_inside_its_intervals(estimate)

    @pytest.mark.parametrize("seed", range(runs(1, thorough=20)))
    def test_random_answers_never_crash(self, feasible, seed):
        """Contradictory answers lead to an end, and an estimate in its intervals."""
        rng = np.random.default_rng(seed)
        answers = iter(lambda: rng.choice(list(Answer)), None)
        assert_inside_its_intervals(self.run(self.make(feasible), answers).estimate())

    def test_estimate_lies_in_its_own_intervals(self, watched):
        """Whatever is reported as the estimate lies between the ends that are reported with it."""
        elicitor, estimates = watched
        for estimate in (*estimates[1:], elicitor.estimate()):
            assert_inside_its_intervals(estimate)

    def test_intervals_hold_the_truth_where_answers_are_right(self, feasible, finished):
        """An expert who never errs has a metric inside the intervals, on any feasible set."""
        estimate = finished.estimate()
        truth = self.metric.tile(feasible.prevalence)
        for name, value in (("a", truth.a), ("b", truth.b)):
            low, high = estimate.interval(name, level=self.level)
            assert low - self.resolution <= value <= high + self.resolution

    def test_plausible_metrics_are_what_the_intervals_are_made_of(self, watched):
        """A few hundred Tile points, of which as many lie in an interval as it promises."""
        elicitor, estimates = watched
        for estimate in (estimates[3], elicitor.estimate()):
            drawn = np.array(estimate.plausible)
            assert 200 <= len(drawn) < 400
            assert drawn.shape[1] == 2
            for name, values in zip("ab", drawn.T, strict=True):
                low, high = estimate.interval(name, level=0.9)
                inside = (values >= low - 1e-12) & (values <= high + 1e-12)
                assert inside.mean() > 0.85
                assert 0.0 <= values.min() <= values.max() <= 1.0

    def test_no_elicitor_beats_the_lower_bound(self, feasible):
        """After q answers an honest interval of angles is at least pi / 2 halved q times.

        This is the paper's lower bound as an adversary: it answers for the larger part of the
        angles still possible. All of these fit every answer, so an interval that leaves some of
        them out claims more than q answers can tell.
        """
        for options in [{"tolerance": tolerance} for tolerance in self.tolerances] or [{}]:
            adversary = LinearAdversary()
            elicitor = self.make(feasible, **options)
            while (question := elicitor.ask()) is not None:
                elicitor.tell(question, adversary.answer(question))
            assert adversary.high - adversary.low >= math.pi / 2 / 2 ** len(elicitor.history)
            shares = [
                math.cos(angle) / (math.cos(angle) + math.sin(angle))
                for angle in (adversary.high, adversary.low)
            ]
            self.check_against_adversary(elicitor, shares)

    def check_against_adversary(self, elicitor, shares):
        """Linear metrics of the adversary lie in the intervals of a and b."""
        for name in ("a", "b"):
            low, high = elicitor.estimate().interval(name, level=self.level)
            assert low - self.resolution <= shares[0]
            assert shares[1] <= high + self.resolution
