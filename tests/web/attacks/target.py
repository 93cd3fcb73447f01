"""What is attacked: a server with an owner, a study and two experts, one of whom has answered."""

import re
from dataclasses import dataclass
from functools import cache

from starlette.testclient import TestClient
from tests.web.owner.conftest import SPECIFICATION

from whichmetric.studies import MemoryStore, Study, export_study, invite
from whichmetric.studies.moments import utc_now
from whichmetric.values import Answer
from whichmetric.web import Settings, create_app

TOKEN = "a-token-that-no-attack-guesses"
ADDRESS = "https://metrics.example.org"
LARGEST = 2 * 2**20


@dataclass
class Target:
    """The server, as an attacker who knows one link reaches it.

    Parameters
    ----------
    client : TestClient
        Of somebody who has not signed in.
    owner : TestClient
        Of an owner, whose browser somebody else uses.
    link, revoked : str
        Secrets of the attacker's own link, and of one that was withdrawn.
    store : MemoryStore
    """

    client: TestClient
    owner: TestClient
    link: str
    revoked: str
    store: MemoryStore

    @property
    def signature(self) -> str:
        """What the owner's forms carry."""
        page = self.owner.get("/studies/new").text
        return re.findall(r'name="signature" value="([0-9a-f]+)"', page)[0]

    @property
    def upload_address(self) -> str:
        """Where the owner's form sends a file."""
        return re.findall(r'action="(/uploads[^"]+)"', self.owner.get("/studies/new").text)[0]

    @property
    def fields(self) -> dict[str, str]:
        """Of the form that answers the attacker's own question."""
        page = self.client.get(f"/e/{self.link}/question").text
        return dict(re.findall(r'type="hidden" name="(number|seen|key)" value="([^"]+)"', page)[:3])

    def stored(self) -> str:
        """All that is kept, as text."""
        return "\n".join(
            f"{export_study(Study.open(self.store, study.id))}{self.store.invitations(study.id)}"
            for study in self.store.studies()
        )


@cache
def _store() -> tuple[MemoryStore, str, str]:
    """What is there before an attack, and after it; the attacker is Mallory."""
    store = MemoryStore()
    study = Study.create(store, SPECIFICATION, id="mammography")
    Study.create(store, SPECIFICATION, id="other")
    victim = study.session_of("Dr Lee")
    victim.ask()
    victim.answer(1, Answer.A)
    _, link = invite(study, "Mallory")
    study.session_of("Mallory").ask()
    gone, revoked = invite(study, "Mallory")
    store.revoke_invitation(study.id, gone.id, utc_now())
    return store, link, revoked


def new_target() -> Target:
    """Make one, which has seen no attack and so is not slow to answer."""
    store, link, revoked = _store()
    app = create_app(store, Settings(address=ADDRESS, owner_token=TOKEN, largest_upload=LARGEST))
    client = TestClient(app, base_url=ADDRESS, follow_redirects=False)
    owner = TestClient(app, base_url=ADDRESS, follow_redirects=False)
    owner.post("/sign-in", data={"token": TOKEN})
    return Target(client, owner, link, revoked, store)
