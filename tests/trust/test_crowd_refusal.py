"""Answers of a crowd are not judged as those of one person."""

import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification
from whichmetric.trust import check_model, consistency


@pytest.mark.parametrize("judge", [consistency, check_model])
def test_crowd_is_refused(judge):
    """With what to look at instead."""
    asks = StudySpecification(
        table=breast_cancer_table(), prevalence=0.1, options={"max_questions": 9, "crowd": True}
    )
    session = Study.create(MemoryStore(), asks, id="many").session_of()
    asked = session.ask()
    session.answer(asked.number, "A")
    with pytest.raises(InvalidInputError, match="is of a crowd, whose answers, one a person, can"):
        judge(session)
