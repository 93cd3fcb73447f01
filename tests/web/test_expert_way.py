"""The expert's whole way in a real browser: by mouse, by keyboard alone, and without script."""

import pytest
from playwright.sync_api import expect
from tests.web.expert_page import choose, is_asked, is_done, is_saved, press

pytestmark = pytest.mark.xdist_group("browser")


def right_side(page):
    """Return which practice option makes fewer mistakes, once the page is there to be answered."""
    expect(page.get_by_role("button", name="Choose B")).to_be_visible()
    missed = page.locator(".glance tbody tr").first.locator("td").all_text_contents()
    return "A" if int(missed[0]) < int(missed[1]) else "B"


def test_way_by_mouse_ends_with_the_result_and_no_request_leaves_the_machine(
    page, link, live, answers
):
    """From the link to the result by clicks; nothing comes from elsewhere or complains."""
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mammography screening")
    expect(page.get_by_text("Has cancer, but is not flagged.")).to_be_visible()
    page.get_by_role("link", name="Practise with one question").click()
    right = right_side(page)
    choose(page, f"Choose {'B' if right == 'A' else 'A'}")
    expect(page.get_by_role("alert")).to_contain_text(f"Not quite: {right} is right.")
    page.get_by_role("link", name="Practise again").click()
    choose(page, f"Choose {right_side(page)}")
    expect(page.get_by_role("alert")).to_contain_text("Yes")
    page.get_by_role("link", name="To the questions").click()
    is_asked(page, 1)
    expect(page.get_by_role("status")).to_be_empty()
    for number, label in ((1, "Choose A"), (2, "About equal")):
        choose(page, label)
        is_saved(page, number)
        is_asked(page, number + 1)
    choose(page, "Cannot decide")
    is_done(page)
    assert page.url.endswith("/done")
    expect(page.get_by_text("For you, one missed cancer weighs as much as").first).to_be_visible()
    expect(page.get_by_role("img", name="Map of metrics after 3 of 3 answers")).to_be_visible()
    assert answers() == "AES"
    assert all(url.startswith(live.address) for url in requests)
    assert complaints == []


def test_way_by_keyboard_alone_needs_no_mouse(page, link, answers):
    """Tab and Enter lead to the questions, letters answer them, and the focus is never lost."""
    page.goto(link)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Practise with one question")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    is_asked(page, 1)
    press(page, "b")
    is_asked(page, 2)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    press(page, "u")
    is_asked(page, 1)
    press(page, "e")
    is_asked(page, 2)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Choose A")).to_be_focused()
    page.keyboard.press("Enter")
    is_asked(page, 3)
    press(page, "c")
    is_done(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert answers() == "EAS"


def test_way_without_script_is_the_same(browser, link, answers):
    """With JavaScript switched off every step is a plain form or link."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(link)
    page.get_by_role("link", name="Practise with one question").click()
    choose(page, "Choose A")
    page.get_by_role("link", name="To the questions").click()
    expect(page.locator(".keys")).to_be_hidden()
    choose(page, "Choose A")
    is_saved(page, 1)
    choose(page, "Undo the last answer")
    expect(page.get_by_role("status")).to_have_text("Answer 1 is taken back")
    choose(page, "Choose B")
    choose(page, "Choose A")
    choose(page, "About equal")
    is_done(page)
    page.get_by_role("link", name="One answer fewer").click()
    expect(page.get_by_role("img", name="Map of metrics after 2 of 3 answers")).to_be_visible()
    page.get_by_label("Answers taken into account").fill("0")
    choose(page, "Show")
    expect(page.get_by_role("img", name="Map of metrics after 0 of 3 answers")).to_be_visible()
    assert answers() == "BAE"
    context.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_guess_is_asked_first_and_once(browser, live, script):
    """A number that is none is told so; a right one leads to the questions, checks among them."""
    checks = {"guess": True, "repeats": 1, "held_out": 1}
    study = live.study(f"guess-{script}", questions=4, checks=checks)
    link = live.link(study)
    context = browser.new_context(java_script_enabled=script)
    page = context.new_page()
    page.goto(link)
    page.get_by_role("link", name="Start without practice").click()
    asked = "How many false alarms would you accept to find one more patient that has cancer?"
    expect(page.get_by_role("heading", level=1)).to_have_text(asked)
    page.get_by_label("False alarms").fill("a lot")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("'a lot' is no number")
    expect(page.get_by_label("False alarms")).to_have_value("a lot")
    page.get_by_label("False alarms").fill("20")
    choose(page, "Save and go on")
    is_asked(page, 1)
    expect(page.get_by_role("status")).to_have_text("Your guess is saved")
    for number in range(1, 5):
        is_asked(page, number)
        assert not page.get_by_text("check").count()
        choose(page, "Choose A")
    is_done(page)
    expect(page.get_by_role("img", name="Map of metrics after 4 of 4 answers")).to_be_visible()
    session = study.session_of("Dr Lee")
    assert session.guessed == 20
    assert {one.purpose for one in session.asked} == {"trade-off", "repeat", "held-out"}
    context.close()


def test_guess_that_does_not_arrive_is_kept_for_another_try(browser, live):
    """Said at once; sent again, it is saved once."""
    study = live.study("guess-lost", questions=2, checks={"guess": True})
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{live.link(study)}/question")
    page.get_by_label("False alarms").fill("7")
    context.set_offline(True)
    choose(page, "Save and go on")
    expect(page.get_by_role("alert")).to_contain_text("Your guess is not saved yet")
    context.set_offline(False)
    choose(page, "Try again")
    is_asked(page, 1)
    assert study.session_of("Dr Lee").guessed == 7
    context.close()


def test_undo_at_the_end_asks_the_last_question_again(page, link, answers):
    """Undo leads from the thanks back to the last question, and the new answer counts."""
    page.goto(f"{link}/question")
    for number in (1, 2, 3):
        is_asked(page, number)
        choose(page, "Choose A")
    is_done(page)
    choose(page, "Undo the last answer")
    is_asked(page, 3)
    expect(page.get_by_role("status")).to_have_text("Answer 3 is taken back")
    choose(page, "Choose B")
    is_done(page)
    assert answers() == "AAB"


def test_coming_back_days_later_goes_on_where_it_stopped(browser, link, answers):
    """A closed tab loses nothing: another browser is told how far it is, and offered one way on."""
    for number in (1, 2):
        context = browser.new_context()
        page = context.new_page()
        page.goto(link)
        if number == 2:
            expect(page.get_by_role("heading", level=1)).to_have_text("Welcome back")
            expect(page.get_by_text("You have answered 1 question")).to_be_visible()
            expect(page.get_by_role("main").get_by_role("link")).to_have_count(1)
            page.get_by_role("link", name="Go on").click()
        else:
            page.get_by_role("link", name="Start without practice").click()
        is_asked(page, number)
        choose(page, "Choose A")
        is_saved(page, number)
        context.close()
    assert answers() == "AA"


def test_second_tab_is_told_that_the_first_was_faster(context, link, answers):
    """Of two answers to one question the first counts; the other tab sees what is asked now."""
    first, second = context.new_page(), context.new_page()
    first.goto(f"{link}/question")
    second.goto(f"{link}/question")
    choose(first, "Choose A")
    is_saved(first, 1)
    with second.expect_response("**/answer") as answered:
        choose(second, "Choose B")
    assert answered.value.status == 409
    expect(second.get_by_role("alert")).to_contain_text("This was not saved")
    is_asked(second, 2)
    expect(second.get_by_role("status")).to_be_empty()
    assert answers() == "A"
    second.reload()
    is_asked(second, 2)


def test_late_undo_can_be_loaded_again(context, link, answers):
    """The second of two tabs that take an answer back is told so, and is where the first is."""
    first, second = context.new_page(), context.new_page()
    first.goto(f"{link}/question")
    choose(first, "Choose A")
    is_asked(first, 2)
    second.goto(f"{link}/question")
    choose(first, "Undo the last answer")
    is_asked(first, 1)
    choose(second, "Undo the last answer")
    expect(second.get_by_role("alert")).to_contain_text("answer 1 has been taken back")
    second.reload()
    is_asked(second, 1)
    assert answers() == ""


def test_map_goes_back_through_the_answers(page, link):
    """Links and the slider show the map as it was after each answer, without another page."""
    page.goto(f"{link}/question")
    for number in (1, 2, 3):
        is_asked(page, number)
        choose(page, "Choose A")
    is_done(page)
    page.get_by_role("link", name="One answer fewer").click()
    expect(page.get_by_role("img", name="Map of metrics after 2 of 3 answers")).to_be_visible()
    expect(page.get_by_role("link", name="One answer fewer")).to_be_focused()
    slider = page.get_by_label("Answers taken into account")
    expect(slider).to_have_value("2")
    slider.press("Home")
    expect(page.get_by_role("img", name="Map of metrics after 0 of 3 answers")).to_be_visible()
    expect(slider).to_be_focused()
