"""Every test leaves no figure behind; what is said of an expert can be found out once."""

from collections.abc import Iterator
from functools import cache

import matplotlib.pyplot as plt
import pytest

import whichmetric.reports.study_report as module_of_reports


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    """Close what a test has drawn."""
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def experts_reported_once() -> Iterator[None]:
    """Find out once what is said of an expert's answers, for all reports that a file reads.

    A report of everyone, a page and a JSON document of one study say the same of each expert.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module_of_reports, "_expert", cache(module_of_reports._expert))
        yield
