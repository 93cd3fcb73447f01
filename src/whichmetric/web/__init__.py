"""The web application: studies for experts with a browser, and for their owners.

Pages are made on the server and work without script; `create_app` makes the application, `serve`
runs it.
"""

from whichmetric.web.app import create_app
from whichmetric.web.settings import Settings

__all__ = ["Settings", "create_app"]
