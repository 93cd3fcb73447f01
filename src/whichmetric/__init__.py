"""Which metric should the classifier optimise? Ask the people who live with its decisions.

The public names stand here and are imported when they are first used (PEP 562), so that
``import whichmetric`` costs nothing. Modules inside the package import each other, never this one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whichmetric import (
        decisions,
        elicitation,
        errors,
        geometry,
        metrics,
        oracles,
        reports,
        responses,
        studies,
        trust,
    )
    from whichmetric.decisions import (
        Panel,
        class_weights,
        compromise,
        cost_curve,
        decision_curve,
        explain,
        panel,
        prevalence_shift,
        probability_threshold,
        rank_models,
        recommend,
        shifted_probability,
    )
    from whichmetric.elicitation import Result, elicit, make_elicitor
    from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
    from whichmetric.interop import cross_validated_table, scorer, threshold_classifier
    from whichmetric.metrics import Metric, TilePoint, disagreement
    from whichmetric.oracles import (
        CallableOracle,
        CrowdOracle,
        MajorityOracle,
        MetricOracle,
        ScriptedOracle,
    )
    from whichmetric.reports.several_experts import study_panel
    from whichmetric.sources import read_scores
    from whichmetric.studies import Study, StudySpecification, Wording
    from whichmetric.values import Answer, ConfusionMatrix, OperatingPoint, Question, Realisation

    __version__: str

__all__ = [
    "Answer",
    "CallableOracle",
    "ConfusionMatrix",
    "CrowdOracle",
    "FeasibleSet",
    "MajorityOracle",
    "Metric",
    "MetricOracle",
    "OperatingPoint",
    "Panel",
    "Question",
    "Realisation",
    "Result",
    "ScoreTable",
    "ScriptedOracle",
    "SigmoidPopulation",
    "Study",
    "StudySpecification",
    "TilePoint",
    "Wording",
    "__version__",
    "class_weights",
    "compromise",
    "cost_curve",
    "cross_validated_table",
    "decision_curve",
    "decisions",
    "disagreement",
    "elicit",
    "elicitation",
    "errors",
    "explain",
    "geometry",
    "make_elicitor",
    "metrics",
    "oracles",
    "panel",
    "prevalence_shift",
    "probability_threshold",
    "rank_models",
    "read_scores",
    "recommend",
    "reports",
    "responses",
    "scorer",
    "shifted_probability",
    "studies",
    "study_panel",
    "threshold_classifier",
    "trust",
]

_SUBMODULES = frozenset(
    {
        "decisions",
        "elicitation",
        "errors",
        "geometry",
        "metrics",
        "oracles",
        "reports",
        "responses",
        "studies",
        "trust",
    }
)

_HOME_OF = {
    "ScoreTable": "geometry",
    "FeasibleSet": "geometry",
    "SigmoidPopulation": "geometry",
    "ConfusionMatrix": "values",
    "Question": "values",
    "Answer": "values",
    "OperatingPoint": "values",
    "Realisation": "values",
    "Metric": "metrics",
    "TilePoint": "metrics",
    "disagreement": "metrics",
    "MetricOracle": "oracles",
    "CallableOracle": "oracles",
    "ScriptedOracle": "oracles",
    "MajorityOracle": "oracles",
    "CrowdOracle": "oracles",
    "make_elicitor": "elicitation",
    "elicit": "elicitation",
    "Result": "elicitation",
    "Panel": "decisions",
    "class_weights": "decisions",
    "compromise": "decisions",
    "cost_curve": "decisions",
    "decision_curve": "decisions",
    "explain": "decisions",
    "panel": "decisions",
    "prevalence_shift": "decisions",
    "probability_threshold": "decisions",
    "rank_models": "decisions",
    "recommend": "decisions",
    "shifted_probability": "decisions",
    "cross_validated_table": "interop",
    "scorer": "interop",
    "threshold_classifier": "interop",
    "read_scores": "sources",
    "study_panel": "reports.several_experts",
    "Study": "studies",
    "StudySpecification": "studies",
    "Wording": "studies",
}


if not TYPE_CHECKING:  # else a type checker would take any misspelt name for one of ours

    def __getattr__(name: str) -> object:
        if name in _HOME_OF:
            value = getattr(import_module(f"whichmetric.{_HOME_OF[name]}"), name)
        elif name in _SUBMODULES:
            value = import_module(f"whichmetric.{name}")
        elif name == "__version__":
            from importlib.metadata import version

            value = version("whichmetric")
        else:
            msg = f"module 'whichmetric' has no attribute {name!r}"
            raise AttributeError(msg)
        globals()[name] = value  # the next look-up does not come here
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
