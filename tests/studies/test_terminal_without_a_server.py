"""Somebody at a terminal whose database goes away."""

import pytest
from tests.cli.terminal import CANCER, Terminal, folder_with_scores

pytestmark = pytest.mark.xdist_group("postgres")


def test_interrupt_ends_at_once_and_says_what_is_kept(postgres, tmp_path):
    """The wait is on the screen, Ctrl-C ends it, and nothing that was acknowledged is lost."""
    ask = ("ask", "scores.csv", *CANCER, "--db", postgres.new_place())
    person = Terminal(folder_with_scores(tmp_path), *ask)
    person.wait_for("q to leave.")
    person.press(" ", "Question 1;", "[?] help")
    person.press("a", "Question 2;", "you chose A.")
    postgres.stop()
    try:
        person.press("a", "Waiting for the database ...")
        text = person.press("\x03", "1 answer is kept for certain.", "To go on:")
        assert text.startswith("Stopped.")
        assert "***" not in text  # this server asks for no password, so the command is whole
        assert person.finish() == 130
    finally:
        postgres.start()
    again = Terminal(tmp_path, *ask)
    again.wait_for("Question 2;", "Welcome back. 1 question answered.")
    again.press("q", "Stopped. 1 answer is kept.")
    assert again.finish() == 0


def test_interrupt_does_not_wait_for_a_server_that_hangs(postgres, tmp_path):
    """Nor does the driver write its own warnings across the screen."""
    ask = ("ask", "scores.csv", *CANCER, "--db", postgres.new_place())
    person = Terminal(folder_with_scores(tmp_path), *ask)
    person.wait_for("q to leave.")
    person.press(" ", "Question 1;", "[?] help")
    with postgres.asleep():
        person.press("a", "Waiting for the database ...")
        text = person.press("\x03", "No answer is kept for certain.", "To go on:")
        assert text.startswith("Stopped.")
        assert person.finish() == 130
    assert b"cancellation" not in person.raw
