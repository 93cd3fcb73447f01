import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cases
from tests.studies.making import CANCER, TABLE, specification

from whichmetric.elicitation import BayesianLinear
from whichmetric.errors import DocumentError, InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.inference import STEADY, LogisticPrior, NoisePrior
from whichmetric.studies import StudySpecification


def through_json(given: StudySpecification) -> StudySpecification:
    """Write and read again."""
    return StudySpecification.from_plain("study", json.loads(json.dumps(given.as_plain())))


def test_specification_fills_in_what_follows():
    """The table's own prevalence and the denominator that fits it."""
    usual = StudySpecification(table=TABLE, method="bisection")
    assert usual.prevalence == TABLE.prevalence
    assert usual.out_of == 1_000
    assert usual.code_version
    assert specification(prevalence=0.001).out_of == 100_000


def test_specification_keeps_plain_numbers():
    """Whatever they come as: JSON knows no others."""
    given = specification(seed=np.int64(3), out_of=2_000.0, prevalence=np.float64(0.08))
    kept = (given.seed, given.out_of, given.prevalence)
    assert kept == (3, 2_000, 0.08)
    assert [type(number) for number in kept] == [int, int, float]
    assert specification(code_version=" 1.0\n").code_version == "1.0"


def test_specification_with_priors_comes_back_from_json():
    """Priors are kept as numbers, and the elicitor that follows is the same."""
    given = specification(
        method="bayesian",
        seed=2**53 - 1,
        options={
            "prior": LogisticPrior(3.0, 0.1 + 0.2),
            "noise": NoisePrior(lapses=(0.0, 0.1), lapse_weights=(1.0, 1 / 3)),
            "max_questions": np.int64(4),
            "factor": np.float64(1.5),
        },
    )
    again = through_json(given)
    assert again == given
    assert hash(again) == hash(given)
    assert again.fingerprint == given.fingerprint
    assert isinstance(again.elicitor("one"), BayesianLinear)
    assert again.elicitor("one").ask() == given.elicitor("one").ask()


def test_specification_of_a_table_on_bins_comes_back_from_json():
    """The ends of its bins are kept; a table without bins has no such field."""
    given = specification(table=TABLE.binned(6))
    assert given.table.highest is not None
    assert through_json(given).table == given.table
    assert given.as_plain()["table"]["highest"] == given.table.highest.tolist()
    assert "highest" not in specification().as_plain()["table"]


def test_specification_of_odd_weights_keeps_the_number_of_cases():
    """Bins do not tell it. Studies from before it was kept are read as they were."""
    rng = np.random.default_rng(0)
    labels, scores = rng.random(500) < 0.4, rng.random(500)
    table = ScoreTable.from_arrays(labels, scores, sample_weight=rng.uniform(0.5, 1.5, 500), bins=7)
    given = specification(table=table)
    plain = given.as_plain()
    assert plain["table"]["cases"] == list(table.cases)
    again = through_json(given)
    assert (again.table, again.table.cases) == (table, table.cases)
    assert again.fingerprint == given.fingerprint
    assert "cases" not in specification().as_plain()["table"]
    del plain["table"]["cases"]
    before = StudySpecification.from_plain("the study", plain)
    assert before.table == table
    assert before.fingerprint == given.fingerprint  # so that it is found again
    assert max(before.table.cases) <= 7


@pytest.mark.parametrize("cases", [[3], [3, 0], [1, 2, 3], [-1, 4], ["many", 4]])
def test_specification_refuses_cases_that_are_none(cases):
    """The error names them."""
    plain = specification().as_plain()
    plain["table"]["cases"] = cases
    with pytest.raises(DocumentError, match="cases"):
        StudySpecification.from_plain("the study", plain)


@pytest.mark.parametrize("name", ["prior", "noise"])
def test_specification_without_a_prior_takes_the_usual_one(name):
    """None says so, and comes back from JSON; a number is no prior."""
    given = specification(method="bayesian", options={name: None})
    assert through_json(given) == given
    assert given.elicitor("one").ask() == specification(method="bayesian").elicitor("one").ask()
    with pytest.raises(InvalidInputError, match=f"^{name}"):
        specification(method="bayesian", options={name: 5})


@given(cases().filter(lambda c: len(ScoreTable.from_arrays(c.labels, c.scores)) > 1))
def test_specification_of_any_table_comes_back_from_json(drawn):
    """Columns, fingerprint and prevalence are the same to the last bit."""
    if len(drawn.feasible.frontier) < 3:  # scores that are no better than chance
        with pytest.raises(InvalidInputError, match="no trade-offs"):
            specification(table=drawn.table, prevalence=drawn.prevalence)
        return
    given = specification(table=drawn.table, prevalence=drawn.prevalence)
    again = through_json(given)
    assert again == given
    assert again.table.fingerprint == given.table.fingerprint


@given(st.integers(0, 2**53 - 1), st.text("abc123", min_size=1, max_size=9))
def test_session_seed_follows_from_seed_and_name(seed, name):
    """Another seed or another name is another session; the same are the same."""
    one, two = specification(seed=seed), specification(seed=seed)
    assert one.session_seed(name) == two.session_seed(name) < 2**63
    assert one.session_seed(name) != one.session_seed(name + "x")


def test_sessions_draw_questions_of_their_own():
    """Where a method draws, they follow from the session's name."""
    given = specification(method="bayesian")
    asked = [given.elicitor(name).ask() for name in ("one", "one", "two", "three")]
    assert asked[0] == asked[1]
    assert len({str(question) for question in asked}) == 3


def test_fingerprint_tells_studies_apart():
    """Whatever decides questions or words changes it; the code version does not."""
    prints = {
        specification(**changes).fingerprint
        for changes in (
            {},
            {"seed": 1},
            {"prevalence": 0.09},
            {"out_of": 2_000},
            {"family": "f-beta"},
            {"options": {"tolerance": 0.1}},
            {"wording": CANCER.__class__()},
            {"table": TABLE + TABLE},
        )
    }
    assert len(prints) == 8
    assert specification(code_version="0.0.1").fingerprint in prints
    assert specification(code_version="0.0.1") == specification()


def test_table_fingerprint_is_that_of_the_exact_numbers():
    """One bit more in one weight is another table; minus zero is zero."""
    nudged = TABLE.positive.copy()
    nudged[3] = np.nextafter(nudged[3], 2)
    assert ScoreTable(TABLE.scores, nudged, TABLE.negative).fingerprint != TABLE.fingerprint
    zeros = [ScoreTable([z, 1.0], [z, 1.0], [1.0, z]).fingerprint for z in (0.0, -0.0)]
    assert zeros[0] == zeros[1]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"table": [1, 2]},
            r"^table is \[1, 2\], not a ScoreTable: build one with ScoreTable.from",
        ),
        ({"wording": "patient"}, r"^wording is 'patient', not a Wording: give Wording\(case="),
        ({"prevalence": 1.5}, "prevalence=1.5 is not inside"),
        ({"out_of": 5}, "out_of=5 shows no case of one class"),
        ({"out_of": 1.5}, "out_of=1.5 is not a whole number"),
        ({"seed": -1}, "seed=-1 is not from 0 to"),
        ({"seed": "x"}, "^seed='x' is not a number"),
        ({"code_version": "v" * 61}, "^code_version has 61 characters: 60 are the most"),
        ({"seed": 2**60}, "seed=1152921504606846976 is not from 0 to"),
        ({"family": "cubic"}, "family='cubic' is unknown"),
        ({"method": "guess"}, "method='guess' is unknown"),
        ({"options": [1]}, r"options is \[1\]: give a mapping"),
        ({"options": {"p11": 0.5}}, "p11=0.5 does not fit family='linear'"),
        ({"options": {"tolerance": -1}}, "tolerance=-1"),
        ({"options": {"rng": 3}}, "options holds 'rng': give `seed` to the specification"),
        ({"options": {"out_of": 3}}, "options holds 'out_of': give it to the specification"),
        ({"options": {"tolerance": float("inf")}}, "tolerance=inf cannot be stored"),
        ({"options": {"tolerance": {1}}}, r"tolerance=\{1\} cannot be stored"),
        (
            {"method": "bayesian", "options": {"prior": {"center": 1}}},
            "prior holds 'center', which LogisticPrior does not take; it takes centre, spread",
        ),
        (
            {"method": "bayesian", "options": {"prior": {"centre": {1}, "spread": 1}}},
            r"^prior.centre=\{1\} cannot be stored",
        ),
        (
            {"method": "bayesian", "options": {"noise": {"lapses": [0.0, {1}]}}},
            r"^noise.lapses=\{1\} cannot be stored",
        ),
        (
            {"method": "bayesian", "options": {"prior": {"centre": 1}}},
            "prior={'centre': 1} makes no LogisticPrior",
        ),
    ],
)
def test_specification_refuses_what_no_question_could_follow_from(changes, text):
    """What is wrong is named before anybody is asked."""
    with pytest.raises(InvalidInputError, match=text):
        specification(**changes)


def damaged(path, value):
    """Return a plain specification with one entry changed, or removed where value is None."""
    plain = json.loads(json.dumps(specification().as_plain()))
    *outer, last = path
    place = plain
    for step in outer:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return plain


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        (("seed",), None, "study: 'seed' is missing"),
        (("seed",), True, "study: 'seed' is True, not a whole number"),
        (("extra",), 1, "study has the unknown field 'extra'"),
        (("family",), "cubic", "study: family='cubic' is unknown"),
        (("prevalence",), "half", "study: 'prevalence' holds 'half', not a number"),
        (("table", "positive", 2), 9.5, "the score table has been changed or damaged"),
        (("table", "positive", 2), "x", "study, table: 'positive' holds 'x', not a number"),
        (("table", "scores", 2), 0.0, "study, table: The scores must be distinct and rising"),
        (("table",), [], r"study: 'table' is \[\], not an object"),
        (("wording", "case"), "", "study, wording: case='' is empty"),
    ],
)
def test_damaged_specification_is_refused_by_its_place(path, value, text):
    """The error says where the damage is."""
    with pytest.raises(DocumentError, match=text):
        StudySpecification.from_plain("study", damaged(path, value))


HELD = {"max_questions": 9, "held_out": 3}


def test_study_from_before_pairs_told_a_bend_reads_as_it_was():
    """It has no number of a version, keeps its fingerprint and says nothing else again."""
    old = specification(method="bayesian", options=HELD, pairs_version=1)
    assert "pairs_version" not in old.as_plain()
    assert StudySpecification.from_plain("study", old.as_plain()) == old
    new = specification(method="bayesian", options=HELD)
    assert new.as_plain()["pairs_version"] == 2
    assert StudySpecification.from_plain("study", new.as_plain()) == new
    assert new.fingerprint != old.fingerprint


def test_version_of_pairs_is_the_first_where_none_are_held_out():
    """Nothing depends on it, so that such studies are what they always were."""
    assert specification().pairs_version == 1
    assert "pairs_version" not in specification().as_plain()


def test_study_from_before_equal_was_read_anew_reads_as_it_was():
    """It has no number of a version, keeps its fingerprint and says nothing else again."""
    old = specification(method="bayesian", ties_version=1)
    assert "ties_version" not in old.as_plain()
    assert StudySpecification.from_plain("study", old.as_plain()) == old
    new = specification(method="bayesian")
    assert new.as_plain()["ties_version"] == 2
    assert StudySpecification.from_plain("study", new.as_plain()) == new
    assert new.fingerprint != old.fingerprint


@pytest.mark.parametrize(
    "options", [{}, {"method": "binary-search"}, {"method": "bayesian", "options": {"crowd": True}}]
)
def test_version_of_ties_is_the_first_where_no_single_person_is_inferred(options):
    """Nothing depends on it, so that such studies are what they always were."""
    assert specification(**options).ties_version == 1


def test_study_of_the_first_version_of_ties_keeps_its_noise():
    """That of everybody, or its own; what it does not say of ties was that of everybody, too."""
    steady = NoisePrior(**STEADY)
    old = {"method": "bayesian", "ties_version": 1}
    for none in ({}, {"noise": None}, {"noise": {}}):
        assert specification(**old, options=none).elicitor_options["noise"] == steady
    own = {"lapses": [0.0, 0.2], "lapse_weights": [1, 1]}
    assert specification(**old, options={"noise": own}).elicitor_options["noise"] == NoisePrior(
        **STEADY, **own
    )
    ties = {"ties": [0.1], "tie_weights": [1.0]}
    found = specification(**old, options={"noise": ties}).elicitor_options["noise"]
    assert (found.ties, found.tie_weights, found.shares) == ([0.1], [1.0], ())
    crowd = specification(method="bayesian", options={"crowd": True, "noise": own})
    assert crowd.elicitor_options["noise"].tie_weights == STEADY["tie_weights"]
    assert "noise" not in specification(method="bayesian", options={"crowd": True}).elicitor_options
    assert "noise" not in specification(method="bayesian").elicitor_options


@pytest.mark.parametrize("name", ["pairs_version", "ties_version"])
@pytest.mark.parametrize(
    ("version", "text"),
    [
        (0, "0 is not from 1 to 2"),
        (3, "3 is not from 1 to 2"),
        (1.5, "1.5 is not a whole number"),
    ],
)
def test_version_that_is_not_known_is_refused(name, version, text):
    """By its name and its number, with what to do."""
    with pytest.raises(InvalidInputError, match=f"^{re.escape(f'{name}={text}')}"):
        specification(**{name: version})
