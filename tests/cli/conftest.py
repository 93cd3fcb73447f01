"""Folders in which commands are run."""

import pytest
from tests.cli.terminal import folder_with_scores


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in a folder with scores.csv, with studies of its own."""
    monkeypatch.chdir(folder_with_scores(tmp_path))
    monkeypatch.setenv("WHICHMETRIC_DB", "studies.db")
    return tmp_path
