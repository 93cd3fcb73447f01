"""All that decides which questions a study asks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from typing import Any

from whichmetric.arguments import as_whole_number, expect
from whichmetric.elicitation import Elicitor, make_elicitor
from whichmetric.elicitation.frozen_mapping import FrozenMapping
from whichmetric.elicitation.run import Family, Method
from whichmetric.errors import DocumentError, InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.geometry.plain_columns import COLUMNS, plain_columns, table_of_columns
from whichmetric.inference import STEADY
from whichmetric.studies.checks import Checks
from whichmetric.studies.denominator import denominator
from whichmetric.studies.fields import Fields
from whichmetric.studies.options import elicitor_options, plain_options
from whichmetric.studies.plain_text import plain_text
from whichmetric.studies.wording import Wording
from whichmetric.values import checked_prevalence

__all__ = ["StudySpecification", "installed_version"]


LARGEST_SEED = 2**53 - 1
"""Up to here every JSON reader keeps whole numbers exactly."""
PAIRS_VERSION = 2
"""How held-out pairs of new studies are drawn; what was stored before there was another is 1."""
TIES_VERSION = 2
"""What is thought of who says "about equal" in new studies; the same holds of it."""


def installed_version() -> str:
    """Of this package."""
    return version("whichmetric")


@dataclass(frozen=True, kw_only=True)
class StudySpecification:
    """What a study asks about, how, and in which words; refused where no question could follow.

    Parameters
    ----------
    table : ScoreTable
        The model's scores. Its three columns are stored whole; what their rounding left off, which
        matters only for adding tables up, is not.
    prevalence : float, optional
        Share of positive cases where the model will work, a rate; the table's own where left out.
    family : {"linear", "f-beta", "linear-fractional"}
    method : {"bayesian", "bisection", "binary-search"}
    options : mapping, optional
        Those that `make_elicitor` takes, such as ``tolerance``, ``max_questions``, ``direction`` or
        ``factor``; and how many of each check are woven in, ``repeats``, ``dominated``,
        ``held_out`` and ``guess``: see `Checks`. With ``crowd=True`` many people answer one
        question each, in one session.
    seed : int
        Every session draws from this and from its own name.
    out_of : int, optional
        Whole cases that are shown, fixed for the study; see `denominator` where left out.
    wording : Wording, optional
    pairs_version : {1, 2}
        How held-out pairs are drawn, so that every stored study goes on as it began: from 2 on,
        three of five tell whether the metric bends. It is 1 where none are held out.
    ties_version : {1, 2}
        What the Bayesian method thinks of an expert who says "about equal", so that every stored
        study goes on as it began: with 1 the errors of everybody (`inference.STEADY`), from 2 on
        another prior. It is 1 for other methods and for a crowd.
    code_version : str, optional
        Of the package that made the study. Two studies that differ in it alone are equal.

    Examples
    --------
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1, 0, 1], [0.1, 0.3, 0.35, 0.8, 0.6, 0.9])
    >>> study = StudySpecification(table=table, prevalence=0.02, method="bisection")
    >>> study.out_of
    10000
    >>> study.elicitor("dr-lee")
    BisectionLinear(0 answers, not started)
    """

    table: ScoreTable = field(repr=False)
    prevalence: float = None  # type: ignore[assignment]  # a float once it has been made
    family: Family = "linear"
    method: Method = "bayesian"
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seed: int = 0
    out_of: int = None  # type: ignore[assignment]  # a whole number once it has been made
    wording: Wording = field(default_factory=Wording, repr=False)
    pairs_version: int = PAIRS_VERSION
    ties_version: int = TIES_VERSION
    code_version: str = field(default_factory=installed_version, compare=False)

    def __post_init__(self) -> None:
        expect("table", self.table, ScoreTable, "build one with ScoreTable.from_arrays, for one")
        expect("wording", self.wording, Wording, 'give Wording(case="patient", ...)')
        given: Any = self.prevalence
        share = checked_prevalence(self.table.prevalence if given is None else given)
        seed = as_whole_number("seed", self.seed)
        if not 0 <= seed <= LARGEST_SEED:
            raise InvalidInputError(f"seed={seed} is not from 0 to {LARGEST_SEED:,}.")
        # None is not handed on, though elicitors take it: people are shown whole cases.
        wanted: Any = self.out_of
        out_of = denominator(share) if wanted is None else wanted
        checked = {
            "prevalence": share,
            "seed": seed,
            "out_of": as_whole_number("out_of", out_of),
            "options": FrozenMapping(plain_options(self.options)),
            "code_version": plain_text("code_version", self.code_version, longest=60),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        pairs = self._checked_version("pairs_version", PAIRS_VERSION)
        object.__setattr__(self, "pairs_version", pairs if self.checks.held_out else 1)
        ties = self._checked_version("ties_version", TIES_VERSION)
        object.__setattr__(self, "ties_version", ties if self._is_about_a_person else 1)
        if self.is_crowd and self.checks.as_options():
            named = ", ".join(f"{name}={value}" for name, value in self.checks.as_options().items())
            raise InvalidInputError(
                f"crowd=True does not go with {named}: checks are for somebody who answers several "
                "questions, and of a crowd everybody answers one. Leave one of the two out."
            )
        self.elicitor("")  # refuses what does not fit together, before anybody is asked

    def _checked_version(self, name: str, newest: int) -> int:
        version = as_whole_number(name, getattr(self, name))
        if not 1 <= version <= newest:
            raise InvalidInputError(
                f"{name}={version} is not from 1 to {newest}: leave it out, or "
                "install the whichmetric that has made the study."
            )
        return version

    @property
    def _is_about_a_person(self) -> bool:
        """Whether one person's errors are inferred from the answers."""
        return self.method == "bayesian" and not self.is_crowd

    @cached_property
    def feasible(self) -> FeasibleSet:
        """The trade-offs that experts choose among."""
        return FeasibleSet(self.table, prevalence=self.prevalence)

    @property
    def is_crowd(self) -> bool:
        """Whether every answer is another person's, and all of them share one session."""
        return bool(self.options.get("crowd"))

    @cached_property
    def people(self) -> int | None:
        """How many of a crowd are asked at most; None where no crowd is."""
        return self.elicitor("").max_questions if self.is_crowd else None

    def is_full(self, answers: int) -> bool:
        """Whether so many of a crowd have answered that nobody else is asked."""
        return self.people is not None and answers >= self.people

    @cached_property
    def checks(self) -> Checks:
        """What is asked to see whether answers can be trusted."""
        return Checks.from_options(self.options)

    def session_seed(self, session: str) -> int:
        """The seed of one session, which follows from the study's seed and the session's name."""
        digest = hashlib.sha256(f"{self.seed}\n{session}".encode()).digest()
        return int.from_bytes(digest[:8], "big") >> 1

    def elicitor(self, session: str) -> Elicitor:
        """A fresh elicitor of one session; the same name gives the same questions."""
        return make_elicitor(
            self.feasible,
            family=self.family,
            method=self.method,
            out_of=self.out_of,
            rng=self.session_seed(session),
            **self.elicitor_options,
        )

    @cached_property
    def elicitor_options(self) -> dict[str, Any]:
        """What `make_elicitor` takes besides, as values."""
        noise = self.options.get("noise")
        if noise is None and self._is_about_a_person:
            noise = {}
        if self.ties_version == 1 and isinstance(noise, Mapping):
            return elicitor_options({**self.options, "noise": {**STEADY, **noise}})
        return elicitor_options(self.options)

    @property
    def elicitor_budget(self) -> int | None:
        """Questions that the elicitor itself may ask: the budget but for the checks."""
        return self.elicitor_options.get("max_questions")

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of all that decides the questions and the words; not of the code version."""
        plain = {name: value for name, value in self.as_plain().items() if name != "code_version"}
        # How many cases weights count for decides neither.
        plain["table"] = {name: x for name, x in plain["table"].items() if name != "cases"}
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()

    def as_plain(self) -> dict[str, Any]:
        """For JSON, every number to its last digit."""
        return {
            "code_version": self.code_version,
            "family": self.family,
            "method": self.method,
            "options": dict(self.options),
            "seed": self.seed,
            "prevalence": self.prevalence,
            "out_of": self.out_of,
            "wording": self.wording.as_plain(),
            # Left out where it is what studies were before there was another.
            **{
                name: version
                for name in ("pairs_version", "ties_version")
                if (version := getattr(self, name)) > 1
            },
            "table": {
                "fingerprint": self.table.fingerprint,
                **plain_columns(self.table),
            },
        }

    @classmethod
    def from_plain(cls, where: str, values: Any) -> StudySpecification:
        """What `as_plain` has written, its table compared with its fingerprint.

        Raises
        ------
        DocumentError
            Naming the field that is damaged.
        """
        with Fields(where, values).reading() as read:
            family: Any = read.text("family")
            method: Any = read.text("method")
            return cls(
                table=_table(read.inner("table")),
                prevalence=read.number("prevalence"),
                family=family,
                method=method,
                options=read.mapping("options"),
                seed=read.whole("seed"),
                out_of=read.whole("out_of"),
                wording=Wording.from_plain(f"{where}, wording", read.mapping("wording")),
                pairs_version=read.whole("pairs_version") if read.has("pairs_version") else 1,
                ties_version=read.whole("ties_version") if read.has("ties_version") else 1,
                code_version=read.text("code_version"),
            )


def _table(fields: Fields) -> ScoreTable:
    with fields.reading() as read:
        # Only a table on bins has ends of them, and only one of odd weights a number of cases.
        names = [name for name in COLUMNS if name in COLUMNS[:3] or read.has(name)]
        table = table_of_columns({name: read.numbers(name) for name in names})
        stored = read.text("fingerprint")
        if stored != table.fingerprint:
            raise DocumentError(
                f"{fields.where}: the numbers have the fingerprint {table.fingerprint[:16]}..., "
                f"but {stored[:16]}... was stored: the score table has been changed or damaged."
            )
    return table
