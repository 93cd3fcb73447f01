"""Whether the application runs, and whether it can work."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from whichmetric.errors import StorageError
from whichmetric.web.desk import Desk

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/health")
def health() -> dict[str, str]:
    """It runs."""
    return {"status": "alive"}


@router.get("/ready")
def ready(request: Request) -> JSONResponse:
    """It can reach its studies; 503 where not."""
    desk: Desk = request.app.state.desk
    try:
        desk.store.studies()
    except StorageError:
        return JSONResponse({"status": "no storage"}, 503)
    return JSONResponse({"status": "ready"})
