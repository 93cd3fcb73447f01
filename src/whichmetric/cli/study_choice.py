"""Which study a command is about: one that is there, or a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import typer

from whichmetric.elicitation.run import Family, Method
from whichmetric.errors import InvalidInputError
from whichmetric.sources import read_scores
from whichmetric.studies import Study, StudySpecification, StudyStore, find_study
from whichmetric.studies.names import name_from
from whichmetric.studies.sentences import prevalence_text
from whichmetric.studies.wording_file import read_words, wording_from
from whichmetric.values import checked_prevalence

__all__ = ["ChosenStudy", "NewStudy", "chosen_study"]


@dataclass(frozen=True, kw_only=True)
class NewStudy:
    """What the command line says about a study to be made; None for what it leaves out."""

    scores: str | None
    label: str | None
    score: str | None
    weight: str | None
    pos_label: str | None
    prevalence: float | None
    family: Family | None
    method: Method | None
    questions: int | None
    seed: int | None
    wording: str | None
    words: Mapping[str, str]

    def specification(self) -> StudySpecification:
        """Read the file and put everything together."""
        if self.scores is None:
            raise InvalidInputError(
                "Give a file of scores with --label and --score, or the name of a study with "
                "--study; `whichmetric studies` lists them."
            )
        if self.label is None or self.score is None:
            raise InvalidInputError(
                f"{self.scores} needs --label and --score, the names of two of its columns."
            )
        words = {} if self.wording is None else read_words(self.wording)
        budget = {} if self.questions is None else {"max_questions": self.questions}
        return StudySpecification(
            wording=wording_from({**words, **self.words}),
            table=read_scores(
                self.scores,
                label=self.label,
                score=self.score,
                weight=self.weight,
                pos_label=self.pos_label,
            ),
            prevalence=self.prevalence,  # type: ignore[arg-type]  # None is the table's own
            family=self.family or "linear",
            method=self.method or "bayesian",
            options=budget,
            seed=self.seed or 0,
        )

    def given(self) -> dict[str, Any]:
        """What was said about a new study, by its option."""
        own = {name: value for name, value in vars(self).items() if name not in ("scores", "words")}
        said = {
            name: value for name, value in (own | dict(self.words)).items() if value is not None
        }
        return {f"--{name.replace('_', '-')}": value for name, value in said.items()}


class ChosenStudy(NamedTuple):
    """A study, and how it came about.

    Parameters
    ----------
    study : Study
    is_new : bool
    """

    study: Study
    is_new: bool


def chosen_study(
    store: StudyStore, name: str | None, new: NewStudy, *, ask_back: bool
) -> ChosenStudy:
    """The study of this name, or of this specification; made where there is none.

    Parameters
    ----------
    store : StudyStore
    name : str or None
    new : NewStudy
    ask_back : bool
        Whether a person is there to be asked how common the condition is.
    """
    if name is not None and new.scores is None:
        for option, value in new.given().items():
            raise InvalidInputError(
                f"{option} {value} is for a new study, but --study {name} is there already and "
                "never changes: leave it out, or give a file of scores."
            )
        return ChosenStudy(Study.open(store, name), is_new=False)
    specification = new.specification()
    asks_share = ask_back and new.prevalence is None
    found = find_study(store, specification)
    if found is None and asks_share:  # the last time, another share may have been the answer
        found = find_study(store, specification, any_prevalence=True)
    if found is not None and name in (None, found.id):
        return ChosenStudy(found, is_new=False)
    if asks_share:
        specification = _at_prevalence(specification, str(new.scores))
    stem = name_from(Path(str(new.scores)).stem, otherwise="study")
    own_name = f"{stem}-{specification.fingerprint[:6]}"
    return ChosenStudy(Study.create(store, specification, id=name or own_name), is_new=True)


def _at_prevalence(specification: StudySpecification, source: str) -> StudySpecification:
    """Ask how common the condition is where the model will work."""
    typer.echo(
        f"In {source} {prevalence_text(specification.wording, specification.prevalence)}.\n"
        "Experts should be asked about the place where the model will work. If the\n"
        "share is another there, type it, such as 0.05 or 5%; else press Enter.\n"
        "It cannot be changed once the study has begun."
    )
    while True:
        typed = typer.prompt("Share there", default="", show_default=False).strip()
        if not typed:
            return specification
        try:
            # As many cases are shown as the new share needs.
            return replace(specification, prevalence=_share(typed), out_of=None)  # type: ignore[arg-type]
        except InvalidInputError as error:
            typer.echo(str(error))


def _share(typed: str) -> float:
    """The share that was typed, as a number or in percent."""
    try:
        number = float(typed.removesuffix("%"))
    except ValueError:
        raise InvalidInputError(f"{typed} is not a share, such as 0.05 or 5%.") from None
    return checked_prevalence(number / 100.0 if typed.endswith("%") else number)
