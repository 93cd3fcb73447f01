"""Every statement of docs/theory is checked by tests that are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "theory").glob("[0-9]*.md"))
STATEMENT = re.compile(
    r"^#{2,3} ((?:Proposition|Theorem|Lemma|Corollary) \d+\.\d+|\d+\. .+?)(?: \(.*\))?$",
    re.MULTILINE,
)
LINK = re.compile(r"\[(tests/[\w/.]+\.py)::(\w+)\]\(([^)]+)\)")
REFERENCE = re.compile(r"(?:Propositions?|Theorems?|Lemmas?|Corollary|Corollaries)\s(\d+\.\d+)")


def names_of_tests(path):
    """The names of the test functions in a file, those of its classes included."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def paragraphs(text):
    """The paragraphs of a page, each as one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text)]


def checks(text):
    """The paragraphs that name tests."""
    return [part for part in paragraphs(text) if part.startswith("Checked by:")]


def statements():
    """The numbers of all propositions, theorems, lemmas and corollaries."""
    return [
        name.split()[-1]
        for page in PAGES
        for name in STATEMENT.findall(page.read_text(encoding="utf-8"))
        if not name[0].isdigit()
    ]


def test_theory_has_pages():
    """There are eleven, with statements on each."""
    assert len(PAGES) == 11
    assert all(STATEMENT.search(page.read_text(encoding="utf-8")) for page in PAGES)


@pytest.mark.parametrize("chapter", PAGES, ids=lambda chapter: chapter.stem)
def test_page_links_to_tests_that_exist(chapter):
    """A link names a file, a test in it, and leads from the page to that file."""
    found = 0
    for part in checks(chapter.read_text(encoding="utf-8")):
        links = LINK.findall(part)
        assert re.sub(LINK, "", part).strip(" ·") == "Checked by:", part
        found += len(links)
        for file, name, target in links:
            assert (chapter.parent / target).resolve() == ROOT / file
            assert name in names_of_tests(ROOT / file), f"{file} has no {name}"
    assert found > 0


@pytest.mark.parametrize("chapter", PAGES, ids=lambda chapter: chapter.stem)
def test_page_checks_each_statement(chapter):
    """Between the heading of a statement and the next heading is a check."""
    text = chapter.read_text(encoding="utf-8")
    for section in re.split(r"^(?=##)", text, flags=re.MULTILINE)[1:]:
        if STATEMENT.match(section):
            assert checks(section), section.splitlines()[0]


@pytest.mark.parametrize("chapter", PAGES, ids=lambda chapter: chapter.stem)
def test_page_refers_to_statements_that_exist(chapter):
    """Proposition 8.3 is not only mentioned; statements have one number each, and it rises."""
    text = chapter.read_text(encoding="utf-8")
    known = statements()
    assert len(set(known)) == len(known)
    for number in REFERENCE.findall(text):
        assert number in known, f"{chapter.name} mentions {number}, which is nowhere"
    own = [number for number in known if number.split(".")[0] == str(int(chapter.stem[:2]))]
    assert own == sorted(own, key=lambda number: int(number.split(".")[1]))


def test_each_theory_test_is_linked():
    """No test of this folder checks a statement that no page makes."""
    linked = {
        (file, name)
        for page in PAGES
        for file, name, _ in LINK.findall(page.read_text(encoding="utf-8"))
    }
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name != Path(__file__).name:
            file = str(path.relative_to(ROOT))
            missing = {name for name in names_of_tests(path) if (file, name) not in linked}
            assert not missing, f"{file}: {sorted(missing)}"
