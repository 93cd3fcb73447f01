"""Which study a command means: one that it has begun, one of that name, or a new one."""

from dataclasses import replace

import pytest
from tests.cli.commands import DATA, ask, events, only_study
from tests.cli.terminal import CANCER

from whichmetric.cli.stores import open_store
from whichmetric.cli.study_choice import NewStudy
from whichmetric.studies import Study, list_studies

pytestmark = pytest.mark.usefixtures("folder")


def test_ask_begins_another_study_for_another_specification():
    """What differs in anything but the code is not the same study."""
    for more in ((), ("--seed", "1"), ("--questions", "3"), ("--flag", "an X-ray"), ()):
        ask("scores.csv", *CANCER, *more, answers="")
    assert len(list_studies(open_store("studies.db"))) == 4


def test_ask_in_a_script_takes_no_study_of_another_prevalence():
    """Without a person to ask, the data's own share is meant, and nothing else."""
    ask(*DATA, "--prevalence", "0.08")
    assert "Asked as if 37.3% of cases" in ask(*DATA).stdout
    assert len(list_studies(open_store("studies.db"))) == 2


def test_ask_refuses_another_study_of_the_same_name():
    """A name that is in use for something else is not taken over; what differs is said."""
    ask(*DATA, "--prevalence", "0.05", "--study", "mine")
    ran = ask(*DATA, "--prevalence", "0.1", "--study", "mine", code=1)
    assert ran.stderr == (
        "Cannot do that. There is a study mine already, and this command is not the same: "
        "prevalence 0.1 instead of 0.05. To go on with it, give --study mine without a file and "
        "what belongs to it; for a new study, another name with --study.\n"
    )
    other = ask(*DATA, "--seed", "3", "--study", "mine", code=1)
    assert "not the same: seed 3 instead of 0. To go on" in other.stderr  # no share was given
    assert "Study mine, kept in" in ask(*DATA, "--study", "mine").stdout


def test_ask_names_the_study_that_may_have_been_meant(folder):
    """What differs from a study with answers, and the way to it, is said; then it begins."""
    ask(answers="a\n")
    first = only_study()
    ran = ask("scores.csv", *CANCER, "--seed", "3", "--expert", "Dr Lee")
    assert ran.stderr == (
        f"There is a study {first} already, with 1 answer. This command is not the same: seed 3 "
        f"instead of 0. To go on with it: whichmetric ask --study {first} --expert 'Dr Lee'\n"
    )
    assert "New study" in ran.stdout
    assert ask("scores.csv", *CANCER, "--seed", "3").stderr == ""  # it is there now
    rows = (folder / "scores.csv").read_text(encoding="utf-8").splitlines()
    (folder / "scores.csv").write_text("\n".join(rows[:-1]), encoding="utf-8")
    said = ask("scores.csv", *CANCER).stderr
    assert "the scores have changed (568 cases instead of 569)." in said
    said = ask("scores.csv", *CANCER, "--bins", "7").stderr
    assert "the scores have changed" in said  # a row is still missing
    (folder / "scores.csv").write_text("\n".join(rows), encoding="utf-8")
    said = ask("scores.csv", *CANCER, "--bins", "9").stderr
    assert "the scores in 9 bins instead of every score by itself." in said
    (told,) = events(ask("scores.csv", *CANCER, "--flag", "an X-ray", "--json"))["study"]
    assert told["similar"]["study"] == first
    assert 'flag "an X-ray" instead of "a biopsy"' in told["similar"]["differences"]
    assert told["similar"]["resume"] == f"whichmetric ask --study {first}"


def test_ask_says_nothing_of_studies_without_answers_or_kinship():
    """A study that was named, or that nobody has answered, is no surprise."""
    ask()
    assert ask("scores.csv", *CANCER, "--seed", "3", answers="a\n").stderr == ""
    assert ask("scores.csv", *CANCER, "--seed", "4", "--study", "mine").stderr == ""
    (told,) = events(ask("--study", "mine", "--json"))["study"]
    assert told["similar"] is None


def test_ask_begins_the_new_study_that_it_offers(folder):
    """Also where another one has its name, such as one that was imported."""
    rows = "".join(f"{y},{(n + 9 * y) / 40}\n" for n in range(20) for y in (0, 1))
    (folder / "half.csv").write_text(f"y,p\n{rows}", encoding="utf-8")
    half = ("half.csv", "--label", "y", "--score", "p", "--method", "bisection")
    said = {"scores": "half.csv", "label": "y", "score": "p", "method": "bisection", "words": {}}
    specification = NewStudy(**dict.fromkeys(NewStudy.__annotations__) | said).specification()
    name = f"half-{specification.fingerprint[:6]}"
    with open_store("studies.db") as store:
        typed = replace(specification, prevalence=0.05, out_of=None)
        session = Study.create(store, typed, id=name).session_of("")
        session.answer(session.ask().number, "A")
    new = ask(*half, "--prevalence", "0.5")
    assert f"New study {name}-2, kept in" in new.stdout
    assert f"There is a study {name} already, with 1 answer." in new.stderr
    assert f"Study {name}-2, kept in" in ask(*half, "--prevalence", "0.5").stdout
    assert f"Study {name}, kept in" in ask(*half).stdout  # the command that the share was typed for
