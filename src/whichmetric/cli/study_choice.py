"""Which study a command is about: one that is there, or a new one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import typer
from rich.console import Console

from whichmetric.cli.paragraphs import say
from whichmetric.cli.reading import read_for_a_study
from whichmetric.cli.similar_study import SimilarStudy, differences, similar_study
from whichmetric.cli.study_name import refuse_unfit_name
from whichmetric.cli.usual_stop import usual_stop
from whichmetric.elicitation.run import Family, Method
from whichmetric.errors import ConflictError, InvalidInputError
from whichmetric.sources.columns import Columns
from whichmetric.studies import Checks, Study, StudySpecification, StudyStore, find_study
from whichmetric.studies.names import free_name, name_from
from whichmetric.studies.sentences import prevalence_text
from whichmetric.studies.wording_file import read_words, wording_from
from whichmetric.values import checked_prevalence

__all__ = ["ChosenStudy", "NewStudy", "WantedStudy", "chosen_study", "wanted_study"]


@dataclass(frozen=True, kw_only=True)
class NewStudy:
    """What the command line says about a study to be made; None for what it leaves out."""

    scores: str | None
    label: str | None
    score: str | None
    weight: str | None
    pos_label: str | None
    bins: int | None
    prevalence: float | None
    family: Family | None
    method: Method | None
    questions: int | None
    seed: int | None
    out_of: int | None
    wording: str | None
    words: Mapping[str, str]
    repeats: int | None = None
    dominated: int | None = None
    held_out: int | None = None
    guess: bool | None = None
    crowd: bool | None = None

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
        for name, word in self.words.items():
            if not word.strip():
                option = f"--{name.replace('_', '-')}"
                raise InvalidInputError(f"{option} {word!r} is empty: give a word or two.")
        words = {} if self.wording is None else read_words(self.wording)
        family, method = self.family or "linear", self.method or "bayesian"
        wanted = {
            "max_questions": self.questions,
            "crowd": self.crowd,
            **({} if self.crowd else usual_stop(family, method, self.questions)),
            **{name: getattr(self, name) for name in Checks.names()},
        }
        return StudySpecification(
            wording=wording_from({**words, **self.words}),
            table=read_for_a_study(
                self.scores,
                Columns(self.label, self.score, self.weight),
                pos_label=self.pos_label,
                bins=self.bins,
            ),
            prevalence=self.prevalence,  # type: ignore[arg-type]  # None is the table's own
            family=family,
            method=method,
            options={name: value for name, value in wanted.items() if value is not None},
            seed=self.seed or 0,
            out_of=self.out_of,  # type: ignore[arg-type]  # None follows from the prevalence
        )

    def given(self) -> dict[str, Any]:
        """What was said about a new study, by its option."""
        own = {name: value for name, value in vars(self).items() if name not in ("scores", "words")}
        said = {
            name: value for name, value in (own | dict(self.words)).items() if value is not None
        }
        return {f"--{name.replace('_', '-')}": value for name, value in said.items()}


class WantedStudy(NamedTuple):
    """What a command asks for, all that it says read and checked.

    Parameters
    ----------
    name : str or None
        Of the study, where it has been named.
    specification : StudySpecification or None
        None where a study that is there is meant, and nothing else.
    new : NewStudy
    """

    name: str | None
    specification: StudySpecification | None
    new: NewStudy


class ChosenStudy(NamedTuple):
    """A study, and how it came about.

    Parameters
    ----------
    study : Study
    is_new : bool
    similar : SimilarStudy or None
        One that may have been meant instead, where nobody could be asked.
    """

    study: Study
    is_new: bool
    similar: SimilarStudy | None = None


def wanted_study(name: str | None, new: NewStudy) -> WantedStudy:
    """Read what a command says before any place for studies is opened, and perhaps made."""
    if name is not None:
        refuse_unfit_name("--study", name)
    if name is None or new.scores is not None:
        return WantedStudy(name, new.specification(), new)
    for option, value in new.given().items():
        told = option if value is True else f"{option} {value}"
        raise InvalidInputError(
            f"{told} is for a new study, but --study {name} is there already and "
            "never changes: leave it out, or give a file of scores."
        )
    return WantedStudy(name, None, new)


def chosen_study(store: StudyStore, wanted: WantedStudy, *, ask_back: bool) -> ChosenStudy:
    """The study of this name, or of this specification; made where there is none.

    Parameters
    ----------
    store : StudyStore
    wanted : WantedStudy
    ask_back : bool
        Whether a person is there to be asked which study is meant, and how common the condition
        is.
    """
    name, specification, new = wanted
    if specification is None:
        return ChosenStudy(Study.open(store, str(name)), is_new=False)
    stem = name_from(Path(str(new.scores)).stem, otherwise="study")
    found = _begun(store, stem, wanted) if name is None else _named(store, name, wanted)
    if found is not None:
        return ChosenStudy(found, is_new=False)
    similar = None if name is not None else similar_study(store, specification, stem)
    if similar is not None and ask_back:
        if _goes_on(similar):
            return ChosenStudy(similar.study, is_new=False)
        similar = None
    own_name = name or _name_of_command(stem, specification)
    if ask_back and new.prevalence is None:
        as_in_data, specification = specification, _at_prevalence(specification, new)
        if name is None and specification != as_in_data:
            own_name = f"{own_name}-{specification.prevalence:.6g}"
    new_study = _created(store, specification, own_name, may_number=name is None)
    return ChosenStudy(new_study, True, similar)


def _created(
    store: StudyStore, specification: StudySpecification, name: str, *, may_number: bool
) -> Study:
    """A new study; where another one has the name, with a number behind it, if that is allowed."""
    free = name
    while True:
        try:
            return Study.create(store, specification, id=free)
        except ConflictError:  # as where another study was imported under this name
            if not may_number:
                raise
            free = free_name(name, {header.id for header in store.studies()})


def _name_of_command(stem: str, specification: StudySpecification) -> str:
    """What a command calls its study; a share that is typed later is put behind.

    So the same command finds the study again, and studies at other shares have other names.
    """
    return f"{stem}-{specification.fingerprint[:6]}"


def _begun(store: StudyStore, stem: str, wanted: WantedStudy) -> Study | None:
    """The study that the same command has begun; else one that asks the same."""
    for wish in _wishes(wanted):
        own = _name_of_command(stem, wish)
        named = [
            Study.open(store, header.id)
            for header in reversed(store.studies())
            if f"{header.id}-".startswith(f"{own}-") and not header.problem
        ]
        fits = [s for s in named if s.specification == _at_share_of(s, wish, wanted.new)]
        # Who typed a share did not mean the data's.
        typed = [study for study in fits if study.specification != wish]
        found = next(iter(typed + fits), None) or find_study(store, wish)
        if found is not None:
            return found
    return None


def _named(store: StudyStore, name: str, wanted: WantedStudy) -> Study | None:
    """The study of this name, refused where the command differs; None where there is none."""
    if name not in {header.id for header in store.studies() if not header.problem}:
        return None
    study = Study.open(store, name)
    wishes = [_at_share_of(study, wish, wanted.new) for wish in _wishes(wanted)]
    if study.specification in wishes:
        return study
    raise ConflictError(
        f"There is a study {name} already, and this command is not the same: "
        f"{'; '.join(differences(wishes[0], study.specification))}. To go on with it, give --study "
        f"{name} without a file and what belongs to it; for a new study, another name with --study."
    )


def _wishes(wanted: WantedStudy) -> Iterator[StudySpecification]:
    """What the command asks for; then the same as it was before.

    Studies had no usual stop once, other held-out pairs, and another "about equal".
    """
    wish, new = wanted.specification, wanted.new
    assert wish is not None
    stop = usual_stop(wish.family, wish.method, new.questions)
    kept = {name: value for name, value in wish.options.items() if name not in stop}
    choices = (wish.options, kept) if stop else (wish.options,)
    versions = (range(newest, 0, -1) for newest in (wish.pairs_version, wish.ties_version))
    for options, pairs, ties in product(choices, *versions):
        yield replace(wish, options=options, pairs_version=pairs, ties_version=ties)


def _at_share_of(study: Study, wish: StudySpecification, new: NewStudy) -> StudySpecification:
    """The wish at the study's share, which somebody may have typed, where the command has none."""
    if new.prevalence is not None:
        return wish
    there = study.specification
    return replace(wish, prevalence=there.prevalence, out_of=new.out_of or there.out_of)


def _goes_on(similar: SimilarStudy) -> bool:
    """Ask which of two studies is meant."""
    say(Console(highlight=False), similar.text)
    while True:
        typed = _prompted(f"Go on with {similar.study.id} (g), or begin a new study (n)?").lower()
        if typed in ("g", "n"):
            return typed == "g"


def _prompted(question: str) -> str:
    """What was typed; Ctrl-C and the end of input are what they are everywhere."""
    try:
        typed: str = typer.prompt(question, default="", show_default=False, prompt_suffix=" ")
    except typer.Abort:
        typer.echo()
        raise KeyboardInterrupt from None
    return typed.strip()


def _at_prevalence(specification: StudySpecification, new: NewStudy) -> StudySpecification:
    """Ask how common the condition is where the model will work."""
    console = Console(highlight=False)
    told = prevalence_text(specification.wording, specification.prevalence)
    say(
        console,
        f"In {new.scores} {told}. Experts should be asked about the place where the model will "
        "work. If the share is another there, type it, such as 0.05 or 5%; else press Enter. It "
        "cannot be changed once the study has begun.",
    )
    while True:
        typed = _prompted("Share there:")
        if not typed:
            return specification
        try:
            # As many cases are shown as the new share needs.
            return replace(specification, prevalence=_share(typed), out_of=new.out_of)  # type: ignore[arg-type]
        except InvalidInputError as error:
            say(console, str(error))


def _share(typed: str) -> float:
    """The share that was typed, as a number or in percent."""
    try:
        number = float(typed.removesuffix("%"))
    except ValueError:
        raise InvalidInputError(f"{typed} is not a share, such as 0.05 or 5%.") from None
    return checked_prevalence(number / 100.0 if typed.endswith("%") else number)
