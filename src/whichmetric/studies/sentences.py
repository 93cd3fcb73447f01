"""The sentences that experts read, made from a study's words.

Terminal, pages and reports show these and add no words of their own about cases. An option is told
as a tree of frequencies: the true condition first, then what the classifier does, each rate within
its own true class.
"""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.studies.wording import Wording
from whichmetric.values import Counts

__all__ = [
    "OptionSentences",
    "answered_text",
    "comparison_text",
    "guess_question",
    "guess_text",
    "how_many",
    "meaning_texts",
    "option_sentences",
    "option_text",
    "population_text",
    "prevalence_text",
    "question_text",
    "share_text",
]


class OptionSentences(NamedTuple):
    """The two branches of an option, for a display that sets them on lines of their own.

    Parameters
    ----------
    positives : str
        What happens to the cases that have the condition.
    negatives : str
        What happens to the others.
    """

    positives: str
    negatives: str


def how_many(count: int, one: str, many: str) -> str:
    """A number and its noun.

    Examples
    --------
    >>> how_many(1, "patient", "patients"), how_many(1000, "patient", "patients")
    ('1 patient', '1,000 patients')
    """
    return f"{count:,} {one if count == 1 else many}"


def share_text(part: int, whole: int) -> str:
    """A share in percent that never says all or none where some are left.

    Examples
    --------
    >>> share_text(70, 80), share_text(25, 920), share_text(1, 99_000), share_text(98_999, 99_000)
    ('88%', '2.7%', 'under 0.1%', 'over 99.9%')
    >>> share_text(9, 10), share_text(1, 10), share_text(901, 1_000), share_text(99, 1_000)
    ('90%', '10%', '90.1%', '9.9%')
    >>> share_text(0, 920), share_text(80, 80), share_text(0, 0)
    ('0%', '100%', 'of none')
    """
    if whole == 0:
        return "of none"
    if part in (0, whole):
        return "0%" if part == 0 else "100%"
    percent = 100.0 * part / whole
    if percent < 0.1:
        return "under 0.1%"
    if percent > 99.9:
        return "over 99.9%"
    # As many digits as the share of the others has, which stands beside it.
    return f"{percent:.0f}%" if 9.95 <= percent <= 90.05 else f"{percent:.1f}%"


def population_text(wording: Wording, counts: Counts) -> str:
    """How many cases there are, and how many have the condition.

    Examples
    --------
    >>> words = Wording(case="patient", cases="patients", condition="cancer")
    >>> population_text(words, Counts(tp=70, fp=25, fn=10, tn=895))
    'Of 1,000 patients, 80 have cancer'
    >>> population_text(words, Counts(tp=1, fp=0, fn=0, tn=999))
    'Of 1,000 patients, 1 has cancer'
    """
    positives = counts.tp + counts.fn
    has = wording.one_has if positives == 1 else wording.many_have
    return f"Of {how_many(sum(counts), wording.case, wording.cases)}, {positives:,} {has}"


def prevalence_text(wording: Wording, prevalence: float) -> str:
    """How common the condition is, as a share.

    Examples
    --------
    >>> words = Wording(case="patient", cases="patients", condition="cancer")
    >>> prevalence_text(words, 0.08), prevalence_text(words, 0.000123)
    ('8% of patients have cancer', '0.0123% of patients have cancer')
    """
    return f"{100.0 * prevalence:.3g}% of {wording.cases} {wording.many_have}"


def option_sentences(
    wording: Wording, name: str, counts: Counts, *, about: bool = False
) -> OptionSentences:
    """What an option does to the cases with the condition, and to those without.

    Parameters
    ----------
    wording : Wording
    name : str
        Of the option: "A" or "B".
    counts : Counts
        Whole cases.
    about : bool
        Whether they are not exact.

    Examples
    --------
    >>> words = Wording(case="patient", cases="patients", condition="cancer", flag="a biopsy")
    >>> both = option_sentences(words, "A", Counts(tp=70, fp=25, fn=10, tn=895))
    >>> both.positives
    'A finds 70 (88%) and misses 10 (12%)'
    >>> both.negatives
    'of the 920 without cancer it flags 25 (2.7%)'
    """
    positives, negatives = counts.tp + counts.fn, counts.fp + counts.tn
    others = "the one" if negatives == 1 else f"the {negatives:,}"
    some = "about " if about else ""
    return OptionSentences(
        f"{name} finds {some}{counts.tp:,} ({share_text(counts.tp, positives)}) "
        f"and misses {some}{counts.fn:,} ({share_text(counts.fn, positives)})",
        f"of {others} {wording.without} it flags {some}{counts.fp:,} "
        f"({share_text(counts.fp, negatives)})",
    )


def option_text(wording: Wording, name: str, counts: Counts) -> str:
    """A whole option in one sentence.

    Examples
    --------
    >>> words = Wording(case="patient", cases="patients", condition="cancer", flag="a biopsy")
    >>> option_text(words, "A", Counts(tp=70, fp=25, fn=10, tn=895))
    'Of 1,000 patients, 80 have cancer: A finds 70 (88%) and misses 10 (12%); of the 920 without
     cancer it flags 25 (2.7%).'
    """
    branches = option_sentences(wording, name, counts)
    return f"{population_text(wording, counts)}: {branches.positives}; {branches.negatives}."


def comparison_text(
    a: Counts, b: Counts, *, names: tuple[str, str] = ("A", "B"), about: bool = False
) -> str:
    """What the choice is about, in the difference alone.

    Parameters
    ----------
    a, b : Counts
    names : tuple of str
        What the two are called at the beginning of a sentence.
    about : bool
        Whether one of them is not exact.

    Examples
    --------
    >>> comparison_text(Counts(tp=70, fp=25, fn=10, tn=895), Counts(tp=60, fp=4, fn=20, tn=916))
    'A misses 10 fewer; B raises 21 fewer false alarms.'
    """
    first, second = names
    some = "about " if about else ""
    parts: dict[str, list[str]] = {first: [], second: []}
    if missed := b.fn - a.fn:
        parts[first if missed > 0 else second].append(f"misses {some}{abs(missed):,} fewer")
    if alarms := b.fp - a.fp:
        fewer = how_many(abs(alarms), "fewer false alarm", "fewer false alarms")
        parts[first if alarms > 0 else second].append(f"raises {some}{fewer}")
    told = [f"{name} {' and '.join(texts)}" for name, texts in parts.items() if texts]
    return f"{'; '.join(told)}." if told else f"{first} and {second} do {some}the same."


def guess_text(wording: Wording) -> str:
    """What is asked for outright, before the first question.

    Examples
    --------
    >>> guess_text(Wording(case="patient", cases="patients", condition="cancer"))
    'First, a guess: how many false alarms would you accept to find one more patient that has
     cancer?'
    """
    question = guess_question(wording)
    return f"First, a guess: {question[0].lower()}{question[1:]}"


def guess_question(wording: Wording) -> str:
    """The same, alone.

    Examples
    --------
    >>> guess_question(Wording(case="patient", cases="patients", condition="cancer"))
    'How many false alarms would you accept to find one more patient that has cancer?'
    """
    return (
        "How many false alarms would you accept to find one more "
        f"{wording.case} that {wording.one_has}?"
    )


def meaning_texts(wording: Wording) -> tuple[str, ...]:
    """What a flag, a miss and a false alarm mean, one sentence each.

    Examples
    --------
    >>> meaning_texts(Wording(flag="a biopsy", miss="The cancer is found later.", false_alarm=""))
    ('A flag leads to a biopsy.', 'A miss: The cancer is found later.')
    """
    told = (("miss", wording.miss), ("false alarm", wording.false_alarm))
    return (
        f"A flag leads to {wording.flag}.",
        *(f"A {error}: {meaning}" for error, meaning in told if meaning),
    )


def answered_text(given: int, undecided: int = 0) -> str:
    """How far a session is: questions that were answered, and those that were skipped.

    Parameters
    ----------
    given : int
        Answers, "cannot decide" among them.
    undecided : int
        How many are that.

    Examples
    --------
    >>> answered_text(0), answered_text(1), answered_text(12)
    ('No question answered yet.', '1 question answered.', '12 questions answered.')
    >>> answered_text(12, 3)
    '9 questions answered, 3 skipped with “cannot decide”.'
    >>> answered_text(10, 10)
    'No question answered, 10 skipped with “cannot decide”.'
    """
    if given == 0:
        return "No question answered yet."
    decided = given - undecided
    answered = how_many(decided, "question", "questions") if decided else "No question"
    skipped = f", {undecided:,} skipped with “cannot decide”" if undecided else ""
    return f"{answered} answered{skipped}."


def question_text(number: int, remaining: int | None) -> str:
    """Which question this is, and how many come after it.

    Parameters
    ----------
    number : int
        Of the question, from 1.
    remaining : int or None
        Forecast of the questions left, this one among them; None where nobody knows.

    Examples
    --------
    >>> question_text(5, 9), question_text(12, 1), question_text(3, None)
    ('Question 5; about 8 more.', 'Question 12; perhaps the last.', 'Question 3.')
    """
    if remaining is None:
        return f"Question {number:,}."
    if remaining <= 1:
        return f"Question {number:,}; perhaps the last."
    return f"Question {number:,}; about {remaining - 1:,} more."
