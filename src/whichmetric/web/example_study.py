"""The study that a new database begins with, so that there is something to try."""

from __future__ import annotations

from whichmetric.sources import breast_cancer_table
from whichmetric.studies import Study, StudySpecification, StudyStore, Wording

__all__ = ["make_example"]


def make_example(store: StudyStore) -> Study:
    """Screening for breast cancer, with the scores that ship with the package."""
    specification = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.08,
        options={"max_questions": 16},
        wording=Wording(
            title="Example: screening for breast cancer",
            case="woman",
            cases="women",
            condition="cancer",
            flag="a biopsy",
            miss="The cancer goes untreated until it is found some other way, often too late.",
            false_alarm="A healthy woman has a biopsy, and weeks of fear.",
        ),
    )
    return Study.create(store, specification, id="example")
