"""Child processes that never outlive us: ended in order, or by the kernel if we are killed."""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def start(
    command: Sequence[str],
    *,
    log: Path,
    environment: Mapping[str, str],
    folder: Path,
    when_we_die: signal.Signals,
    account: pwd.struct_passwd | None = None,
) -> subprocess.Popen[bytes]:
    """Start it in a session of its own, so that Ctrl-C reaches only us and we keep the order.

    `when_we_die` is what the kernel sends it when the thread that called this is gone.
    """
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=folder,
            start_new_session=True,
            preexec_fn=die_with_us(when_we_die),  # noqa: PLW1509  the supervisor has one thread
            **credentials(account),
        )


def credentials(account: pwd.struct_passwd | None) -> dict[str, Any]:
    """Popen's arguments for running as that user; none for running as ourselves."""
    if account is None:
        return {}
    groups = os.getgrouplist(account.pw_name, account.pw_gid)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": groups}


def stop(*processes: subprocess.Popen[bytes], ask: signal.Signals, seconds: float) -> None:
    """Ask all of them, wait, then kill the whole session of each that stayed."""
    for process in processes:
        if process.poll() is None:
            process.send_signal(ask)
    deadline = time.monotonic() + seconds
    for process in processes:
        try:
            process.wait(timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def die_with_us(number: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """For Popen's preexec_fn: the kernel sends the child this when our thread is gone."""
    return partial(end_with, os.getpid(), number)


def end_with(parent: int, number: signal.Signals) -> None:
    """For a process that was just forked: the kernel sends us this when our parent is gone."""
    if _libc is None:
        return
    _libc.prctl(PR_SET_PDEATHSIG, int(number))
    if os.getppid() != parent:
        os._exit(1)
