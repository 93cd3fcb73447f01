"""The domain's own words."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from whichmetric.studies.fields import Fields
from whichmetric.studies.plain_text import plain_text

__all__ = ["Wording"]

LONGEST = {"title": 300, "miss": 300, "false_alarm": 300, "condition": 50}
"""Characters; 60 for the other words, so that "without" and a condition fit."""
_MAY_BE_EMPTY = {"miss", "false_alarm"}


@dataclass(frozen=True, kw_only=True)
class Wording:
    """What things are called where a study is at home.

    Every sentence that an expert reads is made from these words, in
    ``whichmetric.studies.sentences``. All of them are plain text of one line; control
    characters are dropped.

    Parameters
    ----------
    title : str
        Of the study.
    case, cases : str
        One case and several: "patient", "patients".
    condition : str
        What makes a case positive, as a noun: "cancer".
    one_has, many_have : str
        The same as a verb, after "1" and after "80": "has cancer", "have cancer". Made from
        `condition` where left empty; "is fraudulent", "are fraudulent" where it is no possession.
    without : str
        After "the 920": "without cancer", which is made from `condition` where left empty.
    flag : str
        What a flag triggers, after "leads to": "a biopsy".
    miss, false_alarm : str
        What these errors mean for people, each a sentence; may be empty.

    Examples
    --------
    >>> words = Wording(case="patient", cases="patients", condition="cancer", flag="a biopsy")
    >>> words.one_has, words.many_have, words.without
    ('has cancer', 'have cancer', 'without cancer')
    """

    title: str = "Which mistakes weigh more?"
    case: str = "case"
    cases: str = "cases"
    condition: str = "the condition"
    one_has: str = ""
    many_have: str = ""
    without: str = ""
    flag: str = "a closer look"
    miss: str = "Somebody is not helped who should have been."
    false_alarm: str = "Somebody is bothered without need."

    def __post_init__(self) -> None:
        self._clean("condition")
        for name, usual in (("one_has", "has"), ("many_have", "have"), ("without", "without")):
            if getattr(self, name) == "":
                object.__setattr__(self, name, f"{usual} {self.condition}")
        for field in fields(self):
            self._clean(field.name)

    def _clean(self, name: str) -> None:
        text = plain_text(
            name,
            getattr(self, name),
            longest=LONGEST.get(name, 60),
            may_be_empty=name in _MAY_BE_EMPTY,
        )
        object.__setattr__(self, name, text)

    def as_plain(self) -> dict[str, str]:
        """For JSON."""
        return asdict(self)

    @classmethod
    def from_plain(cls, where: str, values: Any) -> Wording:
        """What `as_plain` has written."""
        with Fields(where, values).reading() as read:
            return cls(**{field.name: read.text(field.name) for field in fields(cls)})
