"""The test session's own database server, with a migrated template to clone.

Migrating takes seconds, so the whole data folder is kept below `var/` under a key made of the
migrations, the SQL and the server's version; a session copies it and throws the copy away.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from shopops.embedded import roles
from shopops.embedded.accounts import server_account
from shopops.embedded.binaries import Binaries, from_system, from_wheel
from shopops.embedded.server import Server, embedded_server

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "var" / f"test-clusters-{os.getuid()}"
ROOM_FOR_CLUSTERS = 4 * 1024**3  # bytes
KEPT_AT_MOST = 4
TEMPLATE = "shopops_template"
WHICH = "SHOPOPS_TEST_PG"
CONNECTED = "SELECT FROM pg_stat_activity WHERE datname = %s"
LOOKS = 20
LEAVE = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"


@dataclass(frozen=True)
class Cluster:
    """A running server whose template database is migrated; makes and drops clones of it."""

    server: Server
    superuser: psycopg.Connection  # stays open, since every test that commits needs it

    def clone(self, name: str, *, template: str = TEMPLATE) -> None:
        """Replace the database by a fresh copy of the template, whoever is connected to either."""
        # Copying files is quicker than the log, since what the tests lose nobody misses.
        how = "STRATEGY file_copy" if self.superuser.info.server_version >= 150000 else ""
        self.drop(name)
        self.superuser.execute(LEAVE, [template])
        self.superuser.execute(
            f'CREATE DATABASE "{name}" OWNER {roles.OWNER_ROLE} TEMPLATE "{template}" {how}'
        )
        roles.grant_connect(self.superuser, name)

    def drop(self, name: str) -> None:
        self._see_off(name)
        self.superuser.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _see_off(self, name: str) -> None:
        """Who hung up is gone a moment later. DROP would find them and look again after 100 ms."""
        for _ in range(LOOKS):
            if self.superuser.execute(CONNECTED, [name]).fetchone() is None:
                return
            time.sleep(0.001)


@contextlib.contextmanager
def running_cluster(*, durable: bool = False, on_disk: bool = False) -> Iterator[Cluster]:
    """A server on a private copy of the kept folder, gone at the end with all its files.

    `on_disk` where much is stored, or the disk belongs to what is measured.
    """
    binaries = chosen_binaries()
    kept = _kept_folder(binaries)
    with _scratch("/tmp" if on_disk else _roomy_place()) as scratch:
        data = scratch / "data"
        _copy(kept, data)
        with _server(data, binaries, durable=durable) as server:
            # The first to enter leaves the file of cached catalogs, which all clones start with.
            psycopg.connect(server.superuser_url(TEMPLATE)).close()
            with psycopg.connect(server.superuser_url(), autocommit=True) as superuser:
                yield Cluster(server, superuser)


def chosen_binaries() -> Binaries:
    """The wheel's programs, or the machine's own with SHOPOPS_TEST_PG=system."""
    which = os.environ.get(WHICH, "wheel")
    if which == "wheel":
        return from_wheel(server_account(Path("/nonexistent")))
    if which != "system":
        raise pytest.UsageError(f"{WHICH}={which} is unknown: set it to wheel or system")
    found = from_system()
    if found is None:
        raise pytest.UsageError(f"{WHICH}=system, but /usr/lib/postgresql holds no server")
    return found


def schema_key(binaries: Binaries) -> str:
    """Changes with every migration, SQL file, role rule, requirement and server version."""
    found = hashlib.sha256(binaries.version().encode())
    sources = [*ROOT.glob("shopops/**/migrations/*.py"), *ROOT.glob("shopops/**/*.sql")]
    sources += [ROOT / "shopops/embedded/roles.py", ROOT / "requirements.txt"]
    sources += [ROOT / "shopops/settings/__init__.py", Path(__file__)]
    for source in sorted(sources):
        found.update(str(source.relative_to(ROOT)).encode() + b"\0" + source.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _kept_folder(binaries: Binaries) -> Path:
    """The migrated data folder for today's schema; one process makes it, the others wait."""
    KEPT.mkdir(parents=True, exist_ok=True)
    folder = KEPT / schema_key(binaries)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _make(folder, binaries)
            _forget_old()
    os.utime(folder)
    return folder


def _make(folder: Path, binaries: Binaries) -> None:
    with _scratch(_roomy_place()) as scratch:
        data = scratch / "data"
        with _server(data, binaries) as server:
            with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
                roles.ensure_roles(connection)
                roles.ensure_database(connection, TEMPLATE)
            with psycopg.connect(server.superuser_url(TEMPLATE)) as connection:
                roles.grant_schema(connection, TEMPLATE)
            _migrate(server.url(user=roles.MIGRATE_ROLE, database=TEMPLATE))
        half = folder.with_suffix(".new")
        shutil.rmtree(half, ignore_errors=True)
        shutil.copytree(data, half)
        half.rename(folder)


def _migrate(url: str) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity=0"]
    environment = os.environ | {"MIGRATE_DATABASE_URL": url, "DATABASE_URL": url}
    done = subprocess.run(
        command, check=False, env=environment, cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise pytest.UsageError(f"the migrations fail on an empty database:\n{done.stderr}")


def _forget_old() -> None:
    folders = [entry for entry in KEPT.iterdir() if entry.is_dir()]
    for folder in sorted(folders, key=lambda entry: entry.stat().st_mtime)[:-KEPT_AT_MOST]:
        shutil.rmtree(folder, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    shutil.copytree(source, target)
    account = server_account(Path("/nonexistent"))
    if account is None:
        return
    for entry in (target, *target.rglob("*")):
        os.chown(entry, account.pw_uid, account.pw_gid)


def _roomy_place() -> str:
    """In memory where there is room: every test that commits copies a database of 1,000 files."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ROOM_FOR_CLUSTERS
    return str(memory) if roomy and os.access(memory, os.W_OK) else "/tmp"


@contextlib.contextmanager
def _scratch(place: str) -> Iterator[Path]:
    """A short path that the server's user can enter, whoever runs the tests."""
    with tempfile.TemporaryDirectory(prefix="shopops-test-", dir=place) as name:
        scratch = Path(name)
        scratch.chmod(0o755)
        yield scratch


@contextlib.contextmanager
def _server(data: Path, binaries: Binaries, *, durable: bool = False) -> Iterator[Server]:
    with embedded_server(
        data,
        socket_folder=data.with_name("socket"),
        log=data.with_name("postgres.log"),
        binaries=binaries,
        durable=durable,
    ) as server:
        yield server
