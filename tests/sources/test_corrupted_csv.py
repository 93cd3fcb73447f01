"""Accidents with CSV files: a clear error or the right table, and nothing else."""

import numpy as np
from tests.sources.corruption import corrupted, sound_csv, tables_of

from whichmetric import read_scores
from whichmetric.errors import InvalidInputError


def outcomes_of(path, files):
    """What is read of each file: a table or the text of an error, beside Python's tables."""
    for data in files:
        path.write_bytes(data)
        try:
            read = read_scores(path, label="y", score="p")
        except InvalidInputError as error:
            read = str(error)
        yield data, read, tables_of(data)


def test_read_scores_of_500_corrupted_files_is_right_or_refused(tmp_path):
    """No other exception, no table that Python's own reader does not find, no shorter one."""
    draws = (np.random.default_rng(seed) for seed in range(500))
    files = (corrupted(sound_csv(rng), rng) for rng in draws)
    path = tmp_path / "scores.csv"
    read_some = 0
    for data, read, tables in outcomes_of(path, files):
        if isinstance(read, str):
            assert read.startswith(str(path)), (data, read)
            assert "\n" not in read, (data, read)
        else:
            assert read in tables, (data, read, tables)
            read_some += 1
    assert 50 < read_some < 450  # else the accidents are too grave, or too small, to tell


def test_read_scores_of_sound_files_is_right(tmp_path):
    """The same files before their accidents are all read."""
    files = (sound_csv(np.random.default_rng(seed)) for seed in range(40))
    for data, read, tables in outcomes_of(tmp_path / "scores.csv", files):
        assert read in tables, (data, read)
