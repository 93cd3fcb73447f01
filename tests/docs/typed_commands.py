"""The commands that a page tells to type, in its code blocks and between its words."""

import re
import shlex
from collections.abc import Iterator

FENCE = re.compile(r"^ *```(?P<language>\S+)[^\n]*\n(?P<text>.*?)^ *```$", re.DOTALL | re.MULTILINE)
TYPED = {
    "console": re.compile(r"^ *\$ ((?:.*\\\n)*.*)$", re.MULTILINE),
    "sh": re.compile(r"^ *((?:.*\\\n)*.*)$", re.MULTILINE),
    "text": re.compile(r"^ *(whichmetric (?:.*\\\n)*.*)$", re.MULTILINE),  # in what is printed
}
"""By the language of a block: lines to type, each with those in which it goes on."""
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
IN_WORDS = re.compile(r"(?:[A-Z_]+=\S+ )?(?:\S*/)?(?:whichmetric|make|pytest|pip|python -m) ")
"""How a command begins that is told between words."""
INDENTED = re.compile(r"^ {4,}(?:\$|\S*whichmetric|make|pip|python3?) .*", re.MULTILINE)
ASSIGNED = re.compile(r"[A-Za-z_]\w*=")


def languages(text: str) -> set[str]:
    """Return the languages of all fenced blocks, with directives as one of them."""
    found = {fence["language"] for fence in FENCE.finditer(text)}
    return {"{}" if language.startswith("{") else language for language in found}


def commands_without_fence(text: str) -> list[str]:
    """Return commands in blocks that are made by indenting alone."""
    return INDENTED.findall(FENCE.sub("", text))


def blocks_without_commands(text: str) -> list[str]:
    """Return what stands in blocks of a terminal in which nothing is typed."""
    consoles = (fence["text"] for fence in FENCE.finditer(text) if fence["language"] == "console")
    return [console for console in consoles if not console.lstrip().startswith("$ ")]


def typed_in_blocks(text: str) -> list[str]:
    """Return all lines to type of the blocks of a page."""
    return [
        line.replace("\\\n", " ").strip()
        for fence in FENCE.finditer(text)
        if fence["language"] in TYPED
        for line in TYPED[fence["language"]].findall(fence["text"])
    ]


def typed_in_words(text: str) -> list[str]:
    """Return the commands between the words of a page."""
    spans = (" ".join(span.split()) for span in SPAN.findall(FENCE.sub("", text)))
    return [span for span in spans if IN_WORDS.match(span)]


def simple_commands(line: str) -> Iterator[list[str]]:
    """Yield each command of a line in words: without comment, ``sudo`` and variables before it."""
    reader = shlex.shlex(line, posix=True, punctuation_chars=True)
    reader.whitespace_split = True
    words: list[str] = []
    for word in [*reader, ";"]:
        if not set(word) <= set(";&|()"):
            words.append(word)
        elif words := _unwrapped(words):
            yield words[: words.index(">")] if ">" in words else words
            words = []


def _unwrapped(words: list[str]) -> list[str]:
    while words and ASSIGNED.match(words[0]):
        words = words[1:]
    if words[:1] == ["sudo"]:
        return words[3:] if words[1] == "-u" else words[1:]
    return words
