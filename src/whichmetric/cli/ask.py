"""``whichmetric ask``: a study, at the terminal."""

from __future__ import annotations

import sys
import threading
from contextlib import ExitStack, suppress
from typing import Annotated, TextIO

import typer
from rich.console import Console

from whichmetric.cli.complaint import complaints
from whichmetric.cli.conversation import converse
from whichmetric.cli.conversation_view import ConversationView
from whichmetric.cli.experts import checked_expert, namesake, session_to_go_on_with
from whichmetric.cli.guess import ask_guess
from whichmetric.cli.json_lines import JsonLines
from whichmetric.cli.keyboard import Keyboard, has_keyboard
from whichmetric.cli.lines import Lines
from whichmetric.cli.outcome import Outcome
from whichmetric.cli.paragraphs import say
from whichmetric.cli.people import ask_people
from whichmetric.cli.screen import Screen
from whichmetric.cli.setting import Setting
from whichmetric.cli.shared_options import FAMILY, METHOD, Bins, PosLabel, Prevalence, Weight
from whichmetric.cli.stores import Database, open_store
from whichmetric.cli.study_choice import NewStudy, chosen_study, wanted_study
from whichmetric.cli.waiting_store import LONG, Unfinished, watched
from whichmetric.elicitation.run import Family, Method
from whichmetric.errors import InvalidInputError, WhichmetricError
from whichmetric.reports.conclusion import conclude
from whichmetric.studies import Session, Study, StudyStore
from whichmetric.studies.introduction import introduction
from whichmetric.trust import check_model, consistency

__all__ = ["ask"]


def ask(
    scores: Annotated[
        str | None,
        typer.Argument(
            metavar="SCORES",
            help="CSV or Parquet file (folder, pattern) with one row per case.",
            show_default=False,
        ),
    ] = None,
    label: Annotated[str | None, typer.Option(help="Column of the true labels.")] = None,
    score: Annotated[str | None, typer.Option(help="Column of the model's scores.")] = None,
    weight: Weight = None,
    pos_label: PosLabel = None,
    bins: Bins = None,
    prevalence: Prevalence = None,
    family: Annotated[Family | None, FAMILY] = None,
    method: Annotated[Method | None, METHOD] = None,
    questions: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Ask at most so many, checks included; of a crowd, people. Else until enough is "
            "known, 30 at most, or 200 people.",
        ),
    ] = None,
    crowd: Annotated[
        bool, typer.Option("--crowd", help="Ask many people in turn, one question each.")
    ] = False,
    repeats: Annotated[
        int | None, typer.Option(min=0, help="Check: so many questions come again, sides swapped.")
    ] = None,
    dominated: Annotated[
        int | None,
        typer.Option(min=0, help="Check: so many pairs with one option better in every way."),
    ] = None,
    held_out: Annotated[
        int | None,
        typer.Option(min=0, help="Check: so many pairs that only judge the result; 15 tell much."),
    ] = None,
    guess: Annotated[
        bool, typer.Option("--guess", help="Check: ask for a guess of the cost ratio first.")
    ] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="Of all that is drawn; else 0.")] = None,
    out_of: Annotated[
        int | None,
        typer.Option(min=1, help="Show options out of so many cases; else 1,000 or more."),
    ] = None,
    title: Annotated[str | None, typer.Option(help="What the study is called.")] = None,
    case: Annotated[str | None, typer.Option(help='What a case is called: "patient".')] = None,
    cases: Annotated[
        str | None, typer.Option(help="The plural, where it is not just an s.")
    ] = None,
    condition: Annotated[
        str | None, typer.Option(help='What makes a case positive: "cancer".')
    ] = None,
    flag: Annotated[str | None, typer.Option(help='What a flag leads to: "a biopsy".')] = None,
    miss: Annotated[
        str | None, typer.Option(help='What a miss means, a sentence: "It is found later."')
    ] = None,
    false_alarm: Annotated[
        str | None, typer.Option(help="What a false alarm means, a sentence.")
    ] = None,
    wording: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="TOML or JSON file with these words, and verbs."),
    ] = None,
    study: Annotated[
        str | None, typer.Option(metavar="NAME", help="Go on with this study, or call it so.")
    ] = None,
    expert: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Who answers; each expert has answers of their own."),
    ] = None,
    database: Database = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Whole sentences, line by line: for screen readers.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object to a line, and nothing else.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask back before a new study is begun.")
    ] = False,
) -> None:
    r"""Ask an expert which mistakes weigh more, and find the threshold for that.

    Every answer is kept at once. Stop whenever you like (q, Ctrl-C, a closed
    window) and give the same command again to go on.

        # Begin, or go on.
        whichmetric ask scores.csv --label y --score p --prevalence 0.05
        # In the words of those who are asked.
        whichmetric ask scores.csv --label y --score p --case patient \
            --condition cancer --flag "a biopsy"
        # With checks of whether the answers can be trusted: see the report.
        whichmetric ask scores.csv --label y --score p --questions 36 \
            --repeats 4 --dominated 2 --held-out 15 --guess
        # Whoever comes by, one question each.
        whichmetric ask scores.csv --label y --score p --crowd --questions 100
        # Go on with a study, as somebody else.
        whichmetric ask --study scores-3fa21c --expert "Dr Lee"
        # Without a terminal, an answer to a line.
        printf 'a\nb\ne\n' | whichmetric ask --study scores-3fa21c --json
    """
    words = {
        "title": title,
        "case": case,
        "cases": cases,
        "condition": condition,
        "flag": flag,
        "miss": miss,
        "false_alarm": false_alarm,
    }
    new = NewStudy(
        scores=scores,
        label=label,
        score=score,
        weight=weight,
        pos_label=pos_label,
        bins=bins,
        prevalence=prevalence,
        family=family,
        method=method,
        questions=questions,
        seed=seed,
        out_of=out_of,
        wording=wording,
        words={name: word for name, word in words.items() if word is not None},
        repeats=repeats,
        dominated=dominated,
        held_out=held_out,
        guess=guess or None,
        crowd=crowd or None,
    )
    person = _at_a_terminal() and not as_json
    with complaints():
        if crowd and expert is not None:
            raise InvalidInputError(
                f"--expert {expert} does not go with --crowd: people of a crowd answer one "
                "question each, and have no names. Leave one of the two out."
            )
        who = "" if expert is None else checked_expert(expert)
        wanted = wanted_study(study, new)
        with (
            open_store(database, create=wanted.specification is not None) as store,
            ExitStack() as stack,
        ):
            chosen = chosen_study(store, wanted, ask_back=person and not yes)
            face = _face(stack, as_json=as_json, plain=plain or not person)
            opened = Study(watched(store, face.waiting), chosen.study.record)
            session = session_to_go_on_with(opened, who)
            setting = Setting(
                study=opened,
                session=session,
                database=database,
                is_new=chosen.is_new,
                similar=chosen.similar,
                namesake="" if session.answers else namesake(opened, session),
            )
            if setting.warning and not as_json:
                say(Console(stderr=True, highlight=False), setting.warning)
            _run(setting, face, store)


def _at_a_terminal() -> bool:
    """Whether somebody types and somebody reads; a closed output is None."""
    output: TextIO | None = sys.stdout
    return sys.stdin.isatty() and output is not None and output.isatty()


def _run(setting: Setting, face: ConversationView, store: StudyStore) -> None:
    """Talk to the end, and say what is kept, whatever the end."""
    session = setting.session
    try:
        finished = _talk(setting, face)
    except KeyboardInterrupt as stop:
        certain = not isinstance(stop, Unfinished) and _is_up_to_date(store, setting.study, session)
        face.end(Outcome(setting=setting, certain=certain))
        raise typer.Exit(130) from None
    except BrokenPipeError:  # nobody is there to be told
        raise
    except (WhichmetricError, OSError):  # the complaint follows
        face.end(Outcome(setting=setting))
        raise
    specification = setting.study.specification
    found = conclude(specification, session.estimate()) if finished else None
    asked_alone = found is not None and not specification.is_crowd
    judged = consistency(session) if asked_alone else None
    checked = None if judged is None else check_model(session, judged)
    face.end(Outcome(setting=setting, conclusion=found, judged=judged, checked=checked))


def _is_up_to_date(store: StudyStore, study: Study, session: Session) -> bool:
    """See an answer that was stored just before; False where the database takes its time.

    Whoever presses Ctrl-C while a server is away does not want to wait for it.
    """
    there = threading.Event()

    def look() -> None:
        with suppress(WhichmetricError, OSError):
            store.events(study.id, session.id, start=session.position)
            there.set()

    threading.Thread(target=look, daemon=True).start()
    if not there.wait(LONG):
        return False
    session.refresh()
    return True


def _face(stack: ExitStack, *, as_json: bool, plain: bool) -> ConversationView:
    if as_json:
        return JsonLines()
    console = Console(highlight=False)
    if plain or console.is_dumb_terminal or not has_keyboard():
        return Lines(console)
    return Screen(console, stack.enter_context(Keyboard()))


def _talk(setting: Setting, face: ConversationView) -> bool:
    """From the introduction to the last question; False where the expert stops before."""
    session, words = setting.session, setting.study.specification.wording
    if setting.study.specification.is_crowd:
        return ask_people(setting, face)
    asked = session.ask()
    if session.answers or asked is None:
        face.welcome_back(setting)
    else:
        about = introduction(words, asked.a.counts, session.progress.remaining)
        if not face.introduce(about, setting):
            return False
        if session.wants_guess and not ask_guess(session, words, face):
            return False
    return converse(session, words, face)
