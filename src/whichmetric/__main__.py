"""``whichmetric`` and ``python -m whichmetric`` are the command line."""

import os
import sys
import threading

__all__ = ["main"]


def main() -> None:
    """Run a command; Ctrl-C ends with a line also while the commands are being loaded."""
    try:
        from whichmetric.cli import app

        app(prog_name="whichmetric")
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(130)
    except SystemExit as end:
        if end.code == 130:
            _leave_a_reader_behind()
        raise


def _leave_a_reader_behind() -> None:
    """End at once where a stopped read is still at work.

    Nothing of it is kept. At an orderly end DuckDB would list what that thread holds, line by line.
    """
    from whichmetric.sources.watched import NAME

    if any(thread.name == NAME for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(130)


if __name__ == "__main__":
    main()
