"""The report of a study as a page."""

import re
from datetime import datetime

import pytest
from tests.reports.answered_study import AT, EXPERTS, answered_study, other_model
from tests.reports.report_page import ReportPage, looked_up
from tests.studies.making import CANCER, new_study

from whichmetric.errors import InvalidInputError
from whichmetric.reports import html_report, report_as_dict
from whichmetric.reports.html_report import page_of
from whichmetric.reports.report_data import report_as_plain
from whichmetric.reports.study_report import study_report
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Wording, export_study, import_study, open_store

SECTIONS = ["summary", "asked", "estimate", "threshold", "together", "models"]
WORDS_FOR = {"EQUAL": "about equal", "SKIP": "cannot decide", True: "yes", False: "no"}


@pytest.fixture(scope="module")
def study():
    """Return a study of two experts."""
    return answered_study()


@pytest.fixture(scope="module")
def html(known):
    """Return the page of that."""
    return page_of(known)


@pytest.fixture(scope="module")
def read(html):
    """Return the page as a program reads it."""
    return ReportPage(html)


def test_page_has_every_section_and_leads_to_it(read):
    """The list of contents and the sections are the same, in the same order."""
    wanted = [*SECTIONS, "expert-1", "expert-2", "again"]
    assert [section["id"] for section in read.of("section")] == wanted
    assert [link["href"] for link in read.of("a")] == [f"#{name}" for name in wanted]


def test_page_loads_and_runs_nothing(html, read):
    """There is no script, no address, and a policy that forbids all but the page's own style."""
    assert not {"script", "link", "img", "iframe", "object", "form"} & set(read.tags)
    assert not any(name in given for _, given in read.attributes for name in ("src", "style"))
    assert "http:" not in html
    assert "https:" not in html
    (policy,) = [meta["content"] for meta in read.of("meta") if "http-equiv" in meta]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")


def test_every_number_is_that_of_the_json(known, read):
    """To the last digit in the element, and as far as it is written in the text."""
    numbers = [shown for shown in read.shown if shown.tag == "data"]
    assert len(numbers) > 300
    for shown in numbers:
        value = looked_up(known, shown.key)
        assert shown.value == repr(value), shown
        if match := re.fullmatch(r"([\d,.]+)(%?)", shown.text):
            written = float(match[1].replace(",", "")) / (100 if match[2] else 1)
            assert written == pytest.approx(value, rel=0.1, abs=0.006), shown


def test_every_text_is_that_of_the_json(known, read):
    """Word by word, but for answers and truths, which are told in words, and days."""
    for shown in read.shown:
        value = looked_up(known, shown.key)
        if shown.tag == "data" or value is None:
            continue
        if shown.tag == "time":
            assert value.startswith(shown.text)
        elif shown.key.endswith(("purpose", "undone")):
            continue
        else:
            wanted = WORDS_FOR.get(value, value) if isinstance(value, str | bool) else value
            assert shown.text == str(wanted), shown


def test_every_question_stands_on_the_page_with_its_answer(known, read):
    """Also what was taken back, with what it was asked for and the seconds."""
    shown = {one.key: one.text for one in read.shown}
    for place, expert in enumerate(known["experts"]):
        questions = expert["questions"]
        assert {"trade-off", "repeat", "dominated", "held-out"} == {
            question["purpose"] for question in questions
        }
        assert sum(question["undone"] for question in questions) == 1
        for number, question in enumerate(questions):
            at = f"experts.{place}.questions.{number}"
            for side in "ab":
                cells = [f"{at}.{side}.{cell}" for cell in ("tp", "fn", "fp")]
                assert [shown[cell] for cell in cells] == [
                    f"{question[side][cell]:,}" for cell in ("tp", "fn", "fp")
                ]
            assert shown[f"{at}.answer"] == question["answer"]
            assert shown[f"{at}.seconds"] == f"{question['seconds']:,.1f}"
            assert (f"{at}.undone" in shown) == question["undone"]
            assert (f"{at}.repeats" in shown) == (question["purpose"] == "repeat")


def test_report_tells_what_an_auditor_asks_for(known, read):
    """Data, wording, estimate, trust, recommendation, all together, models, versions, commands."""
    keys = {shown.key for shown in read.shown}
    wanted = {
        "data.fingerprint",
        "specification.prevalence",
        "specification.wording.miss",
        "specification.seed",
        "experts.0.result.cost_ratio",
        "experts.0.result.cost_ratio_interval.0",
        "experts.0.result.recommendation.threshold",
        "experts.0.consistency.verdict",
        "experts.0.consistency.held_out.elicited.right",
        "experts.0.model_check.linear",
        "experts.0.guess",
        "together.panel_texts.0",
        "together.compromise.threshold",
        "ranking.rankings.0.models.0.value",
        "ranking.models.1.fingerprint",
        "versions.numpy",
        "commands.2.command",
        "date",
    }
    assert wanted <= keys, wanted - keys
    assert set(known["versions"]) == {"whichmetric", "Python", "numpy", "scipy"}
    assert [step["command"] for step in known["commands"]] == [
        "whichmetric export mammography --out mammography.json",
        "whichmetric import mammography.json --db mammography.db",
        (
            "whichmetric report mammography --db mammography.db --out mammography.html "
            "--model forest=FILE --label COLUMN --score COLUMN"
        ),
    ]


def test_report_on_bins_says_so_and_what_they_leave_open():
    """Bins are not taken for scores, the range ends at a score, and the bounds stand by it."""
    table, other = breast_cancer_table().binned(7), other_model().binned(5)
    study = new_study(table=table)
    known = report_as_dict(study, at=AT, models={"forest": other})
    told = known["data"]
    assert (told["scores"], told["bins"]) == (None, 7)
    assert (told["lowest"], told["highest"]) == table.score_range
    assert told["certificate"] == table.certificate.as_dict()
    assert known["ranking"]["models"][1]["bins"] == 5
    shown = {shown.key: shown for shown in ReportPage(page_of(known)).shown}
    assert "data.scores" not in shown
    assert {"data.bins", "data.certificate.tpr", "data.certificate.tnr"} <= set(shown)
    assert str(other.certificate) in shown["ranking.models.1.texts.1"].text


def test_command_that_makes_the_report_again_reads_models_alike(study):
    """With the columns, the weights, the bins and the positive label that were given."""
    options = {"label": "y", "score": "p", "weight": "the w", "pos_label": "ill", "bins": 64}
    made = report_as_plain(
        study_report(study), at=AT, models={"forest": other_model()}, read_with=options
    )
    assert made["commands"][-1]["command"].endswith(
        "--model forest=FILE --label y --score p --weight 'the w' --pos-label ill --bins 64"
    )


def test_pictures_say_what_they_show(read):
    """Each has a name for those who do not see it, and a table with the same numbers."""
    names = [svg["aria-label"] for svg in read.of("svg") if "role" in svg]
    assert len(names) == 2
    assert all("table below" in name for name in names)


def test_markup_in_words_and_names_is_text():
    """Whatever a study or an expert is called, it is told and not obeyed."""
    evil = '<script>alert("x")</script>&amp;'
    words = Wording(title=evil, case="<b>case", cases="c'ases", condition="</style>", flag="<i>")
    options = {"max_questions": 2}
    made = answered_study(experts={evil: (4, 3)}, wording=words, options=options)
    page = html_report(made, at=AT, models={"<u>": other_model()})
    read = ReportPage(page)
    assert not {"script", "b", "i", "u"} & set(read.tags)
    assert page.count("</style>") == 1
    shown = {one.key: one.text for one in read.shown}
    assert shown["specification.wording.title"] == evil
    assert shown["experts.0.name"] == evil
    assert shown["ranking.models.1.name"] == "<u>"


def test_imported_study_gives_the_same_page_elsewhere(study, tmp_path, known, html):
    """From memory into SQLite and back, to the last byte."""
    with open_store(tmp_path / "studies.db") as store:
        moved = import_study(store, export_study(study))
        models = {"forest": other_model()}
        assert html_report(moved, at=AT, models=models) == html
        back = import_study(MemoryStore(), export_study(moved))
        assert report_as_dict(back, at=AT, models=models) == known


def test_only_the_date_tells_two_reports_apart(known, html):
    """Another day changes the date, and nothing else."""
    later = page_of(known | {"date": "2026-03-09T09:30:00.000000+00:00"})
    assert later != html
    assert later.replace("2026-03-09", "2026-03-02") == html


def test_report_of_a_study_that_nobody_has_answered():
    """What was asked is told all the same."""
    page = html_report(new_study(), at=AT)
    read = ReportPage(page)
    assert "Nobody has begun to answer." in page
    assert "together" not in [section["id"] for section in read.of("section")]
    begun = new_study()
    begun.session_of("Dr Roy").ask()
    assert "Dr Roy: no question answered yet." in html_report(begun, at=AT)


@pytest.mark.parametrize("family", ["f-beta", "linear-fractional"])
def test_report_of_other_families(family):
    """Their numbers are those that they have; two of them are not pooled, and rank for each."""
    options = {"max_questions": 3}
    made = answered_study(family=family, options=options)
    known = report_as_dict(made, at=AT, models={"forest": other_model()})
    ReportPage(page_of(known))
    quantity = {"f-beta": "beta", "linear-fractional": "cost ratio at the best threshold"}
    assert known["estimates"]["quantity"] == quantity[family]
    judges = [ranking["by"] for ranking in known["ranking"]["rankings"]]
    assert judges == (["all experts together"] if family == "f-beta" else list(EXPERTS))


def test_report_where_nothing_was_decided():
    """Who cannot decide gets no estimate, no threshold and no ranking."""
    made = new_study(method="bayesian", options={"max_questions": 2})
    session = made.session_of("Dr Lee")
    while (asked := session.ask()) is not None:
        session.answer(asked.number, "SKIP")
    known = report_as_dict(made, at=AT, models={"forest": other_model()})
    assert known["estimates"]["rows"] == known["operating_points"] == []
    assert known["ranking"]["texts"][0].startswith("Nobody's answers can be taken for a view")
    assert "cannot decide" in page_of(known)


def test_report_of_one_expert_alone(study):
    """The others are not in it, and the command says so."""
    known = report_as_dict(study, at=AT, expert="Dr Lee")
    assert [expert["name"] for expert in known["experts"]] == ["Dr Lee"]
    assert known["together"] is None
    assert known["commands"][2]["command"].endswith("--expert 'Dr Lee'")
    assert known["ranking"]["texts"][0].startswith("One model was studied")


def test_report_refuses_a_day_without_a_zone(study):
    """The value and the remedy are named."""
    with pytest.raises(InvalidInputError, match=r"at=.* is not a time with a zone: give datetime"):
        html_report(new_study(), at=datetime(2026, 3, 1))


def test_report_refuses_a_model_with_the_name_of_the_studys():
    """It could not be told from it."""
    with pytest.raises(InvalidInputError, match="is the model of the study itself: name it"):
        html_report(new_study(), at=AT, models={"the study's model": other_model()})


def test_words_of_the_study_are_those_of_the_page(read):
    """Every word of the wording stands on it."""
    shown = {one.key: one.text for one in read.shown}
    told = {name: shown[f"specification.wording.{name}"] for name in CANCER.as_plain()}
    assert told == CANCER.as_plain()


def test_report_begins_with_what_follows(read, study):
    """With what all share; of one expert, from the weight of a miss to what new cases lose."""
    keys = [shown.key for shown in read.shown]
    assert keys.index("together.compromise_texts.0") < keys.index("specification.family")
    alone = ReportPage(html_report(study, at=AT, expert="Dr Lee"))
    texts = [shown.text for shown in alone.shown]
    first = next(place for place, text in enumerate(texts) if text.startswith("For Dr Lee, one"))
    assert "So the best rule" in texts[first + 1]
    assert "new patients, expect the best rule to miss" in texts[first + 4]
    assert first + 4 < texts.index("linear")
