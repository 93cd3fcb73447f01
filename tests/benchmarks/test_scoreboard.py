"""The scoreboard in miniature, and the README's table."""

import copy
import doctest
import json
import re
from pathlib import Path

import pytest
from tests.reports.report_page import ReportPage
from typer.testing import CliRunner

import benchmarks
from benchmarks import __main__ as commands
from benchmarks import grid
from benchmarks.grid import as_rich
from benchmarks.scoreboard import figures, readme
from benchmarks.scoreboard.decisions import summarise
from benchmarks.scoreboard.headline import headline, notes
from benchmarks.scoreboard.page import page
from benchmarks.scoreboard.peers import read_peers
from benchmarks.scoreboard.run import run_scoreboard
from benchmarks.scoreboard.sizes import FULL, HEADLINE, SHORT, Sizes
from benchmarks.scoreboard.tables import decision_grid, load_grid, speed_grid, time_grid

ROOT = Path(benchmarks.__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
TINY = Sizes(
    form="short",
    budgets=SHORT.budgets,
    rows=5_000,
    arrays=2,
    settings=HEADLINE,
    experts=1,
    data=("breast-cancer",),
    splits=1,
    choosers=1,
    visitors=1,
    most_questions=20,
)
pytestmark = pytest.mark.xdist_group("scoreboard")


@pytest.fixture(scope="module")
def board():
    """Everything, as small as it goes."""
    seen = {}
    found = run_scoreboard(
        TINY,
        seed=1,
        workers=1,
        date="2026-01-02",
        peers=RESULTS / "peers.json",
        progress=lambda part, done, total: seen.update({part: (done, total)}),
    )
    assert set(seen) == set(SHORT.budgets)
    assert all(done == total for done, total in seen.values())
    return found


@pytest.fixture(scope="module")
def html(board):
    """Its page."""
    return page(board)


def test_scoreboard_is_json_with_all_that_was_measured(board):
    """What docs/evidence/benchmarks.md lists is there: machine, versions, seed, date, all parts."""
    assert json.loads(json.dumps(board, allow_nan=False)) == board
    assert set(board) == {
        *("date", "form", "seed", "machine", "budgets", "seconds"),
        *("methods", "speed", "decisions", "load", "peers"),
    }
    assert {"processor", "cores", "load_before", "system", "versions"} == set(board["machine"])
    assert {"python", "numpy", "scikit-learn"} <= set(board["machine"]["versions"])
    assert (board["date"], board["seed"]) == ("2026-01-02", 1)
    load = board["load"]
    assert (load["errors"], load["lost"], load["doubled"]) == (0, 0, 0)
    assert load["answers"] > 4


def test_scoreboard_without_peers_leaves_their_cells_empty(board):
    """A clone without the comparison with BoTorch has the same table, with an empty column."""
    without = {**board, "peers": read_peers(RESULTS / "missing.json")}
    here, there = headline(board), headline(without)
    place = here.head.index("BoTorch")
    assert [row[:2] for row in here.rows] == [row[:2] for row in there.rows]
    assert not any(row[place] for row in there.rows)
    assert sum(bool(row[place]) for row in here.rows) == 6
    assert ("BoTorch", "no file of make bench-peers") in notes(without)
    assert 'id="peers"' not in page(without)


def test_tables_have_a_cell_under_every_name(board):
    """Of every table, for the terminal too."""
    for made in (headline, speed_grid, decision_grid, load_grid, time_grid):
        found = made(board)
        assert {len(row) for row in found.rows} == {len(found.head)}
        assert as_rich(found).row_count == len(found.rows)


def test_ours_is_known_in_every_row_and_others_are_times_ours(board):
    """The first number of a row is ours; each of the others is a ratio or empty."""
    for row in headline(board).rows:
        assert re.match(r"(> )?[\d.,e-]+", row[2])
        assert all(re.match(r"(> )?× [\d.,e+-]+", cell) for cell in row[3:] if cell)


def test_readme_table_has_the_rows_and_columns_of_the_scoreboard(board):
    """Whoever runs `make bench` finds the README's table again."""
    lines = readme.table_lines((ROOT / "README.md").read_text(encoding="utf-8"))
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    made = headline(board)
    assert tuple(cells[0]) == made.head
    assert [row[:2] for row in cells[2:]] == [row[:2] for row in made.rows]


def test_readme_figures_are_those_of_the_kept_results():
    """Renew them with `python -m benchmarks readme`, also where only the peers are new."""
    kept = json.loads((RESULTS / "scoreboard.json").read_text(encoding="utf-8"))
    assert kept["form"] == "short"
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.measured(kept | {"peers": read_peers(RESULTS / "peers.json")}) in text


def test_readme_is_renewed_and_nothing_else_of_it_changes(board):
    """The table and the line below it are replaced, and the old ones can be put back."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    renewed = readme.with_table(text, board)
    assert "2026-01-02" in renewed
    kept = json.loads((RESULTS / "scoreboard.json").read_text(encoding="utf-8"))
    peers = {"peers": read_peers(RESULTS / "peers.json")}
    assert readme.with_table(renewed, kept | peers) == text


def test_command_prints_all_tables_and_writes_page_and_numbers(board, monkeypatch, tmp_path):
    """`make bench` ends with the one table and the place of the page."""
    monkeypatch.setattr("benchmarks.scoreboard.run.run_scoreboard", lambda *_, **__: board)
    ran = CliRunner().invoke(commands.app, ["scoreboard", "--out", str(tmp_path)])
    assert ran.exit_code == 0, ran.output
    printed = " ".join(ran.output.split())
    for made in (headline, speed_grid, decision_grid, load_grid, time_grid):
        assert made(board).title in printed
    assert "linear-fractional, flip 10%, synthetic" in ran.output
    assert "…" not in ran.output
    assert json.loads((tmp_path / "scoreboard.json").read_text(encoding="utf-8")) == board
    assert (tmp_path / "index.html").read_text(encoding="utf-8") == page(board)


def test_command_keeps_a_scoreboard_and_renews_the_readme(board, monkeypatch, tmp_path):
    """What is kept is what the README says then."""
    monkeypatch.setattr(commands, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(commands, "README", tmp_path / "README.md")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    (tmp_path / "new.json").write_text(json.dumps(board), encoding="utf-8")
    ran = CliRunner().invoke(commands.app, ["readme", str(tmp_path / "new.json")])
    assert ran.exit_code == 0, ran.output
    assert json.loads((tmp_path / "kept.json").read_text(encoding="utf-8")) == board
    renewed = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert renewed == readme.with_table(text, board) != text


def test_page_loads_nothing_and_has_every_part(html):
    """No script, no address; each link of the contents leads to a section."""
    read = ReportPage(html)
    assert not {"script", "link", "img", "iframe", "object", "form"} & set(read.tags)
    assert not any(name in given for _, given in read.attributes for name in ("src", "style"))
    assert "http:" not in html
    assert "https:" not in html
    sections = [section["id"] for section in read.of("section")]
    assert [link["href"] for link in read.of("a")] == [f"#{name}" for name in sections]
    assert sections[0] == "short"


def test_page_tells_every_picture_in_words(html, board):
    """A curve for each setting and two pictures of ratios, each with its numbers in its label."""
    labels = [svg["aria-label"] for svg in ReportPage(html).of("svg") if "role" in svg]
    assert len(labels) == len(board["methods"]["settings"]) + 2
    assert all(re.search(r"\d", label) for label in labels)
    curve = labels[0]
    assert curve.startswith("linear metrics, no noise, synthetic")
    assert all(name in curve for name in ("bayesian", "paper", "random questions", "limit"))


def test_page_draws_a_method_that_is_new(board):
    """Whoever adds a line to `methods_for` has it in the pictures, too."""
    changed = copy.deepcopy(board)
    setting = changed["methods"]["settings"][0]
    setting["methods"].append({**setting["methods"][0], "method": "majority"})
    made = page(changed)
    assert 'class="line other"' in made
    assert "majority</li>" in made


def test_page_follows_light_and_dark(html):
    """Every colour of the lines is given for both."""
    light, dark = (
        set(re.findall(r"(--[a-z-]+): #", part))
        for part in html.split("</style>")[0].rsplit("@media (prefers-color-scheme: dark)", 1)
    )
    assert {"--ours", "--paper-line", "--random"} <= light & dark


def test_goal_that_is_not_reached_is_said(board):
    """Where the other never arrives there is a bound; where ours does not, no ratio at all."""
    changed = copy.deepcopy(board)
    for setting in changed["methods"]["settings"]:
        for method in setting["methods"]:
            value = 5.0 if method["method"] == "bayesian" else None
            for goal in method["reached"]:
                goal["questions"] = dict.fromkeys(("value", "low", "high"), value)
                goal["times_ours"] = dict.fromkeys(("value", "low", "high"), value and 1.0)
    rows = [row for row in headline(changed).rows if row[0].startswith("questions")]
    assert all(row[3] == row[4] == "> × 4" for row in rows)
    for setting in changed["methods"]["settings"]:
        for goal in setting["methods"][0]["reached"]:
            goal["questions"]["value"] = None
    rows = [row for row in headline(changed).rows if row[0].startswith("questions")]
    assert all(row[2:] == ["> 20", "", "", "", "", ""] for row in rows)


def test_decisions_are_means_over_halvings_and_data():
    """By hand: regrets of 1 and 3, with a rival who loses twice as much."""
    ways = ("ours", "the metric itself", "accuracy", "balanced accuracy", "F1")
    ways += ("AUC, at 0.5", "guessed cost ratio")
    trials = [
        {
            "data": data,
            "split": split,
            "regret": {way: (1.0 + 2.0 * split) * (1 + (way == "F1")) for way in ways},
        }
        for data in ("one", "two")
        for split in (0, 1)
    ]
    rows = {row["way"]: row for row in summarise(trials)["ways"]}
    assert rows["ours"]["regret"]["value"] == 2.0
    assert rows["ours"]["by_data"]["two"] == {"value": 2.0, "low": 1.0, "high": 3.0}
    assert rows["F1"]["times_ours"] == {"value": 2.0, "low": 2.0, "high": 2.0}


def test_sizes_have_all_settings_of_the_table_and_the_short_form_its_time():
    """The budgets of the short form leave it under five minutes."""
    for sizes in (SHORT, FULL):
        assert set(HEADLINE) <= set(sizes.settings)
        assert set(sizes.budgets) == {"speed", "methods", "decisions", "load"}
    assert sum(SHORT.budgets.values()) < 300


@pytest.mark.parametrize("module", [figures, grid])
def test_scoreboard_documentation_is_true(module):
    """The examples of the docstrings give what they say."""
    assert doctest.testmod(module).failed == 0
