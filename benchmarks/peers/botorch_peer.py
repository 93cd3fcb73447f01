"""BoTorch on our task: a Gaussian process on classifiers, questions by EUBO.

References
----------
W. Chu and Z. Ghahramani, "Preference learning with Gaussian processes", ICML 2005 (`PairwiseGP`).
Z. J. Lin, R. Astudillo, P. I. Frazier and E. Bakshy, "Preference exploration for efficient
Bayesian optimization with multiple outcomes", AISTATS 2022 (EUBO).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch
from botorch.acquisition.preference import AnalyticExpectedUtilityOfBestOption
from botorch.exceptions import ModelFittingError
from botorch.fit import fit_gpytorch_mll
from botorch.models.pairwise_gp import PairwiseGP, PairwiseLaplaceMarginalLogLikelihood
from numpy.typing import NDArray

from benchmarks.peers.options import Inputs, Options
from whichmetric.values import Answer, Question

__all__ = ["BotorchPeer"]

FloatArray = NDArray[np.float64]
MOST_STEPS, ATTEMPTS = 200, 2
"""Cap on a fit. A cap on time would make the result depend on the machine's load."""


class BotorchPeer:
    """Asks by expected utility of the best option, learns with `PairwiseGP`.

    All pairs of the options are scored, so the acquisition function is at its exact maximum over
    them and no time goes into a search for it. The first question, where nothing is known, is
    drawn by chance. A fit that fails is replaced by the model with its initial parameters.

    Parameters
    ----------
    options : Options
    inputs : {"angle", "rates"}
        What the Gaussian process sees of a classifier.
    seed : int
        Of both torch and NumPy: `PairwiseGP` draws from NumPy's global generator.
    """

    def __init__(self, options: Options, inputs: Inputs, seed: int) -> None:
        self._options = options
        self._inputs = options.inputs(inputs)
        self._pairs = np.column_stack(np.triu_indices(len(self._inputs), 1))
        self._candidates = torch.tensor(self._inputs[self._pairs])
        self._told: list[tuple[int, int]] = []
        self._model: PairwiseGP | None = None
        self._asked = (-1, -1)
        self._rng = np.random.default_rng((seed, 1))
        self.failed_fits = 0
        torch.manual_seed(seed)
        np.random.seed(seed % 2**32)  # noqa: NPY002 - the generator that PairwiseGP uses

    def ask(self) -> Question:
        """The pair of largest expected utility of the better one, sides by chance."""
        first, second = self._rng.permutation(self._pairs[self._best_pair()])
        self._asked = int(first), int(second)
        return Question(*(self._options.matrices[place] for place in self._asked))

    def tell(self, answer: Answer) -> None:
        """Learn the answer, A or B, to the question that was asked last."""
        self._told.append(self._asked if answer is Answer.A else self._asked[::-1])
        used, comparisons = np.unique(self._told, return_inverse=True)
        points = torch.tensor(self._inputs[used])
        won = torch.tensor(comparisons.reshape(-1, 2))
        model = PairwiseGP(points, won)
        try:
            with _quiet():
                fit_gpytorch_mll(
                    PairwiseLaplaceMarginalLogLikelihood(model.likelihood, model),
                    optimizer_kwargs={"options": {"maxiter": MOST_STEPS}},
                    max_attempts=ATTEMPTS,
                )
        except ModelFittingError:
            self.failed_fits += 1
            model = PairwiseGP(points, won)
        self._model = model.eval()

    def utility(self, inputs: FloatArray) -> FloatArray:
        """Posterior mean utility at inputs of shape (n, d); ndarray of shape (n,)."""
        assert self._model is not None
        blocks = np.array_split(inputs, 1 + len(inputs) // 500)
        with _quiet(), torch.no_grad():
            means = [self._model.posterior(torch.tensor(block)).mean for block in blocks]
        return np.concatenate([mean.reshape(-1).numpy() for mean in means])

    def _best_pair(self) -> int:
        if self._model is None:
            return int(self._rng.integers(len(self._pairs)))
        with _quiet(), torch.no_grad():
            eubo = AnalyticExpectedUtilityOfBestOption(pref_model=self._model)
            return int(eubo(self._candidates).argmax())


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the warnings of repeated attempts, which are counted where they end in failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
