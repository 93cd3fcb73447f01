"""What the library says to programmers, as a command says it."""

from __future__ import annotations

import re
import shlex

__all__ = ["in_command_words"]

WORDS = {
    "source='' names": "'' names",
    "everyone=True (--everyone, ?everyone=true)": "--everyone",
    "give out_of yourself": "give --out-of",
    "list the studies to see their names": "`whichmetric studies` lists them",
    "import the document under another name": "import it under another name, with --as",
    "choose another name, or open that one": "choose another name, with --as or --study",
}
FLAGS = {
    name: f"--{name.replace('_', '-')}"
    for name in (
        "bins",
        "crowd",
        "direction",
        "dominated",
        "factor",
        "family",
        "guess",
        "held_out",
        "method",
        "out_of",
        "pos_label",
        "prevalence",
        "probability",
        "regret",
        "repeats",
        "runs",
        "same_threshold",
        "seed",
        "tolerance",
        "workers",
    )
} | {"max_questions": "--questions"}
"""Arguments of the library that commands have as options."""
ARGUMENT = re.compile(rf"\b({'|'.join(FLAGS)})=(?:True\b|'([^']*)'|(?=([\w.+-]*\w))|)")
UNFIT = re.compile(r"(family='[^']*') and (method='[^']*'); options there: [^.]*\.")
NONE = re.compile(r", or None\b[^.,;:]*")


def in_command_words(text: str) -> str:
    """A refusal with the command's own remedies, beginning with a capital letter.

    What is no plain word, such as a file or an option, is left as it is.

    Examples
    --------
    >>> in_command_words("title has 301 characters: 300 are the most.")
    'Title has 301 characters: 300 are the most.'
    >>> in_command_words("out_of=2 shows no case: give 100 or more, or None for exact rates.")
    '--out-of 2 shows no case: give 100 or more.'
    >>> in_command_words(
    ...     "crowd=True does not fit family='linear' and method='bisection'; options there: out_of."
    ... )
    '--crowd does not fit --family linear and --method bisection: leave it out, or choose others.'
    """
    for said, ours in WORDS.items():
        text = text.replace(said, ours)
    text = UNFIT.sub(r"\1 and \2: leave it out, or choose others.", text)
    text = ARGUMENT.sub(_flag, NONE.sub("", text))
    return re.sub("^[a-z](?=[a-z]* )", lambda first: first[0].upper(), text)


def _flag(found: re.Match[str]) -> str:
    """An argument of the library as an option: with its value after a space, if it has one."""
    flag, quoted, plain = FLAGS[found[1]], found[2], found[3]
    if quoted is not None:
        return f"{flag} {shlex.quote(quoted)}"
    return flag if plain is None else f"{flag} "
