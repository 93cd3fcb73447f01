"""Folders in which commands are run."""

import pytest
from tests.cli.terminal import folder_with_scores


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """Work in an empty folder, with studies of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHICHMETRIC_DB", "studies.db")
    return tmp_path


@pytest.fixture
def folder(workplace):
    """Work in a folder with scores.csv, with studies of its own."""
    return folder_with_scores(workplace)
