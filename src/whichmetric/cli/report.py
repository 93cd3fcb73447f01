"""``whichmetric report``: what a study has come to, as text, as a page or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from whichmetric.cli.complaint import complaints
from whichmetric.cli.document_file import refuse_to_replace, write_document
from whichmetric.cli.experts import checked_expert
from whichmetric.cli.model_tables import ModelColumns, model_tables
from whichmetric.cli.paragraphs import say
from whichmetric.cli.shared_options import AsJson, Bins, Force, StudyName
from whichmetric.cli.stores import Database, open_store
from whichmetric.errors import InvalidInputError
from whichmetric.reports.html_report import page_of
from whichmetric.reports.report_data import report_as_plain
from whichmetric.reports.study_report import StudyReport, study_report
from whichmetric.studies import Study
from whichmetric.studies.moments import utc_now

__all__ = ["report"]

PAGES = (".html", ".htm")


def report(
    study: StudyName,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Write a page (.html) or all numbers (.json)."
        ),
    ] = None,
    force: Force = False,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model", metavar="NAME=FILE", help="Rank this model beside it; may be repeated."
        ),
    ] = None,
    label: Annotated[
        str | None, typer.Option(help="Column of the true labels in those files.")
    ] = None,
    score: Annotated[str | None, typer.Option(help="Column of the scores in them.")] = None,
    weight: Annotated[
        str | None, typer.Option(help="Column of weights in them; else all are 1.")
    ] = None,
    pos_label: Annotated[
        str | None, typer.Option(help="Their positive label, where it is not 1 or true.")
    ] = None,
    bins: Bins = None,
    expert: Annotated[
        str | None, typer.Option(metavar="NAME", help="This expert's part alone.")
    ] = None,
    everyone: Annotated[
        bool,
        typer.Option(
            "--everyone",
            help="Count experts whose answers hardly hang together, or prefer the worse option.",
        ),
    ] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    r"""Say what was asked, what was answered, and which threshold follows, for each expert.

    A page holds all of that for a paper's appendix or an auditor, with every
    question as it was shown and the command that makes the page again. It needs
    no network and prints to PDF from any browser.

        # A page, and the same as numbers.
        whichmetric report scores-3fa21c -o report.html
        whichmetric report scores-3fa21c -o report.json
        # Other models beside the one that was studied.
        whichmetric report scores-3fa21c -o report.html \
            --model forest=forest.csv --label y --score p
    """
    with complaints(), open_store(database, create=False) as store:
        kind = _kind(out)
        if out is not None:
            refuse_to_replace(out, force=force)
        if model and out is None and not as_json:
            raise InvalidInputError(
                f"--model {model[0]} is for a page or for JSON: add --out report.html or --json."
            )
        columns = ModelColumns(label, score, weight, pos_label, bins)
        models = model_tables(model or [], columns)
        who = None if expert is None else checked_expert(expert)
        made = study_report(Study.open(store, study), who, everyone=everyone)
        if out is None and not as_json:
            _print(Console(highlight=False), made)
        else:
            known = report_as_plain(
                made, at=utc_now(), models=models, expert=who, read_with=columns._asdict()
            )
            if out is not None:
                written = page_of(known) if kind in PAGES else _json(known) + "\n"
                write_document(out, written, force=force)
            typer.echo(_json(known) if as_json else f"The report of study {study} is in {out}.")
        if any(part.summary.problem for part in made.experts):
            raise typer.Exit(1)  # as export does: a script should notice what cannot be read


def _kind(out: str | None) -> str:
    """The ending of the file, which says what to write."""
    if out is None:
        return ""
    kind = Path(out).suffix.lower()
    if kind not in (*PAGES, ".json"):
        raise InvalidInputError(
            f"--out {out} ends neither in .html nor in .json: name a page or a JSON file. For a "
            "PDF, write a page and print it from a browser."
        )
    return kind


def _json(known: dict[str, Any]) -> str:
    return json.dumps(known, indent=2, allow_nan=False)


def _print(console: Console, made: StudyReport) -> None:
    say(console, made.study.specification.wording.title, style="bold")
    for text in made.texts:
        say(console, text)
    for expert in made.experts:
        state, *others = expert.texts
        console.print()
        say(console, state, style="bold")
        for text in others:
            say(console, text)
        for text in expert.question_texts:
            say(console, text)
    if made.together is not None:
        console.print()
        say(console, made.together.title, style="bold")
        for text in made.together.texts:
            say(console, text)
    if not made.experts:
        console.print("\nNobody has begun to answer.")
