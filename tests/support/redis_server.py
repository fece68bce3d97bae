"""A Redis server of the tests' own, in a folder of its own and without anything on disk."""

import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from shopops.embedded.entrance import held_port
from tests.support.running import wait_for

PROGRAM = "redis-server"


@contextmanager
def running_redis() -> Iterator[str]:
    """The URL of its first database."""
    with held_port() as port, tempfile.TemporaryDirectory(prefix="shopops-redis-") as folder:
        process = subprocess.Popen(
            [PROGRAM, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_for(lambda: _listens(port))
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait(timeout=30)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
