"""A server's private folder, which goes with the server: also with one that was killed.

Its server holds a lock on the folder, and the system lets go of the lock when the server ends, in
whichever way. So a folder that anybody can lock has no server any more, and is removed by the next
one that looks.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

if sys.platform != "win32":  # there folders cannot be locked, and are left to the system
    import fcntl

__all__ = ["ServerFolder", "remove_left_folders"]

PREFIX = "whichmetric-uploads-"


class ServerFolder:
    """A new folder among the system's temporary ones that only this user may read.

    Attributes
    ----------
    path : Path
    """

    def __init__(self) -> None:
        self.path, self._held = _made()

    def remove(self) -> None:
        """Remove it with all that is in it; once is enough."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._held is not None:
            os.close(self._held)
            self._held = None


def remove_left_folders() -> int:
    """Remove the folders of servers of this user that have ended without doing so.

    Returns
    -------
    int
        How many were removed. Folders of servers that run, and other users', stay.
    """
    if sys.platform == "win32":
        return 0
    removed = 0
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        held = _lock(path, wait=False)
        if held is not None:
            shutil.rmtree(path, ignore_errors=True)
            os.close(held)  # not before: whoever has just made it waits for the lock
            removed += 1
    return removed


def _made() -> tuple[Path, int | None]:
    """A folder and its lock; another where somebody who looked in between has removed it."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        if sys.platform == "win32":
            return path, None
        held = _lock(path, wait=True)
        if path.exists():
            return path, held
        if held is not None:
            os.close(held)


def _lock(path: Path, *, wait: bool) -> int | None:
    """Hold a folder of this user's; None for what is none, or is held by another."""
    try:
        # A link is not followed: anybody may put one among the temporary files.
        held = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        if os.fstat(held).st_uid == os.geteuid():
            fcntl.flock(held, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            return held
    except OSError:  # another holds it, or the file system knows no locks
        pass
    os.close(held)
    return None
