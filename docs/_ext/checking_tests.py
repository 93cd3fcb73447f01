"""Pages for the tests that check a statement, which links in Markdown name as ``file.py::test``.

Read as files, such a link leads to the test's file; on the site a browser would only save it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms import SphinxTransform

ROOT = Path(__file__).parents[2]


class LinkToTest(SphinxTransform):
    """A link to a test's file becomes one to the line where the test begins, on a page."""

    default_priority = 500  # before Sphinx gathers the files that can be saved

    def apply(self, **kwargs: Any) -> None:
        """Replace the links of one page."""
        if not isinstance(self.app.builder, StandaloneHTMLBuilder):
            return
        for link in list(self.document.findall(addnodes.download_reference)):
            file, _, test = link.astext().partition("::")
            if test and (ROOT / file).is_file():
                page = self.app.builder.get_relative_uri(self.env.docname, file.removesuffix(".py"))
                line = first_line(ROOT / file, test)
                link.replace_self(
                    nodes.reference("", "", *link.children, refuri=f"{page}#line-{line}")
                )
                shown(self.app).add(file)


def first_line(path: Path, test: str) -> int:
    """Where a function begins, with its decorators."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name == test:
            return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    raise LookupError(f"{path} has no function {test}: correct the link.")


def shown(app: Sphinx) -> set[str]:
    """The files that have a page, by their paths in the repository."""
    if not hasattr(app.env, "checking_tests"):
        app.env.checking_tests = set()  # type: ignore[attr-defined]
    return cast("set[str]", app.env.checking_tests)  # type: ignore[attr-defined]


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The source of each file, its lines numbered."""
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    for file in sorted(shown(app)):
        source = app.builder.highlighter.highlight_block(
            (ROOT / file).read_text(encoding="utf-8"),
            "python",
            linenos="inline",
            lineanchors="line",
        )
        body = f"<h1><code>{file}</code></h1>\n{source}"
        yield file.removesuffix(".py"), {"title": file, "body": body}, "page.html"


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx."""
    app.add_transform(LinkToTest)
    app.connect("html-collect-pages", pages)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
