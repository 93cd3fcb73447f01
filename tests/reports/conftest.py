"""Every test leaves no figure behind; what is said of an expert can be found out once."""

import json
from collections.abc import Iterator
from functools import cache

import matplotlib.pyplot as plt
import pytest
from tests.reports.answered_study import AT, other_model

import whichmetric.reports.study_report as module_of_reports
from whichmetric.reports.report_data import report_as_dict


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


@pytest.fixture(scope="module")
def known(study):
    """Return the report of a file's study with another model, as JSON reads it."""
    made = report_as_dict(study, at=AT, models={"forest": other_model()})
    return json.loads(json.dumps(made, allow_nan=False))
