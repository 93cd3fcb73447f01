"""The owner's way with a crowd in a browser: every page that experts' studies do not have."""

from collections.abc import Iterator

from playwright.sync_api import Page
from tests.web.live_server import MAMMOGRAPHY, LiveServer
from tests.web.owner.walk import TOKEN, WORDS

from whichmetric.studies import Study


def crowd_pages(page: Page, server: LiveServer, *, people: int) -> Iterator[str]:
    """The names of the pages, each while it is shown.

    Parameters
    ----------
    page : Page
    server : LiveServer
        Of owners, over an empty database.
    people : int
        How many are asked at most.
    """
    page.goto(f"{server.address}/studies/new")
    page.get_by_label("Owner token").fill(TOKEN)
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"{server.address}/studies/new/named-1")
    page.get_by_role("button", name="Count").click()
    page.get_by_role("button", name="Yes, go on").click()
    yield from _new_crowd(page, people)
    yield from _study(page, server, people)


def _new_crowd(page: Page, people: int) -> Iterator[str]:
    page.get_by_text("A crowd, one question each").click()
    page.get_by_label("How common is the condition").fill("8")
    page.get_by_label("How many people at most?").fill("all")
    page.locator("#preview").get_by_role("alert").wait_for()
    yield "new-crowd-refused"
    page.get_by_label("How many people at most?").fill(str(people))
    for name in WORDS:
        page.locator(f"#{name}").fill(getattr(MAMMOGRAPHY, name))
    page.locator("#preview").get_by_text(MAMMOGRAPHY.false_alarm).wait_for()
    yield "new-crowd"
    page.get_by_role("button", name="Create the study").click()


def _study(page: Page, server: LiveServer, people: int) -> Iterator[str]:
    page.get_by_role("button", name="Make the link").wait_for()
    yield "crowd-new"
    page.get_by_role("button", name="Make the link").click()
    page.get_by_role("heading", name="Link for everybody").wait_for()
    yield "crowd-link"
    (summary,) = server.store.studies()
    study = Study.open(server.store, summary.id)
    server.answer(study, "", 3 * people // 4)
    session = study.session_of()
    for number, said in ((1, "A"), (2, "SKIP")):
        session.answer(number, said)
    page.get_by_role("button", name="Make another link").click()
    page.get_by_role("heading", name="Link for everybody").wait_for()
    page.get_by_role("button", name="Revoke the link made").first.click()
    page.get_by_role("cell", name="revoked").wait_for()
    yield "crowd-results"
    page.get_by_role("link", name="The whole result").click()
    page.get_by_role("heading", name="The map of metrics").wait_for()
    yield "crowd-result"
    page.get_by_role("link", name="Studies", exact=True).click()
    page.get_by_text("people have answered").wait_for()
    yield "home-crowd"
