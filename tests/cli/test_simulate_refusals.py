"""What the simulation refuses before any expert is made, in words."""

import pytest
from tests.cli.simulating import flat, invoke


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--metric", "f1"), "Metric 'f1' is unknown. Known are: accuracy"),
        (("--metric", "f-beta:x"), "Metric 'f-beta:x' has 'x' where a number belongs"),
        (
            ("--response", "flip:2"),
            "Response 'flip:2' has 2 for RATE, which is out of range: give 0 to 1.",
        ),
        (
            ("--response", "flip:0.1,equal-within=-1"),
            "has -1 for equal-within, which is out of range: give 0 or more.",
        ),
        (
            ("--metric", "cost-ratio:-1"),
            "Metric 'cost-ratio:-1' has -1 for X, which is not a ratio: give a positive number",
        ),
        (
            ("--population", "sigmoid:0"),
            "--population sigmoid:0 is out of range: give a slope from 0.01 to 500.",
        ),
        (("--population", " "), "--population is empty: give breast-cancer, sigmoid:5"),
        (("--population", "nowhere"), "needs --label and --score"),
        (("--population", "no.csv", "--label", "y", "--score", "p"), "no.csv cannot be read"),
        (("--population", "sigmoid:steep"), "has 'steep' where a number belongs"),
        (("--population", "sigmoid"), "has '' where a number belongs, as in sigmoid:5."),
        (("--population", "sigmoid:5", "--label", "y"), "--label y is for the columns of a file"),
        (("--weight", "w"), "--weight w is for the columns of a file"),
        (("--prevalence", "2"), "--prevalence 2.0 is not inside (0, 1)"),
        (("--prevalence", "nan"), "--prevalence nan is not inside (0, 1)"),
        (
            ("--same-threshold",),
            "--same-threshold does not fit --family linear and --method bisection",
        ),
        (
            ("--method", "bayesian", "--factor", "1"),
            "--factor 1.0 is not a factor above 1: give one above 1, such as 1.5.",
        ),
        (("--method", "bayesian", "--regret", "0"), "give a finite one above 0, such as 0.001."),
        (("--tolerance", "nan"), "--tolerance nan is not a positive finite number"),
        (
            ("--method", "bayesian", "--probability", "0.95"),
            "none: give one, such as --tolerance 0.05, or leave the probability out.",
        ),
        (("--runs", "-3"), "'--runs': -3 is too small: give 1 or more."),
        (("--runs", "many"), "'many' is not a whole number."),
        (("--runs", "1.5"), "'1.5' is not a whole number."),
        (("--tolerance", "small"), "'small' is not a number."),
        (("--seed", "-1"), "--seed"),
        (("--workers", "0"), "--workers"),
        (("--questions", "0"), "--questions"),
        (("--family", "magic"), "'magic' is not one of"),
    ],
)
def test_simulate_refuses_nonsense_in_words(arguments, message):
    """The status is 2, the value is named, and there is no traceback."""
    outcome = invoke(*arguments)
    assert outcome.exit_code == 2
    assert message in flat(outcome.stderr)
    assert "Traceback" not in outcome.output
    assert outcome.stdout == ""


def test_simulate_names_the_columns_that_a_file_has(tmp_path):
    """A column that is missing is named beside those that were found."""
    path = tmp_path / "scores.csv"
    path.write_text("ill,risk\n1,0.1\n")
    outcome = invoke("--population", str(path), "--label", "y", "--score", "risk")
    assert outcome.exit_code == 2
    assert "has no column 'y'. It has 'ill', 'risk'." in flat(outcome.stderr)
