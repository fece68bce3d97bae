"""The embedded server alone: one folder, started again whatever happened to it before."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import psycopg
import pytest

from shopops.embedded.entrance import held_port
from shopops.embedded.failures import CannotRun
from shopops.embedded.server import Server, embedded_server
from tests.support.running import PATIENCE, Site, scratch_folder

pytestmark = pytest.mark.slow


@pytest.fixture
def folder() -> Iterator[Path]:
    with scratch_folder() as found:
        (found / "var").mkdir()
        yield found


def _server(folder: Path) -> AbstractContextManager[Server]:
    var = folder / "var"
    return embedded_server(
        var / "postgres",
        socket_folder=var / "postgres-socket",
        log=var / "postgres.log",
        durable=False,
    )


def test_a_server_is_gone_when_its_block_ends(folder: Path) -> None:
    with _server(folder) as server:
        psycopg.connect(server.superuser_url()).close()
    assert server.process.poll() == 0
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(server.superuser_url())


def test_its_folders_are_closed_to_everybody_else(folder: Path) -> None:
    with _server(folder):
        for name in ("postgres", "postgres-socket"):
            assert (folder / "var" / name).stat().st_mode & 0o777 == 0o700


def test_a_pid_file_that_names_another_living_process_does_not_stop_a_start(folder: Path) -> None:
    with _server(folder):
        pass
    lie = folder / "var/postgres/postmaster.pid"
    lie.write_text(f"{os.getpid()}\n")
    with _server(folder) as server:
        assert server.process.poll() is None


def test_a_server_that_lost_its_supervisor_is_stopped_before_a_new_one_starts(folder: Path) -> None:
    with _server(folder) as orphan, _server(folder) as server:
        assert orphan.process.poll() == 0
        assert server.process.poll() is None


def test_an_interrupted_first_start_leaves_nothing_that_is_used(folder: Path) -> None:
    half = folder / "var/postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18")
    with _server(folder) as server:
        assert server.process.poll() is None
    assert not half.exists()


def test_a_socket_folder_that_is_a_link_to_elsewhere_is_refused(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "var/postgres-socket").symlink_to(folder / "elsewhere")
    with pytest.raises(CannotRun, match="belongs to somebody else"), _server(folder):
        pass


@pytest.mark.parametrize("missing", ["PG_VERSION", "global/pg_control"])
def test_a_damaged_database_folder_is_refused_and_left_as_it_is(folder: Path, missing: str) -> None:
    with _server(folder):
        pass
    data = folder / "var/postgres"
    (data / missing).rename(data / f"{missing}.lost")
    before = _listing(data)
    with held_port() as port:
        site = Site(var=folder / "var", port=port, output=folder / "output")
        site.start()
        assert site.process.wait(timeout=PATIENCE) == 1
    said = [line for line in site.said().splitlines() if line.startswith("ShopOps: ")]
    assert len(said) == 1
    assert str(data) in said[0]
    assert "move" in said[0]
    assert _listing(data) == before


def _listing(data: Path) -> set[str]:
    return {str(entry) for entry in data.rglob("*") if entry.suffix != ".pid"}
