"""The application: its parts, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp

from whichmetric.studies import StudyStore
from whichmetric.web import api, pages
from whichmetric.web.failures import handle_failures
from whichmetric.web.findings import Findings
from whichmetric.web.gatherings import Gatherings
from whichmetric.web.kept_conclusions import KeptConclusions
from whichmetric.web.made_links import MadeLinks
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.owner_sessions import OwnerSessions
from whichmetric.web.rate_limits import RateLimits
from whichmetric.web.settings import Settings
from whichmetric.web.shield import Shield
from whichmetric.web.uploads import Uploads
from whichmetric.web.verdicts import Verdicts

__all__ = ["create_app", "create_inner_app"]


def create_app(store: StudyStore, settings: Settings | None = None) -> ASGIApp:
    """The application over a store of studies, for any ASGI server.

    Parameters
    ----------
    store : StudyStore
        Stays open; whoever opened it closes it.
    settings : Settings, optional
        By default for this machine alone.
    """
    settings = Settings() if settings is None else settings
    return Shield(create_inner_app(store, settings), settings, RateLimits())


def create_inner_app(store: StudyStore, settings: Settings) -> FastAPI:
    """The routes alone, without what holds for every request."""
    # As they are: including their routers would make each anew, for every application.
    routes = [route for router in (*pages.ROUTERS, *api.ROUTERS) for route in router.routes]
    app = FastAPI(
        title="whichmetric",
        version=version("whichmetric"),
        docs_url=None,  # both would load scripts from elsewhere
        redoc_url=None,
        description=api.DESCRIPTION,
        lifespan=_life,
        routes=list(routes),
    )
    app.state.open_studies = OpenStudies(store)
    app.state.look = None  # of pages/health.py at the store, the last one
    app.state.conclusions = KeptConclusions()
    app.state.findings = Findings(app.state.open_studies, app.state.conclusions)
    app.state.verdicts = Verdicts(app.state.open_studies)
    app.state.gatherings = Gatherings(app.state.open_studies, app.state.verdicts)
    app.state.uploads = Uploads(settings.scores, most_bytes=4 * settings.largest_upload)
    app.state.owner_sessions = OwnerSessions()
    app.state.made_links = MadeLinks()
    app.state.settings = settings
    app.mount("/static", StaticFiles(packages=[("whichmetric.web", "static")]), name="static")
    handle_failures(app, routes)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    """What goes on while the server runs."""
    uploads: Uploads = app.state.uploads
    async with uploads.kept_tidy():
        yield
