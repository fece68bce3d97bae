"""What must hold before anything is started: a folder to write in, one run, a free port."""

import contextlib
import fcntl
import os
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shopops.embedded.failures import CannotRun
from shopops.embedded.layout import Layout

LEFTOVER_SECONDS = 20.0


@dataclass(frozen=True)
class Address:
    host: str
    port: int

    @property
    def url(self) -> str:
        """Where a browser on this machine finds it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return f"http://{Address(host, self.port).bind}/"

    @property
    def bind(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def read_address(environment: Mapping[str, str]) -> Address:
    port = environment.get("PORT") or "8000"
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise CannotRun(f"PORT={port} is not a port: set it to a number from 1 to 65535.")
    return Address(environment.get("BIND") or "127.0.0.1", int(port))


def prepare_folders(layout: Layout) -> None:
    """Make `var` and prove that we can write in it."""
    try:
        if not layout.var.exists():
            layout.var.mkdir(parents=True)
            # The database server's user must be able to pass through.
            layout.var.chmod(0o755)
        layout.log_folder.mkdir(exist_ok=True)
        probe = layout.var / "write-test"
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as problem:
        raise CannotRun(
            f"The folder {layout.var} cannot be written to ({problem.strerror}): make it "
            "writable, or set SHOPOPS_VAR to a folder that is."
        ) from problem


@contextlib.contextmanager
def only_run(layout: Layout) -> Iterator[bool]:
    """Hold the folder's lock; yields whether the run before this one was killed.

    The kernel drops the lock with its holder, so it never goes stale. The holder's process id
    stays in the file until a clean end.
    """
    with layout.lock_file.open("a+") as lock:
        lock.seek(0)
        holder = lock.read().strip()
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            raise CannotRun(
                f"Another run uses {layout.var} (process {holder or 'unknown'}): stop "
                "that one with Ctrl-C first, or set SHOPOPS_VAR and PORT for a second one."
            ) from problem
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        try:
            yield bool(holder)
        finally:
            lock.truncate(0)


def require_free_port(address: Address, *, after_a_kill: bool) -> None:
    """Refuse a taken port before anything starts; a killed run's web server gets time to end."""
    deadline = time.monotonic() + (LEFTOVER_SECONDS if after_a_kill else 0.0)
    while True:
        try:
            _try_to_listen(address)
            return
        except OSError as problem:
            if time.monotonic() >= deadline:
                raise CannotRun(
                    f"Port {address.port} on {address.host} cannot be used ({problem.strerror}): "
                    f"stop what uses it, or run `make run PORT={address.port + 1}`."
                ) from problem
        time.sleep(0.1)


@contextlib.contextmanager
def held_port() -> Iterator[int]:
    """A port of this machine that nobody else is given, for a server of ours that starts later.

    It is bound and not listened on: whoever connects is refused until our server, which has to set
    SO_REUSEADDR, listens there. Only Linux lets it; elsewhere the port is free, and not held.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port = int(holder.getsockname()[1])
        if sys.platform != "linux":
            holder.close()
        yield port


def _try_to_listen(address: Address) -> None:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((address.host, address.port))
        probe.listen(1)


def secret_key(path: Path) -> str:
    """This installation's own key, made once, readable by its user only."""
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(os.urandom(48).hex())
    return path.read_text()
