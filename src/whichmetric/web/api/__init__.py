"""The JSON interface: everything that the pages do."""

from whichmetric.web.api import expert, owner

__all__ = ["DESCRIPTION", "ROUTERS"]

DESCRIPTION = (
    "Everything that the pages do. Owners send `Authorization: Bearer OWNER-TOKEN` (on a loopback "
    "address without a token, nothing); experts send `Authorization: Bearer SECRET`, the last part "
    "of their link."
)
ROUTERS = (expert.router, owner.router)
