"""A folder with a study that two have answered, one of them to the end."""

import shutil

import pytest
from tests.cli.answered.study import NAME
from tests.cli.commands import ask
from tests.cli.terminal import CANCER, folder_with_scores


@pytest.fixture(scope="session")
def answered(tmp_path_factory):
    """Return the folder, which nobody changes."""
    made = folder_with_scores(tmp_path_factory.mktemp("answered"))
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(made)
        patched.setenv("WHICHMETRIC_DB", "studies.db")
        for expert, answers in (("Dr Lee", "aaabaaa"), ("Dr Kim", "be")):
            ask(
                *("scores.csv", *CANCER, "--study", NAME, "--expert", expert),
                answers="\n".join(answers) + "\n",
            )
    return made


@pytest.fixture(autouse=True)
def folder(tmp_path, answered, monkeypatch):
    """Work in a copy of it."""
    shutil.copytree(answered, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHICHMETRIC_DB", "studies.db")
    return tmp_path
