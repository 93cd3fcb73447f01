"""What a conversation needs of whatever shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from whichmetric.cli.outcome import Outcome
from whichmetric.cli.question_view import QuestionView
from whichmetric.cli.setting import Setting
from whichmetric.studies import Answered, Guessed, Undone
from whichmetric.studies.introduction import Introduction

__all__ = ["ConversationView"]


class ConversationView(Protocol):
    """Shows questions and reads replies; a screen, lines of text, lines of JSON.

    Obligations
    -----------
    one place
        `ask` may be called again with the same question and other notes.
    honesty
        None from `ask` is the end of input, after which nothing more is read.
    """

    measures_time: bool
    """Whether the time between a question and its answer is a person's."""

    def introduce(self, about: Introduction, setting: Setting) -> bool:
        """Say what this is about; False where the expert does not want to begin."""

    def explain(self, texts: Sequence[str]) -> None:
        """Help, when it was asked for; the question is put again afterwards."""

    def welcome_back(self, setting: Setting) -> None:
        """Say where this goes on, instead of an introduction."""

    def ask(self, view: QuestionView) -> str | None:
        """Put a question; what was typed, None at the end of input."""

    def guess(self, text: str, notes: Sequence[str]) -> str | None:
        """Ask for a number; what was typed, empty for none, None at the end of input."""

    def note(self, text: str) -> None:
        """Say what has happened where no question follows; the end does."""

    def waiting(self) -> None:
        """Say that the database keeps everybody waiting."""

    def kept(self, event: Answered | Guessed | Undone) -> None:
        """Acknowledge what has been stored."""

    def thank(self, event: Answered) -> None:
        """Acknowledge the answer of one of a crowd; whoever comes next is not told what it was."""

    def next_person(self, about: Introduction) -> bool:
        """Ask for the next person, and say what this is about; False where nobody follows."""

    def end(self, outcome: Outcome) -> None:
        """Say what was learnt, or how to go on."""
