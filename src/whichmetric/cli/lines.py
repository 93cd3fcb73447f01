"""The questionnaire as lines: for pipes, for screen readers, for terminals that can do no more."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from whichmetric.cli.keyboard import forget_typed
from whichmetric.cli.outcome import Outcome
from whichmetric.cli.paragraphs import say, say_whole
from whichmetric.cli.question_view import QuestionView
from whichmetric.cli.replies import THANKS, WAITING, Order, kept_text, reply_of, welcome_text
from whichmetric.cli.setting import Setting
from whichmetric.reports.study_text import conclusion_texts
from whichmetric.studies import Answered, Asked, Guessed, Undone
from whichmetric.studies.introduction import Introduction

__all__ = ["Lines"]


class Lines:
    """A `ConversationView` in whole sentences, from top to bottom, without colour.

    Parameters
    ----------
    console : Console
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self.measures_time = sys.stdin.isatty()
        self._explained = False
        self._asked: Asked | None = None

    def introduce(self, about: Introduction, setting: Setting) -> bool:
        """Say what this is about."""
        self._say([about.title, *about.texts, *setting.texts])
        return True

    def explain(self, texts: Sequence[str]) -> None:
        """Say what can be typed, and then the question again."""
        self._say(texts)
        self._asked = None

    def welcome_back(self, setting: Setting) -> None:
        """Say where this goes on."""
        self._say([*setting.texts, welcome_text(setting.session)])

    def ask(self, view: QuestionView) -> str | None:
        """Put a question; the line that was typed, None at the end of input."""
        forget_typed()
        self._say(view.notes)
        if self._asked is not view.asked:  # else it has just been said
            self._asked = view.asked
            self._say(["", *view.sentences])
        if not self._explained:
            self._explained = True
            keys = ", ".join(f"{key} ({word})" for key, word in view.keys.items())
            self._say([f"Type {keys}, then Enter."])
        return self._line("Which would you rather have? ")

    def _line(self, prompt: str) -> str | None:
        """What is typed after a prompt."""
        self._console.print(Text(prompt), end="", soft_wrap=True)
        self._console.file.flush()
        line = sys.stdin.readline()
        if not self.measures_time or not line:
            self._console.print()  # what is piped in does not show, and neither does its line end
        return line.removesuffix("\n") if line else None

    def guess(self, text: str, notes: Sequence[str]) -> str | None:
        """Ask for a number; the line that was typed, None at the end of input."""
        forget_typed()
        self._say([*notes, "", text])
        return self._line("A number, or nothing to leave it out: ")

    def note(self, text: str) -> None:
        """Say it."""
        self._say([text])

    def waiting(self) -> None:
        """Say so."""
        self._say([WAITING])

    def kept(self, event: Answered | Guessed | Undone) -> None:
        """Say so."""
        self._asked = None
        self._say([kept_text(event)])

    def thank(self, event: Answered) -> None:
        """Say so."""
        del event
        self._asked = None
        self._say([THANKS])

    def next_person(self, about: Introduction) -> bool:
        """Wait for Enter where somebody types; what is piped in are answers."""
        if self.measures_time:
            typed = self._line("The next person, please: press Enter, or type q to stop. ")
            if typed is None or reply_of(typed) is Order.QUIT:
                return False
        self._explained = False
        self._say(["", about.title, *about.texts])
        return True

    def end(self, outcome: Outcome) -> None:
        """Say what was learnt, or how to go on."""
        if outcome.conclusion is None:
            self._say(["", f"Stopped. {outcome.kept}"])
            self._show([f"To go on: {outcome.resume}"])
        else:
            # People of a crowd do not see the result; whoever asks them has the report.
            texts = (
                ()
                if outcome.of_crowd
                else conclusion_texts(
                    outcome.conclusion, judged=outcome.judged, checked=outcome.checked
                )
            )
            self._say(["", f"Thank you. {outcome.answered}", *texts])
            self._show(f"{what}: {command}" for what, command in outcome.commands.items())
            self._show(["In Python:", *(f"  {line}" for line in outcome.python)])
        self._say(filter(None, [outcome.password]))

    def _say(self, texts: Iterable[str]) -> None:
        for text in texts:
            say(self._console, text)

    def _show(self, commands: Iterable[str]) -> None:
        for command in commands:
            say_whole(self._console, command)
