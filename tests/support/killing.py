"""Workers in processes of their own, which are killed where the test says."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

from tests.support.programs import ROOT, clean_environment

PATIENCE = 120.0  # seconds


@dataclass
class Workers:
    tenant_id: int
    process: subprocess.Popen[str]

    def run(self) -> dict[str, int]:
        """To its end. How many transactions and statements that took."""
        self._begin("")
        gone = self._said()
        assert gone["signal"] == 0, gone
        counts: dict[str, int] = json.loads(gone["counts"])
        return counts

    def dies(self, how: str, at: int = 0) -> None:
        self._begin(how, at)
        gone = self._said()
        assert gone["signal"] == signal.SIGKILL, gone

    def is_killed_when(self, happened: Callable[[], object]) -> None:
        """From outside, as soon as that is so."""
        pid = self._begin("")
        ends = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < ends, "it never came to that"
            time.sleep(0.01)  # another process; there is nothing to wait on
        os.kill(pid, signal.SIGKILL)
        assert self._said()["signal"] == signal.SIGKILL

    def _begin(self, how: str, at: int = 0) -> int:
        told = {"tenant": self.tenant_id, "dies": how, "at": at}
        _pipe(self.process.stdin).write(json.dumps(told) + "\n")
        _pipe(self.process.stdin).flush()
        pid: int = self._said()["pid"]
        return pid

    def _said(self) -> dict[str, Any]:
        line = _pipe(self.process.stdout).readline()
        assert line, "the worker's parent is gone"
        said: dict[str, Any] = json.loads(line)
        return said


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


@contextmanager
def workers(tenant_id: int, database_url: str, **settings: str) -> Iterator[Workers]:
    environment = clean_environment(
        DATABASE_URL=database_url,
        DJANGO_SETTINGS_MODULE="shopops.settings",
        SHOPOPS_PRIVATE_SHOPS="1",
        **settings,
    )
    command = [sys.executable, "-m", "tests.support.execution_worker"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Workers(tenant_id, process)
        _pipe(process.stdin).close()
        process.wait(timeout=PATIENCE)
