"""Studies of the built-in scores, and experts who weigh what they are shown."""

from whichmetric.sources import breast_cancer_table
from whichmetric.studies import Asked, Study, StudySpecification, open_store


def new_study(name: str, **options: int) -> Study:
    """Return a new study in studies.db, at 8% positive."""
    asks = StudySpecification(table=breast_cancer_table(), prevalence=0.08, options=options)
    return Study.create(open_store("studies.db"), asks, id=name)


def weighed(asked: Asked, ratio: float, *, likes_errors: bool = False) -> str:
    """Return the option that does less harm, one miss being so many false alarms; or more."""
    a, b = (ratio * one.counts.fn + one.counts.fp for one in (asked.a, asked.b))
    return "A" if (a < b) != likes_errors else "B"
