"""The owner's whole way in a browser: every page, one after the other."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from unittest.mock import patch

from playwright.sync_api import FilePayload, Page
from tests.web.live_server import MAMMOGRAPHY, LiveServer, running_server

from whichmetric.studies import Study
from whichmetric.web.rate_limits import Allowance

TOKEN = "a-token-for-the-walk-of-owners"
SCORES = Path(str(files("whichmetric.sources") / "breast_cancer.csv"))
GUESSES = 3
WRONG_TOKENS = Allowance(burst=GUESSES, per_second=1e-6)
"""After so many wrong tokens a server says wait, and goes on to say so on a slow machine."""
CHECKS = ("repeats", "dominated", "held_out")
WORDS = ("title", "case", "cases", "condition", "flag", "miss", "false_alarm")


@contextmanager
def owners_server(folder: Path) -> Iterator[LiveServer]:
    """Serve an empty database to owners who show a token."""
    with (
        patch("whichmetric.web.shield.WRONG_TOKENS", WRONG_TOKENS),
        running_server(folder, owner_token=TOKEN, scores=(str(SCORES),)) as server,
    ):
        yield server


def owner_pages(
    page: Page, server: LiveServer, *, questions: int, checks: Sequence[int]
) -> Iterator[str]:
    """The names of the pages, each while it is shown.

    Parameters
    ----------
    page : Page
    server : LiveServer
    questions : int
        Checks included.
    checks : sequence of int
        Repeats, dominated and held-out pairs.
    """
    yield from _entrance(page, server)
    yield from _new_study(page, questions, checks)
    yield from _study(page, server, questions)
    yield from _dead_ends(page, server)


def _entrance(page: Page, server: LiveServer) -> Iterator[str]:
    page.goto(server.address)
    yield "sign-in"
    page.get_by_label("Owner token").fill("a guess")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    yield "sign-in-refused"
    page.get_by_label("Owner token").fill(TOKEN)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("There is no study yet").wait_for()
    yield "home-empty"


def _new_study(page: Page, questions: int, checks: Sequence[int]) -> Iterator[str]:
    page.get_by_role("link", name="New study").last.click()
    yield "new-data"
    _upload(page, "notes.csv", b"0.4,1\n0.2,0\n")
    page.get_by_role("alert").wait_for()
    yield "new-data-refused"
    _upload(page, "scores.csv", SCORES.read_bytes())
    page.get_by_label("True label").wait_for()
    yield "new-columns"
    page.get_by_role("button", name="Count").click()
    page.get_by_role("button", name="Yes, go on").wait_for()
    yield "new-columns-counted"
    page.get_by_label("True label").select_option("score")
    page.get_by_role("button", name="Count").click()
    page.get_by_role("alert").wait_for()
    yield "new-columns-refused"
    page.get_by_label("True label").select_option("malignant")
    page.get_by_role("button", name="Count").click()
    page.get_by_role("button", name="Yes, go on").click()
    page.locator("#preview svg").first.wait_for()
    yield "new-questions"
    page.get_by_label("How common is the condition").fill("8")
    page.get_by_label("How many questions at most?").fill("many")
    page.locator("#preview").get_by_role("alert").wait_for()
    page.get_by_role("button", name="Create the study").click()
    page.locator("#questions-problem").wait_for()
    yield "new-questions-refused"
    page.get_by_label("How many questions at most?").fill(str(questions))
    for name, number in zip(CHECKS, checks, strict=True):
        page.locator(f"#{name}").fill(str(number))
    page.locator("summary").click()
    for name in WORDS:
        page.locator(f"#{name}").fill(getattr(MAMMOGRAPHY, name))
    page.locator("#preview").get_by_text(MAMMOGRAPHY.false_alarm).wait_for()
    yield "new-questions-in-words"
    page.get_by_role("button", name="Create the study").click()
    page.get_by_text("Nobody has begun to answer").wait_for()


def _study(page: Page, server: LiveServer, questions: int) -> Iterator[str]:
    yield "study-new"
    for name in ("Dr Sandoval", "Dr Okafor", "Dr Lee"):
        page.get_by_label("Name of the expert").fill(name)
        page.get_by_role("button", name="Make a link").click()
        page.get_by_role("heading", name=f"Link for {name}").wait_for()
    yield "study-invited"
    (summary,) = server.store.studies()
    study = Study.open(server.store, summary.id)
    server.answer(study, "Dr Lee", questions, guess=20)
    server.answer(study, "Dr Okafor", max(2 * questions // 3, 1), ratio=8)
    page.get_by_role("button", name="Revoke the link for Dr Sandoval").click()
    page.get_by_role("cell", name="revoked").wait_for()
    page.get_by_role("heading", name="All experts together").wait_for()
    yield "study-results"
    page.get_by_role("link", name="Result: Dr Lee").click()
    page.get_by_role("heading", name="The map of metrics").wait_for()
    page.get_by_role("heading", name="Can these answers be trusted?").wait_for()
    yield "result"
    page.get_by_role("link", name="Studies", exact=True).click()
    page.get_by_text("3 experts").wait_for()
    yield "home"


def _dead_ends(page: Page, server: LiveServer) -> Iterator[str]:
    (study,) = server.store.studies()
    page.goto(f"{server.address}/studies/{study.id}/experts/dr-sandoval")
    yield "result-empty"
    page.goto(f"{server.address}/studies/nothing")
    yield "not-found"
    page.context.clear_cookies()
    for _ in range(GUESSES):
        page.request.post(f"{server.address}/sign-in", form={"token": "guess"})
    page.goto(server.address)
    page.get_by_label("Owner token").fill("guess")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Too much at once").wait_for()
    yield "too-many"


def _upload(page: Page, name: str, content: bytes) -> None:
    file: FilePayload = {"name": name, "mimeType": "text/csv", "buffer": content}
    page.get_by_label("CSV or Parquet file").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
