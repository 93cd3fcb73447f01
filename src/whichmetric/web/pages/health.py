"""Whether the application runs, and whether it can work."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from whichmetric.errors import StorageError

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

PATIENCE = 3.0
"""Seconds that a monitor waits for the studies; an answer may wait longer for them to come back."""


@router.get("/health")
def health() -> dict[str, str]:
    """It runs."""
    return {"status": "alive"}


@router.get("/ready")
async def ready(request: Request) -> JSONResponse:
    """It can reach its studies; 503 where not, or not soon.

    All who ask at once wait for one look, so that looks at a storage that is away do not pile up.
    """
    state = request.app.state
    if state.look is None or state.look.done():
        state.look = asyncio.ensure_future(run_in_threadpool(state.open_studies.store.studies))
    look: asyncio.Future[object] = state.look
    try:
        await asyncio.wait_for(asyncio.shield(look), PATIENCE)
    except (StorageError, TimeoutError):
        return JSONResponse({"status": "no storage"}, 503)
    return JSONResponse({"status": "ready"})
