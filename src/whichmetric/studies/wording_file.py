"""Words from a file, and from what was typed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from whichmetric.errors import InvalidInputError
from whichmetric.studies.shallow_json import read_json
from whichmetric.studies.wording import Wording

__all__ = ["read_words", "wording_from"]

KNOWN = tuple(field.name for field in fields(Wording))


def wording_from(words: Mapping[str, str]) -> Wording:
    """The wording of these words; the plural of a case gets an s where it is left out.

    Examples
    --------
    >>> wording_from({"case": "payment", "condition": "fraud"}).cases
    'payments'
    >>> wording_from({"casse": "payment"})
    Traceback (most recent call last):
        ...
    whichmetric.errors.InvalidInputError: 'casse' is no word of a study; those are title, case,
    cases, condition, one_has, many_have, without, flag, miss, false_alarm. Did you mean 'case'?
    """
    for name in words:
        if name not in KNOWN:
            near = get_close_matches(name, KNOWN, n=1)
            guess = f" Did you mean {near[0]!r}?" if near else ""
            raise InvalidInputError(
                f"{name!r} is no word of a study; those are {', '.join(KNOWN)}.{guess}"
            )
    plural = {"cases": f"{words['case']}s"} if "case" in words and "cases" not in words else {}
    return Wording(**plural, **words)


def read_words(path: str | Path) -> dict[str, Any]:
    """The words of a TOML or JSON file, by their names in `Wording`.

    Raises
    ------
    InvalidInputError
        For a file that cannot be read.
    """
    path = Path(path)
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise InvalidInputError(
            f"The words in {path} cannot be read ({error.strerror}): name a TOML or JSON file."
        ) from None
    except UnicodeDecodeError:
        raise InvalidInputError(
            f"The words in {path} cannot be read: the file is no text in UTF-8."
        ) from None
    try:
        words = tomllib.loads(text) if path.suffix.lower() == ".toml" else read_json(text)
    except (ValueError, RecursionError) as error:  # both kinds of syntax error are ValueErrors
        raise InvalidInputError(
            f"The words in {path} are neither JSON nor, in a file named .toml, TOML: {error}."
        ) from None
    if not isinstance(words, dict):
        raise InvalidInputError(
            f'{path} holds no words by their names, such as {{"case": "patient"}}.'
        )
    return words
