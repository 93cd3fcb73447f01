"""What the library says to programmers, as a command says it."""

from __future__ import annotations

import re

__all__ = ["in_command_words"]

WORDS = {
    "give out_of yourself": "give --out-of",
    "out_of=": "--out-of ",
    " with pos_label=.": " with --pos-label.",
    "pos_label=": "--pos-label ",
    ", or None for exact rates": "",
    "list the studies to see their names": "`whichmetric studies` lists them",
    "import the document under another name": "import it under another name, with --as",
    "choose another name, or open that one": "choose another name, with --as or --study",
}


def in_command_words(text: str) -> str:
    """A refusal with the command's own remedies, beginning with a capital letter.

    What is no plain word, such as a file or an option, is left as it is.

    Examples
    --------
    >>> in_command_words("title has 301 characters: 300 are the most.")
    'Title has 301 characters: 300 are the most.'
    >>> in_command_words("out_of=2 shows no case: give 100 or more, or None for exact rates.")
    '--out-of 2 shows no case: give 100 or more.'
    """
    for said, ours in WORDS.items():
        text = text.replace(said, ours)
    return re.sub("^[a-z](?=[a-z]* )", lambda first: first[0].upper(), text)
