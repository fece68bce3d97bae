"""A real `python -m shopops.embedded run` in a folder of its own, watched from outside."""

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from shopops.embedded.entrance import held_port
from tests.support.programs import ROOT, clean_environment

PATIENCE = 240.0  # seconds; several times what a slow and busy machine needs
UNTIL_FILLED = 900.0  # the demo lives through six weeks first


@dataclass
class Site:
    """One supervisor; `var` outlives it, so that a second one can be started on the same data."""

    var: Path
    port: int
    output: Path
    kind: str = "development"
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        settings = {"SHOPOPS_ENV": self.kind, "DEBUG": "0", "SHOPOPS_VAR": str(self.var)}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "shopops.embedded", "run"],
                cwd=ROOT,
                env=clean_environment(PORT=str(self.port), **settings),
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def start_and_wait(self) -> None:
        self.start()
        wait_for(
            lambda: "ShopOps runs at" in self.said() or self.process.poll() is not None,
            UNTIL_FILLED if self.kind == "demo" else PATIENCE,
        )
        assert self.process.poll() is None, self.said()

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE)

    def said(self) -> str:
        return self.output.read_text()

    def answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def processes(self) -> set[int]:
        """Everything alive that this supervisor or its parts started, found by their folder."""
        needle = f"SHOPOPS_VAR={self.var}".encode()
        data = str(self.var / "postgres")
        return {
            int(entry.name)
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and _belongs(entry, needle, data)
        }


@contextlib.contextmanager
def site(folder: Path, kind: str = "development") -> Iterator[Site]:
    """A site that the test starts; what still runs at the end is ended, also after a failure."""
    with held_port() as port:
        found = Site(var=folder / "var", port=port, output=folder / "output", kind=kind)
        try:
            yield found
        finally:
            for pid in found.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            found.process.wait(timeout=PATIENCE)


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A short path that the database server's user can enter."""
    with tempfile.TemporaryDirectory(prefix="shopops-run-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def wait_for(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Poll a condition of another process; the only clock is how long we are patient."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def _belongs(entry: Path, needle: bytes, data: str) -> bool:
    try:
        if needle in (entry / "environ").read_bytes().split(b"\0"):
            return True
        return str((entry / "cwd").readlink()) == data
    except OSError:
        return False
