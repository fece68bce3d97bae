"""What a supervisor that was killed left behind on the data folder."""

import contextlib
import os
import signal
import time
from pathlib import Path

from shopops.embedded.failures import CannotRun


def end_server_on(data_folder: Path) -> None:
    """Let a server that still runs on this folder finish, or drop a pid file that lies.

    The caller holds the folder's lock, so a server found here has no supervisor any more.
    """
    pid_file = data_folder / "postmaster.pid"
    pid = _first_number(pid_file)
    if pid is None or not Path("/proc").exists():
        return
    if not _works_in(pid, data_folder):
        # PostgreSQL would believe a reused process id and refuse to start.
        pid_file.unlink(missing_ok=True)
        return
    for ask, seconds in ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, ask)
        if _gone(pid, data_folder, seconds=seconds):
            return
    raise CannotRun(
        f"A database server of an earlier run (process {pid}) does not stop: "
        f"end it with `kill -QUIT {pid}`, then run again."
    )


def _first_number(pid_file: Path) -> int | None:
    try:
        return int(pid_file.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def _gone(pid: int, folder: Path, *, seconds: float) -> bool:
    """Whether it ended in time; one that nobody has waited for yet has no folder any more."""
    deadline = time.monotonic() + seconds
    while _works_in(pid, folder):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _works_in(pid: int, folder: Path) -> bool:
    """Whether that process lives and has this working folder, as a postmaster has."""
    try:
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == folder.resolve()
    except OSError:
        return False
