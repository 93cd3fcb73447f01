"""Every elicitor keeps the contract."""

from tests.contracts.elicitor_contract import ElicitorContract

from whichmetric.elicitation import (
    BayesianFBeta,
    BayesianLinear,
    BayesianLinearFractional,
    BinarySearchFBeta,
    BinarySearchLinear,
    BinarySearchLinearFractional,
    BisectionFBeta,
    BisectionLinear,
    BisectionLinearFractional,
)
from whichmetric.metrics import Metric, f_beta, linear


class TestBinarySearchLinear(ElicitorContract):
    most_questions = 28

    def make(self, feasible, **options):
        """Return the paper's search at its tolerance."""
        return BinarySearchLinear(feasible, **{"tolerance": 0.02, **options})


class TestBinarySearchLinearOnTheHull(TestBinarySearchLinear):
    def make(self, feasible, **options):
        """Return the search over exact optima."""
        return super().make(feasible, classifiers="support", **options)


class TestBinarySearchLinearEitherDirection(ElicitorContract):
    metric = linear(-0.8, -0.6)
    most_questions = 29

    def make(self, feasible, **options):
        """Return the search that asks for the direction first."""
        return BinarySearchLinear(
            feasible,
            direction="either",
            direction_question="balanced",
            **{"tolerance": 0.02, **options},
        )


class TestBinarySearchLinearFractional(ElicitorContract):
    metric = Metric.from_tile(0.8, 0.3)
    most_questions = 40

    def make(self, feasible, **options):
        """Return the paper's two searches and its grid."""
        return BinarySearchLinearFractional(feasible, **{"tolerance": 0.05, **options})


class TestBinarySearchLinearFractionalPivot(TestBinarySearchLinearFractional):
    def make(self, feasible, **options):
        """Return the two searches and the closed form."""
        return super().make(feasible, solver="pivot", **options)


class TestBinarySearchFBeta(ElicitorContract):
    metric = f_beta(2)
    most_questions = 20

    def check_against_adversary(self, elicitor, shares):
        """A linear adversary is no F-beta: only the interval's order is promised."""
        low, high = elicitor.estimate().interval("b")
        assert low <= high

    def make(self, feasible, **options):
        """Return the search of the paper's corollary."""
        return BinarySearchFBeta(feasible, **{"tolerance": 0.05, **options})


class TestBisectionLinear(ElicitorContract):
    most_questions = 7

    def make(self, feasible, **options):
        """Return one question per bit."""
        return BisectionLinear(feasible, **{"tolerance": 0.02, **options})


class TestBisectionFBeta(ElicitorContract):
    metric = f_beta(2)
    most_questions = 7
    check_against_adversary = TestBinarySearchFBeta.check_against_adversary

    def make(self, feasible, **options):
        """Return one question per bit along the Tile's edge."""
        return BisectionFBeta(feasible, **{"tolerance": 0.01, **options})


class TestBisectionLinearFractional(ElicitorContract):
    metric = Metric.from_tile(0.8, 0.3)
    most_questions = 20
    is_exact = False

    def make(self, feasible, **options):
        """Return the cuts of the polygon of metrics that fit."""
        return BisectionLinearFractional(feasible, **{"tolerance": 0.01, **options})


class TestBayesianLinear(ElicitorContract):
    most_questions = 12
    stops = "budget"
    tolerances = ()
    level = 0.999

    def make(self, feasible, **options):
        """Return the engine with a budget and without tolerance."""
        return BayesianLinear(feasible, **{"max_questions": 12, **options})


class TestBayesianLinearOfACrowd(TestBayesianLinear):
    def make(self, feasible, **options):
        """Return the engine for many people with one question each."""
        return super().make(feasible, crowd=True, **options)


class TestBayesianFBeta(ElicitorContract):
    metric = f_beta(2)
    most_questions = 12
    stops = "budget"
    tolerances = ()
    level = 0.999
    check_against_adversary = TestBinarySearchFBeta.check_against_adversary

    def make(self, feasible, **options):
        """Return the engine with a budget and without tolerance."""
        return BayesianFBeta(feasible, **{"max_questions": 12, **options})


class TestBayesianLinearFractional(ElicitorContract):
    metric = Metric.from_tile(0.8, 0.3)
    most_questions = 12
    stops = "budget"
    tolerances = ()
    level = 0.999
    resolution = 1 / 96  # a cell of the grid on the Tile

    def make(self, feasible, **options):
        """Return the engine with a budget and without tolerance."""
        return BayesianLinearFractional(feasible, **{"max_questions": 12, **options})
