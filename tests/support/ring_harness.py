"""Several ringing workers as processes, against one database and one mail sink."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.programs import ROOT, clean_environment

WORKER = [sys.executable, "-m", "tests.support.ring_worker", "--quick-lease"]
SHOP = [sys.executable, "-m", "tests.support.ring_shop"]
PATIENCE = 360


class Yard:
    """Where the workers find database and mail server."""

    def __init__(self, *, database: str, mail_server: str) -> None:
        self.environment = clean_environment(
            DATABASE_URL=database, SHOPOPS_SMTP_URL=mail_server, DEBUG="0"
        )
        self._started: list[subprocess.Popen[str]] = []

    def seed(self, items: int) -> None:
        self._run("seed", str(items))

    def told_once(self) -> int:
        """How many items rang once by now."""
        return int(self._run("told"))

    def report(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._run("report"))
        return found

    def start(self, workers: int) -> list[subprocess.Popen[str]]:
        new = [
            subprocess.Popen(
                WORKER, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
            )
            for _ in range(workers)
        ]
        self._started += new
        return new

    def finish(self, workers: Sequence[subprocess.Popen[str]]) -> list[dict[str, Any]]:
        """Wait until they have nothing left to do; what each says."""
        return [json.loads(one.communicate(timeout=PATIENCE)[0]) for one in workers]

    def end(self) -> None:
        for worker in self._started:
            worker.kill()
            worker.wait()
            if worker.stdout is not None:
                worker.stdout.close()

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            [*SHOP, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@contextmanager
def yard(*, database: str, mail_server: str) -> Iterator[Yard]:
    found = Yard(database=database, mail_server=mail_server)
    try:
        yield found
    finally:
        found.end()


def kill_owner(port: int, workers: Sequence[subprocess.Popen[str]]) -> subprocess.Popen[str]:
    """SIGKILL the worker whose connection has this local port."""
    inode = _inode_of(port)
    for worker in workers:
        if worker.poll() is None and inode in _sockets(worker.pid):
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            return worker
    raise AssertionError(f"no worker is connected from port {port}")


def _inode_of(port: int) -> str:
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        columns = line.split()
        if int(columns[1].partition(":")[2], 16) == port:
            return columns[9]
    raise AssertionError(f"no connection has the local port {port}")


def _sockets(pid: int) -> set[str]:
    links = (_link(entry) for entry in Path(f"/proc/{pid}/fd").iterdir())
    return {link[8:-1] for link in links if link.startswith("socket:[")}


def _link(entry: Path) -> str:
    try:
        return entry.readlink().name
    except FileNotFoundError:
        return ""  # closed since it was listed, so it is not the one that is connected
