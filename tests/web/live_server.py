"""The real application, served from a thread on a free port."""

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from whichmetric.sources import breast_cancer_table
from whichmetric.studies import Study, StudySpecification, Wording, invite, open_store
from whichmetric.studies.moments import utc_now
from whichmetric.studies.storage import InvitationRecord, StudyStore
from whichmetric.values import Answer
from whichmetric.web import Settings, create_app
from whichmetric.web.invitation_list import path_of_link
from whichmetric.web.server import free_socket, server_settings

MAMMOGRAPHY = Wording(
    title="Mammography screening: which mistakes weigh more?",
    case="patient",
    cases="patients",
    condition="cancer",
    flag="a biopsy",
    miss="The cancer is found later, when it is harder to treat.",
    false_alarm="A healthy person fears for weeks and has a needle put into the breast.",
)


@dataclass
class LiveServer:
    """A server, and the store behind it."""

    address: str
    store: StudyStore

    def study(
        self,
        name: str,
        *,
        wording: Wording = MAMMOGRAPHY,
        questions: int = 4,
        checks: dict | None = None,
        **options,
    ):
        """Make a study."""
        values = {"prevalence": 0.08, "seed": 7} | options
        specification = StudySpecification(
            table=breast_cancer_table(),
            wording=wording,
            options={"max_questions": questions} | (checks or {}),
            **values,
        )
        return Study.create(self.store, specification, id=name)

    def link(self, study: Study, expert: str = "Dr Lee", *, shows_result: bool = True) -> str:
        """Invite an expert, and return the address that was sent."""
        return self.invitation(study, expert, shows_result=shows_result)[1]

    def invitation(
        self, study: Study, expert: str = "Dr Lee", *, shows_result: bool = True
    ) -> tuple[InvitationRecord, str]:
        """Invite an expert."""
        record, secret = invite(study, expert, shows_result=shows_result)
        return record, f"{self.address}{path_of_link(study, secret)}"

    def crowd(self, name: str, *, people: int = 20) -> tuple[Study, str]:
        """Make a crowd's study, and its link."""
        study = self.study(name, questions=people, checks={"crowd": True})
        return study, self.link(study, "")

    def answer(
        self,
        study: Study,
        expert: str,
        times: int,
        *,
        ratio: float = 50,
        guess: float | None = None,
    ) -> None:
        """Answer as somebody does to whom one miss weighs as much as so many false alarms."""
        session = study.session_of(expert)
        if guess is not None and session.wants_guess:
            session.guess(guess)
        while (asked := session.ask()) is not None and len(session.heard) < times:
            a, b = (ratio * one.counts.fn + one.counts.fp for one in (asked.a, asked.b))
            seconds = 3.0 + asked.number % 5
            session.answer(asked.number, Answer.A if a < b else Answer.B, seconds=seconds)

    def revoke(self, study: Study, record: InvitationRecord) -> None:
        """Take an invitation back."""
        self.store.revoke_invitation(study.id, record.id, utc_now())


@contextlib.contextmanager
def running_server(folder: Path, **settings) -> Iterator[LiveServer]:
    """Serve an empty SQLite file in a folder, with settings that are not the usual ones."""
    listening = free_socket("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with open_store(str(folder / "studies.db")) as store:
        app = create_app(store, Settings(address=address, **settings))
        server = uvicorn.Server(server_settings(app))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield LiveServer(address, store)
        finally:
            server.should_exit = True
            thread.join(timeout=10)
            listening.close()
