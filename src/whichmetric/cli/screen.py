"""The questionnaire at a terminal: one screen for each question, one key for each answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from whichmetric.cli.keyboard import RESIZED, Keyboard
from whichmetric.cli.option_columns import option_columns, wrapped
from whichmetric.cli.outcome import Outcome
from whichmetric.cli.question_view import QuestionView
from whichmetric.cli.replies import THANKS, WAITING, kept_text, welcome_text
from whichmetric.cli.setting import Setting
from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.study_text import (
    doubt_text,
    expected_text,
    rule_text,
    usual_difference,
    warning_text,
    weight_text,
)
from whichmetric.studies import Answered, Guessed, Undone
from whichmetric.studies.introduction import Introduction

__all__ = ["Screen"]

LONGEST = 12
"""Characters of a number that is typed."""
WIDEST = 92
"""Columns that text is spread over."""


class Screen:
    """A `ConversationView` on an empty screen for each question, drawn again in other windows.

    Parameters
    ----------
    console : Console
    keyboard : Keyboard
    """

    measures_time = True

    def __init__(self, console: Console, keyboard: Keyboard) -> None:
        self._console = console
        self._keyboard = keyboard
        self._kept = ""
        self._note = ""

    def introduce(self, about: Introduction, setting: Setting) -> bool:
        """Show the introduction and wait for a key."""

        def draw() -> list[Text]:
            lines = self._introduction(about)
            lines.append(Text())
            for text in setting.texts:
                lines += self._wrapped(text, "dim")
            if setting.warning:
                lines += [Text(), *self._wrapped(setting.warning, "bold")]
            return [*lines, Text(), *self._wrapped("Press a key to begin, q to leave.", "bold")]

        return self._goes_on(draw)

    def _introduction(self, about: Introduction) -> list[Text]:
        lines = [*self._wrapped(about.title, "bold"), Text(), *self._wrapped(about.model)]
        for text in about.mistakes:
            lines += self._wrapped(text, "bold")
        for text in (about.task, about.promise):
            lines += [Text(), *self._wrapped(text)]
        return lines

    def _goes_on(self, draw: Callable[[], list[Text]]) -> bool:
        """Wait for a key; False where it is q, or the end of input."""
        return (self._key(draw) or "q").lower() != "q"

    def thank(self, event: Answered) -> None:
        """Say so at once, since the next question may take a moment."""
        del event
        self._console.clear()
        self._print([*self._wrapped(THANKS, "bold"), Text(), Text("One moment ...")])

    def next_person(self, about: Introduction) -> bool:
        """Wait until somebody else sits there, and show what this is about."""

        def thanks() -> list[Text]:
            asked = "Now the next person, please: press a key. q stops."
            return [*self._wrapped(THANKS, "bold"), Text(), *self._wrapped(asked)]

        def welcome() -> list[Text]:
            begin = self._wrapped("Press a key to begin, q to leave.", "bold")
            return [*self._introduction(about), Text(), *begin]

        return self._goes_on(thanks) and self._goes_on(welcome)

    def explain(self, texts: Sequence[str]) -> None:
        """Show help and wait for a key."""

        def draw() -> list[Text]:
            lines = [*self._wrapped("What the keys mean", "bold"), Text()]
            for text in texts:
                lines += self._wrapped(text)
            return [*lines, Text(), *self._wrapped("Press a key to go back.", "bold")]

        self._key(draw)

    def welcome_back(self, setting: Setting) -> None:
        """Say so beside the next question."""
        self._kept = welcome_text(setting.session)

    def ask(self, view: QuestionView) -> str | None:
        """Put a question; the key that was pressed, None at the end of input."""
        notes, self._kept = view.notes or (self._kept,), ""
        return self._key(lambda: self._question(view, notes))

    def guess(self, text: str, notes: Sequence[str]) -> str | None:
        """Ask for a number, shown as it is typed; None at the end of input."""
        typed = ""
        self._keyboard.forget()
        while True:
            lines = [*self._wrapped(text, "bold"), Text()]
            for note in notes:
                lines += [*self._wrapped(note), Text()]
            lines += self._wrapped("Type a number, then Enter. Enter alone leaves it out; q stops.")
            self._console.clear()
            self._print([*lines, Text(), Text(f"> {typed}")])
            key = self._keyboard.read()
            if key is None:
                return None
            for character in "" if key == RESIZED else key:
                if character in "\r\n":
                    return typed
                if character in "\x7f\b":
                    typed = typed[:-1]
                elif character.isprintable() and len(typed) < LONGEST:
                    typed += character
            if typed.lower() == "q":
                return typed

    def kept(self, event: Answered | Guessed | Undone) -> None:
        """Say so at once, since the next question may take a moment, and beside that question."""
        self._kept = kept_text(event)
        self._print([Text(), Text(), Text("Kept. One moment ...")])

    def note(self, text: str) -> None:
        """Keep it for the head of the result."""
        self._note = text

    def waiting(self) -> None:
        """Say so below what is on the screen."""
        self._print([Text(), Text(), Text(WAITING)])

    def end(self, outcome: Outcome) -> None:
        """Say what was learnt, or how to go on; it stays on the screen."""
        found = outcome.conclusion
        if found is None:
            self._console.clear()
            self._print(self._stopped(outcome))
        elif outcome.of_crowd:  # whoever was last does not see the result
            self._console.clear()
            self._print([*self._wrapped(f"Thank you. {outcome.answered}", "bold"), Text()])
            self._print([Text(), *self._next(outcome)])
        else:
            with suppress(KeyboardInterrupt):  # what there is to say is said all the same
                self._key(lambda: self._result(outcome, found))
            self._print([Text(), Text(), *self._next(outcome)])
        self._console.print()

    def _key(self, draw: Callable[[], list[Text]]) -> str | None:
        """Draw, again whenever the window changes, until a key is pressed.

        Where not all of it fits, a key leads to the next page: only whoever has seen the last one
        can answer.
        """
        self._keyboard.forget()
        key: str | None = RESIZED
        while key == RESIZED:
            for number, page in enumerate(self._pages(self._fitting(draw()))):
                if number:  # what was typed before this page was seen is no answer, either
                    self._keyboard.forget()
                self._console.clear()
                self._print(page)
                key = self._keyboard.read()
                if key is None or key == RESIZED or key.lower() == "q":
                    break
        return key

    def _pages(self, lines: list[Text]) -> list[list[Text]]:
        """All on one page where it fits; else each page but the last says that there is more."""
        width, height = self._console.size
        lines = [
            piece
            for line in lines
            for piece in (line.wrap(self._console, width) if line.cell_len > width else [line])
        ]
        if len(lines) <= height:
            return [lines]
        more = self._wrapped("More: press a key. A larger window shows all at once.", "bold")
        more = more if len(more) < height // 2 else [Text("More ...")]
        size = max(height - len(more), 1)
        pages = [lines[start : start + size] for start in range(0, len(lines), size)]
        return [*([*page, *more] for page in pages[:-1]), pages[-1]]

    def _question(self, view: QuestionView, notes: Sequence[str]) -> list[Text]:
        """The question with its options drawn; told where there is no room to draw them."""
        title = self._wrapped(view.wording.title, "dim")
        drawn = self._around(view, option_columns(self._console, *view.trees), notes)
        for lines in ([*title, *drawn], drawn):
            if self._has_room(lines):
                return lines
        return [*title, *self._around(view, self._told(view), notes)]

    def _around(
        self, view: QuestionView, options: Sequence[Text], notes: Sequence[str]
    ) -> list[Text]:
        """The options with what is said above and below them."""
        lines = [*self._wrapped(view.number, "bold"), Text()]
        lines += [*self._wrapped(view.population), Text(), *options, Text()]
        lines += [*self._wrapped(view.difference), Text()]
        lines += self._wrapped("Which would you rather have?", "bold")
        lines += self._keys(view.keys)
        for note in filter(None, notes):
            lines += [Text(), *self._wrapped(note)]
        return lines

    def _told(self, view: QuestionView) -> list[Text]:
        """The options as sentences, which take less room."""
        first, second = (self._wrapped(text) for text in view.options)
        return [*first, Text(), *second]

    def _has_room(self, lines: list[Text]) -> bool:
        """Whether nothing is longer than a line, nor all together than the window."""
        fitting = self._fitting(lines)
        return len(fitting) <= self._console.height and all(
            line.cell_len <= self._console.width for line in fitting
        )

    def _keys(self, keys: Mapping[str, str]) -> list[Text]:
        """The keys, as many to a line as there is room for."""
        lines: list[Text] = []
        for key, word in keys.items():
            item = Text.assemble((f"[{key}]", "bold"), f" {word}")
            if lines and lines[-1].cell_len + 2 + item.cell_len <= self._console.width:
                lines[-1].append("  ").append_text(item)
            else:
                lines.append(item)
        return lines

    def _stopped(self, outcome: Outcome) -> list[Text]:
        return [
            *self._wrapped(f"Stopped. {outcome.kept}", "bold"),
            *self._wrapped("To go on:"),
            Text(f"  {outcome.resume}"),
            *self._wrapped(outcome.password),
        ]

    def _result(self, outcome: Outcome, found: Conclusion) -> list[Text]:
        lines = [*self._wrapped(f"Thank you. {outcome.answered}", "bold"), Text()]
        if self._note:
            lines += [*self._wrapped(self._note, "bold"), Text()]
        if against := warning_text(found, outcome.judged, outcome.checked):
            lines += [*self._wrapped(against, "bold"), Text()]
        lines += [*self._wrapped(weight_text(found), "bold"), Text()]
        if ordered := rule_text(found):
            lines += [*self._wrapped(ordered), Text()]
        told = [
            line
            for text in (usual_difference(found), expected_text(found), doubt_text(found))
            if text
            for line in (*self._wrapped(text), Text())
        ]
        told += self._wrapped("Press a key to see what can be done next.", "bold")
        if not outcome.trees:
            return [*lines, *told]
        trees = [*option_columns(self._console, *outcome.trees), Text()]
        # The sentences matter more than the trees, which the report tells as sentences, too.
        room = self._has_room([*lines, *trees, *told])
        return [*lines, *(trees if room else ()), *told]

    def _next(self, outcome: Outcome) -> list[Text]:
        lines: list[Text] = []
        for what, command in outcome.commands.items():
            lines += [*self._wrapped(f"{what}:"), Text(f"  {command}")]
        return [
            *lines,
            *self._wrapped("In Python:"),
            *(Text(f"  {line}") for line in outcome.python),
            *self._wrapped(outcome.password),
        ]

    def _fitting(self, lines: list[Text]) -> list[Text]:
        """All lines; where there is no room for them, none that only please the eye."""
        for needless in (_is_rule, _is_blank):
            if len(lines) > self._console.height:
                lines = [line for line in lines if not needless(line)]
        return lines

    def _wrapped(self, text: str, style: str = "") -> list[Text]:
        if not text:
            return []
        return wrapped(self._console, text, min(self._console.width, WIDEST), style)

    def _print(self, lines: Sequence[Text]) -> None:
        # Commands are broken by the terminal, if at all, so that they can be copied whole.
        # Without a last line end, the screen's last line can be used.
        self._console.print(Text("\n").join(lines), soft_wrap=True, end="")


def _is_rule(line: Text) -> bool:
    return bool(line.plain) and not line.plain.strip("─- ")


def _is_blank(line: Text) -> bool:
    return not line.plain.strip()
