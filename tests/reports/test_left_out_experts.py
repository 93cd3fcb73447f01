"""Experts whose answers are not to be used: who is left out, and what counts everyone."""

from functools import cache

import pytest
from tests.reports.answered_study import AT, answer_all, other_model
from tests.studies.making import new_study

from whichmetric.decisions import compromise, rank_models, recommend
from whichmetric.errors import InvalidInputError
from whichmetric.reports import html_report, report_as_dict
from whichmetric.reports.several_experts import COUNT_ALL, study_panel, study_results
from whichmetric.reports.study_report import study_report
from whichmetric.values import Answer

pytestmark = pytest.mark.usefixtures("experts_reported_once")

CHECKS = {"max_questions": 20, "repeats": 3, "dominated": 2, "held_out": 3}


def checked_study(**changes):
    """Return a study with checks, two experts, and one who answers the wrong way round."""
    made = new_study(method="bayesian", options=CHECKS, **changes)
    answer_all(made, "Dr Lee", 4)
    answer_all(made, "Dr Kim", 6)
    answer_all(made, "Mr Perverse", 5, reverses=True)
    return made


@pytest.fixture(scope="module")
def checked():
    """Return such a study."""
    return checked_study()


@pytest.fixture(scope="module")
def without():
    """Return the same study without that one."""
    made = new_study(method="bayesian", options=CHECKS)
    answer_all(made, "Dr Lee", 4)
    answer_all(made, "Dr Kim", 6)
    return made


@pytest.fixture(scope="module")
def one_counted():
    """Return a study of two, one of whom answers the wrong way round."""
    made = new_study(method="bayesian", options=CHECKS)
    answer_all(made, "Dr Lee", 4)
    answer_all(made, "Mr Perverse", 5, reverses=True)
    return made


@pytest.fixture(scope="module")
def report_of():
    """Return what makes the report of a study as JSON, once for all who read it."""
    return cache(lambda made, everyone=False: report_as_dict(made, at=AT, everyone=everyone))


@pytest.fixture(scope="module")
def page_of():
    """Return what makes the page of a study, once for all who read it."""
    return cache(lambda made, everyone=False: html_report(made, at=AT, everyone=everyone))


@pytest.fixture(scope="module")
def panel_of():
    """Return what pools the experts of a study, once for all who read it."""
    return cache(lambda made, everyone=False: study_panel(made, everyone=everyone))


WHY = (
    "Mr Perverse is left out, since the answers hang together, but prefer the worse option (of "
    "2 pairs with one option better in every way, that option was chosen in 0)."
)


def test_study_panel_leaves_out_whose_answers_are_not_to_be_used(checked, without, panel_of):
    """All that is pooled, and all that is decided by it, is as if that expert had not answered."""
    together, others = panel_of(checked), panel_of(without)
    assert together.centre == others.centre
    assert together.spread == others.spread
    table = checked.specification.table
    assert recommend(together, table).threshold == recommend(others, table).threshold
    assert compromise(together, table).views == compromise(others, table).views


def test_study_panel_says_who_is_left_out_and_how_to_count_all(checked, panel_of):
    """By name, with the reason, in the panel and in what is decided by it."""
    together = panel_of(checked)
    table = checked.specification.table
    assert [one.name for one in together.left_out] == ["Mr Perverse"]
    for told in (
        str(together),
        str(compromise(together, table)),
        str(recommend(together, table)),
        str(rank_models({"one": table}, together)),
    ):
        assert WHY in told.replace("\n", " ")
        assert COUNT_ALL in told


def test_study_panel_counts_everyone_where_it_shall(checked, panel_of):
    """Then the one who answers the wrong way round moves the centre, and nobody is left out."""
    together = panel_of(checked, everyone=True)
    assert [expert.name for expert in together.heard] == ["Dr Lee", "Dr Kim", "Mr Perverse"]
    assert together.left_out == ()
    assert together.centre > 1.3 * panel_of(checked).centre


def test_study_panel_of_everyone_names_whom_that_counts(checked, panel_of):
    """So does what follows from it: the compromise, the threshold and the ranking."""
    together, table = panel_of(checked, everyone=True), checked.specification.table
    (doubted,) = together.doubted
    told = f"Mr Perverse is counted, since everyone was to be, although {doubted.reason}."
    for said in (
        together,
        compromise(together, table),
        recommend(together, table),
        rank_models({"one": table, "other": other_model()}, together),
    ):
        assert str(said).replace("\n", " ").count(told) == 1
    assert panel_of(checked).doubted == ()


def test_study_panel_of_nobody_who_is_counted_says_why():
    """It names everybody with the reason, and how to count them."""
    made = new_study(method="bayesian", options=CHECKS)
    answer_all(made, "Mr Perverse", 5, reverses=True)
    with pytest.raises(InvalidInputError, match=r"Nobody who has answered .* is counted\. Mr Perv"):
        study_panel(made)
    assert study_panel(made, everyone=True).heard


def test_study_report_leaves_out_whose_answers_are_not_to_be_used(
    checked, without, report_of, page_of
):
    """In words and as JSON, in the panel, the compromise and the ranking."""
    report, others = report_of(checked), report_of(without)
    together = report["together"]
    assert together["left_out"] == ["Mr Perverse"]
    assert together["left_out_texts"] == [WHY, COUNT_ALL]
    assert together["panel"]["centre"] == others["together"]["panel"]["centre"]
    assert together["compromise"]["threshold"] == others["together"]["compromise"]["threshold"]
    for texts in ("texts", "panel_texts", "compromise_texts"):
        assert together[texts].count(WHY) == 1
    assert together["panel"]["left_out"][0]["name"] == "Mr Perverse"
    page = page_of(checked)
    assert WHY in page
    assert COUNT_ALL in page


def test_study_report_of_everyone_is_made_again_by_its_command(checked, report_of):
    """Who is counted is a part of what makes the report."""
    report = report_of(checked, everyone=True)
    assert report["everyone"]
    assert report["together"]["left_out"] == []
    assert len(report["together"]["panel"]["experts"]) == 3
    assert report["commands"][-1]["command"].endswith("--everyone")
    assert "--everyone" not in report_of(checked)["commands"][-1]["command"]


def test_study_report_of_one_who_is_counted_still_says_who_is_not(one_counted):
    """Two have answered, of whom one is left out: that one is named, the other is no panel."""
    together = study_report(one_counted).together
    assert WHY in together.texts
    assert [expert.name for expert in together.panel.heard] == ["Dr Lee"]
    assert "others" not in " ".join(together.texts)


def test_study_report_of_nobody_who_is_counted_says_so():
    """Where all are left out there is nothing that they share."""
    made = new_study(method="bayesian", options=CHECKS)
    answer_all(made, "Mr Perverse", 5, reverses=True)
    answer_all(made, "Ms Perverse", 5, reverses=True)
    together = study_report(made).together
    assert together.panel is None
    assert together.texts[0].startswith("No expert's answers can be taken for a view")
    assert WHY in together.texts


def test_study_panel_counts_the_checks_that_were_learnt_from(checked, panel_of):
    """Of 20 questions 3 were held out: what is said of an expert is said by 17 answers."""
    together = panel_of(checked)
    assert [expert.answered for expert in together.experts] == [17, 17]
    assert together.answered == 34
    assert "Dr Lee, by 17 answers: " in str(together)
    result = study_results(checked).results["Dr Lee"]
    assert (result.questions, result.overheard, result.learnt) == (12, 5, 17)
    assert recommend(result, checked.specification.table).answered == 17


def test_study_report_says_that_everyone_was_to_be_counted(checked, without, report_of, page_of):
    """Who is counted for that alone is named with the reason; else that nobody is."""
    report = report_of(checked, everyone=True)["together"]
    told = "Mr Perverse is counted, since everyone was to be, although the answers hang together"
    assert report["doubted"] == ["Mr Perverse"]
    assert report["everyone_texts"][0].startswith(told)
    assert report["everyone_texts"][0] in report["texts"]
    assert told in page_of(checked, everyone=True)
    assert report_of(checked)["together"]["everyone_texts"] == []
    nobody = report_of(without, everyone=True)["together"]
    assert nobody["doubted"] == []
    assert nobody["everyone_texts"] == [
        "Everyone was to be counted, and nobody's answers would have been left out."
    ]


def test_study_report_of_everyone_does_not_count_who_decided_nothing(report_of):
    """Who is left out all the same is named, and not that nobody would have been."""
    made = new_study(method="bayesian", options={"max_questions": 5})
    answer_all(made, "Dr Lee", 4)
    answer_all(made, "Dr Kim", 6)
    silent = made.session_of("Ms Silent")
    while (asked := silent.ask()) is not None:
        silent.answer(asked.number, Answer.SKIP)
    together = report_of(made, everyone=True)["together"]
    assert together["left_out"] == ["Ms Silent"]
    assert together["everyone_texts"] == []


def test_study_report_speaks_of_all_only_where_all_are_counted(
    checked, without, report_of, page_of
):
    """Titles, rows and sentences name those who are counted where somebody is left out."""
    report, others = report_of(checked), report_of(without)
    together = report["together"]
    assert (together["extent"], others["together"]["extent"]) == ("some", "all")
    assert [row["name"] for row in others["estimates"]["rows"]][-2] == "All together"
    assert [row["name"] for row in report["estimates"]["rows"]][-2] == "Together, who are counted"
    assert [point["name"] for point in others["operating_points"]][-2] == "Compromise of all"
    names = [point["name"] for point in report["operating_points"]]
    assert names[-2] == "Compromise of who are counted"
    assert together["compromise_texts"][0].startswith("All who are counted could live with")
    page, other_page = page_of(checked), page_of(without)
    for told in ("All experts together", "All together", "Compromise of all", "for all<"):
        assert told not in page
        assert told in other_page
    table = checked.specification.table
    ranked = report_as_dict(checked, at=AT, models={"other": table})["ranking"]["rankings"]
    assert [one["by"] for one in ranked] == ["the experts who are counted"]


def test_html_report_says_once_in_a_section_who_is_left_out(checked, page_of):
    """In short, and among the experts who are counted."""
    assert page_of(checked).count(WHY) == 2


def test_study_report_of_one_who_is_counted_speaks_of_one(one_counted, report_of, page_of):
    """There is neither a compromise of one nor a table of it."""
    report = report_of(one_counted)
    assert report["together"]["title"] == "The one expert who is counted"
    assert all(point["kind"] != "compromise" for point in report["operating_points"])
    page = page_of(one_counted)
    assert "as each sees it" not in page
    assert "All together" not in page


@pytest.mark.parametrize("make", [study_panel, study_report, study_results])
def test_everyone_is_true_or_false(checked, make):
    """A text would count as true, whatever it says."""
    with pytest.raises(InvalidInputError, match="everyone='maybe' is not a truth value: give True"):
        make(checked, everyone="maybe")


def test_study_report_counts_everyone_of_several_alone(checked):
    """One expert's part takes nobody together."""
    with pytest.raises(InvalidInputError, match="is for several experts, and this is the report"):
        study_report(checked, "Dr Lee", everyone=True)


def test_study_report_of_everyone_does_not_call_counted_who_weighs_nothing():
    """Whose answers do not follow what was shown was to be counted, and still is no view."""
    made = new_study(method="bayesian", options=CHECKS)
    answer_all(made, "Dr Lee", 4)
    session, said = made.session_of("Mr Left"), study_panel(made)
    while (asked := session.ask()) is not None:
        session.answer(asked.number, "A")
    together = study_report(made, everyone=True).together
    assert together.compromise.unheard == ("Mr Left",)
    assert together.everyone_texts[0].startswith("Mr Left was to be counted, as everyone, although")
    assert together.everyone_texts[0].endswith("; such answers weigh next to nothing.")
    assert said.left_out == ()


def test_study_report_leaves_experts_of_two_numbers_out_too():
    """Neither a compromise nor a ranking of models is made by answers that are not to be used."""
    made = checked_study(family="linear-fractional")
    report = report_as_dict(made, at=AT, models={"other": made.specification.table})
    assert report["together"]["left_out"] == ["Mr Perverse"]
    views = report["together"]["compromise"]["views"]
    assert [view["name"] for view in views] == ["Dr Lee", "Dr Kim"]
    assert [one["by"] for one in report["ranking"]["rankings"]] == ["Dr Lee", "Dr Kim"]
    assert any("Mr Perverse is left out, since" in text for text in report["together"]["texts"])
