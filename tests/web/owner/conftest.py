"""An application with a small study, and somebody who owns it."""

import re
from html import unescape
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification, Wording
from whichmetric.web import Settings, create_app

TOKEN = "a-token-for-the-tests-of-owners"
ADDRESS = "http://127.0.0.1:8000"
SPECIFICATION = StudySpecification(
    table=breast_cancer_table(),
    prevalence=0.08,
    options={"max_questions": 3},
    wording=Wording(
        title="Mammography", case="patient", cases="patients", condition="cancer", flag="a biopsy"
    ),
)
SCORES = "ill,risk,w\n" + "".join(f"{n % 2},{(n * 37 % 100) / 100},2\n" for n in range(60))


@pytest.fixture
def store():
    """Return a store with one study that nobody has answered."""
    kept = MemoryStore()
    Study.create(kept, SPECIFICATION, id="mammography")
    return kept


@pytest.fixture
def client(store):
    """Return a browser of the owner, on the machine itself."""
    with TestClient(create_app(store), base_url=ADDRESS) as browser:
        yield browser


@pytest.fixture
def guarded(store):
    """Return a browser of somebody who has not shown the token."""
    settings = Settings(address="https://metrics.example.org", owner_token=TOKEN)
    with TestClient(create_app(store, settings), base_url=settings.address) as browser:
        yield browser


def signature_in(client):
    """What forms of this owner carry."""
    return re.search(r'name="signature" value="([0-9a-f]+)"', client.get("/").text)[1]


def upload_address(client):
    """Where the form sends a file."""
    return re.search(r'action="(/uploads[^"]+)"', client.get("/studies/new").text)[1]


def upload(client, content=SCORES, name="scores.csv"):
    """Send a file as the form does."""
    return client.post(upload_address(client), files={"file": (name, content)})


def shown_link(page):
    """The link that a page shows once."""
    return re.search(r'value="([^"]+/e/[^"]+)"', page.text)[1]


def answer_all(client, link):
    """Answer every question of a link with A."""
    while "/question" in (page := client.get(f"{link}/question")).url.path:
        fields = dict(re.findall(r'name="(number|seen|key)" value="([^"]+)"', page.text)[:3])
        client.post(f"{link}/answer", data=fields | {"answer": "A"})


def invite(client, study="mammography", **fields):
    """Make a link by the study's page."""
    form = {"signature": signature_in(client), "expert": "Dr Lee", "shows_result": "true"}
    return client.post(f"/studies/{study}/invitations", data=form | fields)


def text_of(page):
    """What a page says, its markup as signs."""
    return unescape(re.sub(r"<[^>]+>", " ", page.text))


@pytest.fixture
def steps():
    """Return what most tests do."""
    return SimpleNamespace(
        signature_in=signature_in,
        upload=upload,
        upload_address=upload_address,
        shown_link=shown_link,
        answer_all=answer_all,
        invite=invite,
        text_of=text_of,
        token=TOKEN,
        scores=SCORES,
        address=ADDRESS,
    )


@pytest.fixture
def program(store, steps):
    """Return a program that shows the owner's token."""
    settings = Settings(address="https://metrics.example.org", owner_token=steps.token)
    headers = {"authorization": f"Bearer {steps.token}"}
    with TestClient(
        create_app(store, settings), base_url=settings.address, headers=headers
    ) as client:
        yield client
