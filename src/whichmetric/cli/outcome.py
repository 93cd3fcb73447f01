"""How far an expert has come, and which commands lead on from there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from whichmetric.cli.option_columns import TitledTree
from whichmetric.cli.setting import Setting
from whichmetric.cli.stores import (
    VARIABLE,
    database_option,
    from_variable,
    hides_password,
    shown_to_python,
)
from whichmetric.decisions.threshold_words import rule
from whichmetric.elicitation.result_words import BECAUSE
from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.study_text import warning_text
from whichmetric.studies.option_tree import option_tree
from whichmetric.studies.sentences import answered_text, how_many
from whichmetric.trust import Consistency, ModelCheck

__all__ = ["Outcome"]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What is left to say when a command that asks comes to its end.

    Parameters
    ----------
    setting : Setting
    conclusion : Conclusion or None
        None where the expert stopped before the end.
    judged : Consistency or None
        Whether the answers hang together; None where nothing follows from them, and of a crowd's.
    checked : ModelCheck or None
        What kind of metric they fit; None likewise.
    certain : bool
        Whether the database was there to say what is kept.
    """

    setting: Setting
    conclusion: Conclusion | None = None
    judged: Consistency | None = None
    checked: ModelCheck | None = None
    certain: bool = True

    @property
    def answered(self) -> str:
        """How many, in a sentence; and where skips have ended it, that they have."""
        given = len(self.setting.session.heard)
        if self.of_crowd:
            return f"{how_many(given, 'person has', 'people have')} answered."
        told = answered_text(given, self.setting.counts["skipped"])
        if self.conclusion is not None and self.conclusion.result.stopped == "skipped":
            told += f" No more is asked, since {BECAUSE['skipped']}."
        return told

    @property
    def of_crowd(self) -> bool:
        """Whether many people were asked, one question each."""
        return self.setting.study.specification.is_crowd

    @property
    def kept(self) -> str:
        """How many answers are stored, whatever else happened."""
        count = len(self.setting.session.heard)
        if not self.certain:
            known = how_many(count, "answer is", "answers are") if count else "No answer is"
            return (
                f"{known} kept for certain. The database does not answer: whether it has kept one "
                "more, you will see when you go on."
            )
        if count == 0:
            return answered_text(count)
        return f"{how_many(count, 'answer is', 'answers are')} kept."

    @property
    def resume(self) -> str:
        """The command that goes on."""
        return self.setting.command_of(self.setting.study)

    @property
    def password(self) -> str:
        """What to do about a password that the commands do not show; empty where there is none."""
        database = self.setting.database
        if not hides_password(database) or from_variable(database):
            return ""
        return (
            "Put the password in the place of ***; or keep the address, password and all, in the "
            f"variable {VARIABLE}, and leave --db out."
        )

    @property
    def commands(self) -> dict[str, str]:
        """What can be done next, and the command for it."""
        name = self.setting.study.id
        undo = {"Take an answer back": self._command(f"undo {name}{self.setting.who}")}
        return {
            "Read the report": self._command(f"report {name}"),
            "Keep or send it": self._command(f"export {name} -o {name}.json"),
            **({} if self.of_crowd else undo),
        }

    @property
    def python(self) -> tuple[str, ...]:
        """Lines that go on with the result in Python."""
        database = self.setting.database
        secret = hides_password(database) and from_variable(database)
        address = f'os.environ["{VARIABLE}"]' if secret else repr(shown_to_python(database))
        return (
            *(["import os"] if secret else []),
            "import whichmetric as wm",
            f"store = wm.studies.open_store({address})",
            f"study = wm.Study.open(store, {self.setting.study.id!r})",
            f"result = study.session({self.setting.session.id!r}).estimate()",
            *(
                ["scorer = wm.scorer(result.metric)  # for scikit-learn"]
                if self._has_advice
                else []
            ),
        )

    @property
    def trees(self) -> tuple[TitledTree, ...]:
        """The best threshold beside 0.5, or alone where that is no comparison; else empty."""
        found = self.conclusion
        if found is None or found.counts is None or found.advice is None:
            return ()
        words, best = self.setting.study.specification.wording, found.counts
        other = best if found.usual is None else found.usual
        title = f"Best for you: {rule(found.advice.threshold)}"
        own = TitledTree(title, option_tree(words, best, other))
        if found.usual is None:
            return (own,)
        usual = option_tree(words, found.usual, best)
        about = "" if found.usual_at_most is None else "about "
        return own, TitledTree(f"The usual: flag scores from {about}0.5", usual)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        head = {"study": self.setting.study.id, "session": self.setting.session.id}
        if self.conclusion is None:
            told = {"certain": self.certain, "resume": self.resume}
            return {"kind": "stopped"} | head | self.setting.counts | told
        warning = warning_text(self.conclusion, self.judged, self.checked)
        return {"kind": "result"} | head | {"warning": warning} | self.conclusion.as_dict()

    @property
    def _has_advice(self) -> bool:
        return self.conclusion is not None and self.conclusion.advice is not None

    def _command(self, words: str) -> str:
        return f"whichmetric {words}{database_option(self.setting.database)}"
