"""Pages for people: one module for each group."""

from whichmetric.web.pages import expert, health

__all__ = ["ROUTERS"]

ROUTERS = (health.router, expert.router)
