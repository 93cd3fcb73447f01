"""The population that a command works on, by name or from a file."""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.cli.reading import read_for_a_study
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion, FeasibleSet, SigmoidPopulation
from whichmetric.geometry.certificate import Certificate
from whichmetric.sources import breast_cancer_table
from whichmetric.sources.columns import Columns

__all__ = ["Population", "read_population"]

KNOWN = (
    "breast-cancer, sigmoid:5 (or another slope), or the path of a CSV or Parquet file, of a "
    "folder of them, or a pattern such as scores/*.csv"
)


class Population(NamedTuple):
    """A feasible set and what to call it."""

    feasible: FeasibleRegion
    name: str

    @property
    def certificate(self) -> Certificate | None:
        """What score bins leave open; None where there are none."""
        if not isinstance(self.feasible, FeasibleSet):
            return None
        known = self.feasible.table.certificate
        return None if known.is_exact else known


def read_population(
    text: str,
    *,
    label: str | None,
    score: str | None,
    weight: str | None,
    pos_label: str | None,
    bins: int | None = None,
    prevalence: float | None,
) -> Population:
    """The population of ``--population``, with the options that go with it."""
    columns = {
        "--label": label,
        "--score": score,
        "--weight": weight,
        "--pos-label": pos_label,
        "--bins": bins,
    }
    kind, colon, slope = text.partition(":")
    if text == "breast-cancer" or (kind == "sigmoid" and (colon or label is None)):
        for option, value in columns.items():
            if value is not None:
                raise InvalidInputError(
                    f"{option} {value} is for the columns of a file, but --population is {text}."
                )
        if text == "breast-cancer":
            feasible = FeasibleSet(breast_cancer_table(), prevalence=prevalence)
            return Population(feasible, "the built-in breast cancer model")
        return Population(
            _sigmoid(slope, text).feasible_set(prevalence=prevalence),
            f"the synthetic population of slope {slope}",
        )
    if not text.strip():
        raise InvalidInputError(f"--population is empty: give {KNOWN}.")
    if label is None or score is None:
        raise InvalidInputError(
            f"--population {text} is taken for a file, which needs --label and --score, the names "
            f"of two of its columns. Known populations: {KNOWN}."
        )
    table = read_for_a_study(text, Columns(label, score, weight), pos_label=pos_label, bins=bins)
    return Population(FeasibleSet(table, prevalence=prevalence), f"the model in {text}")


def _sigmoid(slope: str, population: str) -> SigmoidPopulation:
    try:
        return SigmoidPopulation(float(slope))
    except InvalidInputError as error:
        _, _, why = str(error).partition(" is ")
        raise InvalidInputError(f"--population {population} is {why}") from None
    except ValueError:
        raise InvalidInputError(
            f"--population {population} has {slope!r} where a number belongs, as in sigmoid:5."
        ) from None
