"""The directives ``room`` and ``package-names``: public names, documented from the code.

A name stands in the room where it is at home, once. What the package itself offers is shown under
that name, ``whichmetric.ScoreTable``; all else under the room's.
"""

import inspect
import re
import sys
from collections.abc import Iterable
from enum import Enum
from importlib import import_module
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

PACKAGE = "whichmetric"
ARRAY = re.compile(
    r"TypeAliasForwardRef\('(\w+)'\)"  # Sphinx forgets to write its aliases out inside a union
    r"|~?numpy\.ndarray\[tuple\[~?typing\.Any, \.\.\.\], ~?numpy\.dtype\[~?numpy\.\w+\]\]"
)


class Room(SphinxDirective):
    """What a room is for, a table of its names, then each in full.

    The argument is the room; names that follow are documented with it although its ``__all__``
    does not have them.
    """

    required_arguments = 1
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Leave the docstrings to autodoc."""
        room, *others = " ".join(self.arguments).split()
        names = [*names_of(room), *(f"{PACKAGE}.{name}" for name in others)]
        rst = [f".. automodule:: {PACKAGE}.{room}", *table(names)]
        for name in names:
            rst += directive(name)
        return self.parse_text_to_nodes(as_markdown(rst))


class PackageNames(SphinxDirective):
    """A table of what the package itself offers, apart from its rooms."""

    def run(self) -> list[nodes.Node]:
        """Each name links to its room's page."""
        offered = [f"{PACKAGE}.{name}" for name in import_module(PACKAGE).__all__]
        names = [name for name in offered if not inspect.ismodule(value_of(name))]
        version = f"{PACKAGE}.__version__"
        names.remove(version)
        rst = [*table(names), f".. py:data:: {version}", "", "   Of the installed package.", ""]
        return self.parse_text_to_nodes(as_markdown(rst))


def names_of(room: str) -> list[str]:
    """All names of a room that are not at home in a room above it."""
    above, _, _ = room.rpartition(".")
    elsewhere = import_module(f"{PACKAGE}.{above}").__all__ if above else []
    offered = import_module(PACKAGE).__all__
    return [
        f"{PACKAGE}.{name}" if name in offered else f"{PACKAGE}.{room}.{name}"
        for name in import_module(f"{PACKAGE}.{room}").__all__
        if name not in elsewhere
    ]


def value_of(name: str) -> Any:
    """What a full name stands for."""
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def table(names: Iterable[str]) -> list[str]:
    """A row for each name, with the first line of what is said of it."""
    rows = [".. list-table::", "   :class: names", ""]
    for name in names:
        rows += [f"   * - :py:obj:`~{name}`", f"     - {docstring(name)[0]}"]
    return [*rows, ""]


def docstring(name: str) -> list[str]:
    """The lines that document a name: its value's own, or those below where it is assigned."""
    value = value_of(name)
    if inspect.isclass(value) or inspect.isroutine(value):
        return (inspect.getdoc(value) or "").splitlines()
    home, _, last = name.rpartition(".")
    for module in [known for known in sys.modules if known.startswith(home)]:
        if lines := ModuleAnalyzer.for_module(module).find_attr_docs().get(("", last)):
            return lines
    raise ExtensionError(f"{name} has no docstring below it.")


def directive(name: str) -> list[str]:
    """What Sphinx is told about a name."""
    value = value_of(name)
    if inspect.isroutine(value):
        return [f".. autofunction:: {name}", ""]
    if not inspect.isclass(value):
        module, _, last = name.rpartition(".")
        says = (f"   {line}" for line in docstring(name))
        return [f".. py:data:: {last}", f"   :module: {module}", "", *says, ""]
    kind = "exception" if issubclass(value, BaseException) else "class"
    options = ["   :members:"]
    if issubclass(value, Enum):
        options.append("   :undoc-members:")
    if documented_base(value):
        options.append("   :show-inheritance:")
    return [f".. auto{kind}:: {name}", *options, ""]


def documented_base(value: type) -> type | None:
    """The nearest class above that has an entry of its own."""
    for base in value.__mro__[1:]:
        package, _, inside = base.__module__.partition(".")
        if package == PACKAGE:
            room = import_module(f"{PACKAGE}.{inside.partition('.')[0]}")
            if base.__name__ in room.__all__:
                return base
    return None


def keep_documented(
    _app: Sphinx, _name: str, value: type, _options: object, bases: list[type | None]
) -> None:
    """Let a class name the base that can be looked up, not the ones in between."""
    bases[:] = [documented_base(value)]


def skip_fields(
    _app: Sphinx, _what: str, _name: str, value: object, skip: bool, _options: object
) -> bool:
    """Leave out the fields of named tuples, which their docstrings and signatures have."""
    return skip or (inspect.getdoc(value) or "").startswith("Alias for field number")


def as_markdown(rst: Iterable[str]) -> str:
    """For a page in Markdown."""
    return "\n".join(["```{eval-rst}", *rst, "```"])


def readable_arrays(*event: Any) -> tuple[str | None, str | None]:
    """Signature and return type with arrays in one word, also where they are parts of a type."""
    *_, signature, returned = event
    return _readable(signature), _readable(returned)


def _readable(text: str | None) -> str | None:
    return text and ARRAY.sub(lambda found: found[1] or "ndarray", text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("room", Room)
    app.add_directive("package-names", PackageNames)
    app.connect("autodoc-process-bases", keep_documented)
    app.connect("autodoc-process-signature", readable_arrays)
    app.connect("autodoc-skip-member", skip_fields)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
