"""Pages for people: one module for each group."""

from whichmetric.web.pages import (
    expert,
    guess,
    health,
    home,
    new_study,
    person,
    practice,
    sign_in,
    study,
)

__all__ = ["ROUTERS"]

ROUTERS = (
    health.router,
    expert.router,
    guess.router,
    person.router,
    practice.router,
    sign_in.router,
    home.router,
    new_study.router,  # before the studies, one of which might be called "new"
    study.router,
)
