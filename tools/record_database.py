"""Record the golden database: a file that every later version must open and upgrade.

Writes tests/golden/databases: for the newest revision of the tables, a SQLite file with some of the
golden studies in it. Run it from the root of the repository when a revision is added. Files that
are there are left alone, since their whole point is that they are old.
"""

from pathlib import Path

from whichmetric.studies import import_study, open_store
from whichmetric.studies.storage.sql_migrations import NEWEST

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
STUDIES = ("bisection-linear", "bayesian-f-beta")


def main() -> None:
    """Write what is not there yet."""
    file = GOLDEN / "databases" / f"{NEWEST}.db"
    if file.exists():
        return
    with open_store(file) as store:
        for name in STUDIES:
            document = (GOLDEN / "studies" / f"{name}.json").read_text(encoding="utf-8")
            import_study(store, document, id=name)


if __name__ == "__main__":
    main()
