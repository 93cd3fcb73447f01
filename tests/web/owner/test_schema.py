"""Schemathesis over the whole document, with the token and without."""

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.thoroughness import runs

from whichmetric.errors import InvalidInputError
from whichmetric.sources import breast_cancer_table
from whichmetric.sources.first_look import first_look, refuse_foreign
from whichmetric.studies import MemoryStore, Study, StudySpecification, invite
from whichmetric.web import Settings
from whichmetric.web.app import create_inner_app
from whichmetric.web.rate_limits import RateLimits
from whichmetric.web.shield import Shield

TOKEN = "a-token-for-schemathesis-alone"
MANY = settings(
    max_examples=runs(10, thorough=100),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class NoLimits(RateLimits):
    """Lets this test ask as often as it likes."""

    def spend(self, key, allowance):
        """Count nothing."""
        return True


def _application():
    store = MemoryStore()
    asks = StudySpecification(
        table=breast_cancer_table(),
        method="bisection",
        options={"max_questions": 3, "held_out": 1, "guess": True},
    )
    study = Study.create(store, asks, id="0")
    _, secret = invite(study, "Dr Lee")
    known = Settings(owner_token=TOKEN, hosts=frozenset({"testserver"}))
    return Shield(create_inner_app(store, known), known, NoLimits()), secret


@pytest.fixture(autouse=True)
def reader(monkeypatch):
    """Read files in this process: what is tested is the interface, and a process takes long."""

    def look(source, *, name, folder):
        del folder
        try:
            refuse_foreign(source)
            return first_look(source)
        except InvalidInputError as failure:
            raise type(failure)(str(failure).replace(str(source), name)) from None

    monkeypatch.setattr("whichmetric.web.uploads.confined_look", look)


APPLICATION, SECRET = _application()
schema = schemathesis.openapi.from_asgi("/openapi.json", APPLICATION)
OWNER = {"Authorization": f"Bearer {TOKEN}"}
EXPERT = {"Authorization": f"Bearer {SECRET}"}


@schema.parametrize()
@MANY
def test_interface_keeps_its_word_to_those_who_may(case):
    """Every answer to an owner or an expert is one that the document names."""
    is_experts = case.operation.path.startswith("/api/session")
    # A schema cannot say which bytes are a table.
    unsaid = [positive_data_acceptance] if case.operation.path == "/api/uploads" else []
    case.call_and_validate(headers=EXPERT if is_experts else OWNER, excluded_checks=unsaid)


@schema.parametrize()
@MANY
def test_interface_keeps_its_word_to_strangers(case):
    """And so is every answer to somebody without a token: 401."""
    response = case.call()
    case.validate_response(response)
    assert response.status_code not in range(200, 300)


def test_schema_holds_both_sides():
    """Owners and experts, in one document."""
    paths = {operation.ok().path for operation in schema.get_all_operations()}
    assert {"/api/session", "/api/studies"} <= paths


pytestmark = pytest.mark.xdist_group("schema")
