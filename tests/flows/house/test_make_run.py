"""What `make run` promises at the terminal, tried with the real processes."""

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from shopops.embedded.entrance import held_port
from shopops.embedded.layout import Layout
from tests.support.running import PATIENCE, Site, scratch_folder, site, wait_for

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def first() -> Iterator[Site]:
    """A site after its first start, which makes the database and the demo, ended properly."""
    with scratch_folder() as folder, site(folder) as found:
        found.start_and_wait()
        assert found.answers()
        assert found.end(signal.SIGTERM) == 0
        yield found


@pytest.fixture
def ours(first: Site) -> Iterator[Site]:
    """A copy of it that has not been started yet."""
    with scratch_folder() as folder, site(folder) as found:
        copy(first, found)
        yield found


@pytest.fixture(scope="module")
def serving(first: Site) -> Iterator[Site]:
    """One running site for the tests that leave it as it is."""
    with scratch_folder() as folder, site(folder) as found:
        copy(first, found)
        found.start_and_wait()
        yield found


@pytest.fixture
def empty() -> Iterator[Site]:
    with scratch_folder() as folder, site(folder) as found:
        yield found


def copy(original: Site, new: Site) -> None:
    """With its owners: the database server refuses files of somebody else's."""
    subprocess.run(["cp", "-a", str(original.var), str(new.var)], check=True)


def _database(found: Site, role: str) -> psycopg.Connection:
    sockets = Layout.below(found.var).socket_folder
    return psycopg.connect(host=str(sockets), port=5432, dbname="shopops", user=role)


def _one_sentence(found: Site) -> str:
    """What the failed start says, which is one line without a traceback."""
    assert found.process.wait(timeout=PATIENCE) == 1
    lines = [line for line in found.said().splitlines() if line.startswith("ShopOps: ")]
    assert len(lines) == 1
    assert "Traceback" not in found.said()
    return lines[0]


def test_the_first_start_ends_without_leaving_anything_behind(first: Site) -> None:
    assert first.processes() == set()
    assert "database system is shut down" in (first.var / "log/postgres.log").read_text()


def test_it_prints_where_it_serves_and_answers_there(serving: Site) -> None:
    assert f"ShopOps runs at http://127.0.0.1:{serving.port}/" in serving.said()
    assert serving.answers()


def test_the_owner_role_owns_the_tables_and_the_app_role_reads_them(serving: Site) -> None:
    with _database(serving, "so_app") as connection:
        owners = connection.execute(
            "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        assert owners == [("so_owner",)]
        assert connection.execute("SELECT count(*) FROM django_migrations").fetchone() != (0,)


def test_a_second_run_on_the_same_folder_is_refused_and_the_first_goes_on(serving: Site) -> None:
    with held_port() as port:
        second = Site(var=serving.var, port=port, output=serving.output.with_name("second"))
        second.start()
        said = _one_sentence(second)
    assert f"Another run uses {serving.var} (process {serving.process.pid})" in said
    assert "stop that one with Ctrl-C" in said
    assert serving.answers()


def test_every_end_stops_everything_and_the_data_is_there_at_the_next_start(ours: Site) -> None:
    ours.start_and_wait()
    with _database(ours, "so_migrate") as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('still here')")
    assert ours.end(signal.SIGTERM) == 0
    assert ours.processes() == set()
    assert "database system is shut down" in (ours.var / "log/postgres.log").read_text()
    # Ended properly, then killed with the next start right behind it, then killed for good.
    for _ in range(2):
        ours.start_and_wait()
        assert ours.answers()
        with _database(ours, "so_app") as connection:
            assert connection.execute("SELECT word FROM kept").fetchall() == [("still here",)]
        assert len(ours.processes()) > 4
        ours.end(signal.SIGKILL)
    wait_for(lambda: not ours.processes())


def test_a_part_that_dies_stops_the_rest_and_says_where_to_look(ours: Site) -> None:
    ours.start_and_wait()
    pid = int((Layout.below(ours.var).data_folder / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGQUIT)
    said = _one_sentence(ours)
    assert "The database ended by itself" in said
    assert "postgres.log" in said
    assert ours.processes() == set()


def test_beat_ends_with_a_worker_that_is_killed(ours: Site) -> None:
    ours.start_and_wait()
    wait_for(lambda: len(_worker_and_beat(ours)) == 2)
    worker = next(pid for pid, parent in _worker_and_beat(ours) if parent == ours.process.pid)
    os.kill(worker, signal.SIGKILL)
    assert "The worker ended by itself" in _one_sentence(ours)
    wait_for(lambda: not ours.processes())


def _worker_and_beat(ours: Site) -> list[tuple[int, int]]:
    """Each with its parent."""
    found = []
    for pid in ours.processes():
        entry = Path(f"/proc/{pid}")
        with contextlib.suppress(OSError):  # gone since they were listed, as the database's go
            if b"celery" in (entry / "cmdline").read_bytes().split(b"\0"):
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                found.append((pid, int(parent)))
    return found


def test_a_taken_port_is_refused_before_anything_starts(empty: Site) -> None:
    with socket.create_server(("127.0.0.1", empty.port)):
        empty.start()
        said = _one_sentence(empty)
    assert f"Port {empty.port} on 127.0.0.1 cannot be used (Address already in use)" in said
    assert f"PORT={empty.port + 1}" in said
    assert not (empty.var / "postgres").exists()


def test_a_folder_that_cannot_be_written_to_is_refused(empty: Site) -> None:
    empty.var.write_text("a file where the folder should be")
    empty.start()
    said = _one_sentence(empty)
    assert f"The folder {empty.var} cannot be written to" in said
    assert "make it writable, or set SHOPOPS_VAR" in said
