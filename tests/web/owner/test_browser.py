"""The owner's way on a real Chromium, from the file to the result, with script and without."""

import json
import shutil
import socket
import threading
import time
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import expect
from tests.web.owner.conftest import SCORES, SPECIFICATION

from whichmetric.studies import MemoryStore, Study
from whichmetric.web import Settings, create_app

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Use the system's Chromium, and let it call nobody."""
    quiet = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
    ]
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": quiet}


@pytest.fixture
def address():
    """Return where the application runs, with one study."""
    store = MemoryStore()
    Study.create(store, SPECIFICATION, id="mammography")
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    where = f"http://127.0.0.1:{listening.getsockname()[1]}"
    config = uvicorn.Config(
        create_app(store, Settings(address=where)), log_level="critical", access_log=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield where
    server.should_exit = True
    thread.join()
    listening.close()


def saved(page, name):
    """What a link downloads, and under which name."""
    with page.expect_download() as found:
        page.get_by_role("link", name=name).click()
    return found.value.suggested_filename, Path(found.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("width", [390, 640], ids=["phone", "zoomed"])
def test_owner_is_led_to_what_is_wrong_in_the_form(browser, address, tmp_path, script, width):
    """On a phone, and at 200% of 1,280 pixels: the field has the focus, its message is in sight."""
    file = tmp_path / "scores.csv"
    file.write_text(SCORES, encoding="utf-8")
    size = {"width": width, "height": 640}
    page = browser.new_context(java_script_enabled=script, viewport=size).new_page()
    page.goto(f"{address}/studies/new")
    page.get_by_label("CSV or Parquet file").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    page.get_by_role("button", name="Count").click()
    page.get_by_role("button", name="Yes, go on").click()
    page.get_by_label("How many questions at most?").fill("many")
    page.get_by_role("button", name="Create the study").click()
    page.locator("#questions-problem").wait_for()
    expect(page.locator("#questions")).to_be_focused()
    expect(page.locator("#questions")).to_be_in_viewport(ratio=1)
    expect(page.locator("#questions-problem")).to_be_in_viewport(ratio=1)
    page.locator("#problem a").click()
    expect(page.locator("#questions")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_owner_goes_from_upload_to_download(browser, address, tmp_path, script):
    """By buttons and links alone; with script the preview follows what is typed."""
    file = tmp_path / "scores.csv"
    file.write_text(SCORES, encoding="utf-8")
    context = browser.new_context(java_script_enabled=script, accept_downloads=True)
    page = context.new_page()
    asked, complaints = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.get_by_role("link", name="New study").first.click()
    page.get_by_label("CSV or Parquet file").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_text("60 positive (50%) and 60 negative")).to_be_visible()
    page.get_by_role("button", name="Yes, go on").click()
    page.get_by_label("How common is the condition").fill("8")
    page.get_by_label("How many questions at most?").fill("3")
    for check in ("Asked again", "One option plainly better"):
        page.get_by_label(check).fill("0")
    page.get_by_label("Kept aside").fill("1")
    page.get_by_label("Ask for a guess first").uncheck()
    page.get_by_label("Title").fill("Screening <b>here</b>")
    page.get_by_label("One case").fill("patient")
    page.get_by_label("Several cases").fill("patients")
    page.get_by_label("What is looked for").fill("cancer")
    if not script:
        page.get_by_role("button", name="Preview").click()
    page.locator("#preview").get_by_text("Of 1,000 patients, 80 have cancer").first.wait_for()
    page.locator("#preview").get_by_text("Screening <b>here</b>").wait_for()
    page.locator("#preview").get_by_text(
        "3 questions at most: 2 to learn from, and 1 check."
    ).wait_for()
    page.get_by_role("button", name="Create the study").click()
    page.get_by_role("heading", name="Screening <b>here</b>").wait_for()
    page.get_by_label("Name of the expert").fill("Dr Lee")
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_role("button", name="Copy")).to_be_visible(visible=script)
    link = page.locator("#link").input_value()
    study = page.url.partition("?")[0]
    for _ in range(3):
        page.goto(f"{link}/question")
        page.locator("button[value=A]").click()
        page.wait_for_load_state()
        page.wait_for_timeout(500 if script else 0)
    page.goto(study)
    expect(page.get_by_text("For Dr Lee, one missed cancer weighs as much as")).to_be_visible()
    page.get_by_role("link", name="Result: Dr Lee").click()
    expect(page.get_by_text("best rule for this model is to flag scores")).to_be_visible()
    name, result = saved(page, "Result (JSON)")
    assert name.endswith("-dr-lee-result.json")
    assert json.loads(result)["questions"] == 2
    expect(page.get_by_text("Fewer than eight decided answers do not tell.")).to_be_visible()
    name, code = saved(page, "Metric in Python")
    assert name.endswith("-dr-lee-metric.py")
    compile(code, name, "exec")
    name, answers = saved(page, "All answers (CSV)")
    assert answers.count("\n") == 4
    page.goto(study)
    name, report = saved(page, "Report (one page)")
    assert name.endswith("-report.html")
    assert "Screening &lt;b&gt;here&lt;/b&gt;" in report
    name, report = saved(page, "Report (JSON)")
    assert json.loads(report)["experts"][0]["expert"] == "Dr Lee"
    page.get_by_role("button", name="Revoke the link for Dr Lee").click()
    expect(page.get_by_role("cell", name="revoked")).to_be_visible()
    assert page.goto(link).status in {404, 410}
    context.close()
    assert complaints == []
    assert all(url.startswith((address, "data:", "blob:")) for url in asked)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_owner_shares_one_link_with_a_crowd(browser, address, tmp_path, script):
    """What experts alone need is put away, two people answer by one link, and both are counted."""
    file = tmp_path / "scores.csv"
    file.write_text(SCORES, encoding="utf-8")
    context = browser.new_context(java_script_enabled=script)
    page = context.new_page()
    page.goto(f"{address}/studies/new")
    page.get_by_label("CSV or Parquet file").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    page.get_by_role("button", name="Count").click()
    page.get_by_role("button", name="Yes, go on").click()
    expect(page.get_by_label("How many people at most?")).to_be_hidden()
    page.get_by_label("A crowd, one question each").check()
    expect(page.get_by_label("How many questions at most?")).to_be_hidden()
    expect(page.get_by_label("Kept aside")).to_be_hidden()
    assert page.get_by_label("How many people at most?").input_value() == "200"
    page.get_by_label("How many people at most?").fill("30")
    page.get_by_label("Title").fill("Everybody")
    if not script:
        page.get_by_role("button", name="Preview").click()
    page.get_by_role("heading", name="A question as people will see it").wait_for()
    page.locator("#preview").get_by_text(
        "One question each, until 30 people have answered."
    ).wait_for()
    page.get_by_role("button", name="Create the study").click()
    page.get_by_role("button", name="Make the link").click()
    page.get_by_role("heading", name="Link for everybody").wait_for()
    link = page.locator("#link").input_value()
    study = page.url.partition("?")[0]
    for _ in range(2):
        person = browser.new_context(java_script_enabled=script)
        other = person.new_page()
        other.goto(link)
        other.get_by_role("link", name="To the question").click()
        other.get_by_role("button", name="Choose A").click()
        other.get_by_role("heading", name="Thank you").wait_for()
        person.close()
    page.goto(study)
    expect(page.get_by_text("2 people have answered · 30 are wanted")).to_be_visible()
    expect(page.get_by_text("For the person in the middle of the crowd")).to_be_visible()
    page.get_by_role("link", name="The whole result").click()
    expect(page.get_by_text("Here everybody gave one")).to_be_visible()
    context.close()
