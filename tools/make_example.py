"""Make the built-in example: breast cancer, scored by models that did not see the patient.

Writes src/whichmetric/sources/breast_cancer.csv. Run it from the root of the repository with the
extra ``paper`` installed; tests/sources/test_example.py checks that the file is what this makes.
"""

import csv
from pathlib import Path

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

TARGET = Path(__file__).parents[1] / "src" / "whichmetric" / "sources" / "breast_cancer.csv"


def example_rows() -> list[tuple[int, float]]:
    """Malignant (1) or not (0), and the out-of-fold probability, of each of the 569 patients."""
    data = load_breast_cancer()
    malignant = 1 - data.target  # scikit-learn's 0 is malignant
    model = make_pipeline(StandardScaler(), LogisticRegression())
    folds = StratifiedKFold(n_splits=10, shuffle=True, random_state=0)
    scores = cross_val_predict(model, data.data, malignant, cv=folds, method="predict_proba")[:, 1]
    return [(int(y), round(float(s), 4)) for y, s in zip(malignant, scores, strict=True)]


if __name__ == "__main__":
    with TARGET.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("malignant", "score"))
        writer.writerows(example_rows())
