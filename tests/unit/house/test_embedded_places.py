"""Where the embedded server keeps its files and who runs it."""

import os
import pwd
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from shopops.embedded.accounts import reachable_by
from shopops.embedded.entrance import Address, held_port, read_address, secret_key
from shopops.embedded.failures import CannotRun
from shopops.embedded.layout import LONGEST_SOCKET_FOLDER, Layout
from tests.support.running import scratch_folder

NOBODY = pwd.getpwnam("nobody")


@pytest.fixture
def folder() -> Iterator[Path]:
    with scratch_folder() as found:
        yield found


def test_the_socket_lies_in_var_where_the_path_is_short(folder: Path) -> None:
    assert Layout.below(folder).socket_folder == folder / "postgres-socket"


def test_a_long_path_gets_a_short_socket_folder_of_its_own(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    found, other = Layout.below(deep / "a"), Layout.below(deep / "b")
    assert len(os.fsencode(found.socket_folder)) <= LONGEST_SOCKET_FOLDER
    assert found.socket_folder.name.startswith(f"shopops-{os.getuid()}-")
    assert found.socket_folder != other.socket_folder
    assert found.data_folder == deep / "a" / "postgres"


@pytest.mark.skipif(os.getuid() != 0, reason="only root runs the server as somebody else")
def test_below_a_private_folder_the_servers_user_gets_another_place(folder: Path) -> None:
    (folder / "private").mkdir(mode=0o700)
    found = Layout.below(folder / "private" / "var")
    assert found.data_folder.is_relative_to("/var/lib/shopops")
    assert found.socket_folder.parent == found.data_folder.parent
    assert found.lock_file == folder / "private" / "var" / "run.lock"


@pytest.mark.skipif(NOBODY.pw_uid == os.getuid(), reason="runs as nobody")
def test_a_folder_is_reachable_only_through_open_parents(folder: Path) -> None:
    inner = folder / "outer" / "inner"
    inner.mkdir(parents=True)
    inner.parent.chmod(0o755)
    inner.chmod(0o711)
    assert reachable_by(NOBODY, inner)
    inner.parent.chmod(0o700)
    assert not reachable_by(NOBODY, inner)


def test_the_secret_key_is_made_once_and_is_private(folder: Path) -> None:
    path = folder / "secret-key"
    first = secret_key(path)
    assert len(first) == 96
    assert secret_key(path) == first
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("address", "url", "bind"),
    [
        (Address("127.0.0.1", 8000), "http://127.0.0.1:8000/", "127.0.0.1:8000"),
        (Address("0.0.0.0", 80), "http://127.0.0.1:80/", "0.0.0.0:80"),
        (Address("::1", 81), "http://[::1]:81/", "[::1]:81"),
        (Address("::", 82), "http://[::1]:82/", "[::]:82"),
    ],
)
def test_an_address_is_shown_as_a_browser_here_reaches_it(
    address: Address, url: str, bind: str
) -> None:
    assert (address.url, address.bind) == (url, bind)


def test_port_and_bind_come_from_the_environment() -> None:
    assert read_address({}) == Address("127.0.0.1", 8000)
    assert read_address({"PORT": "9000", "BIND": "::1"}) == Address("::1", 9000)


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1", "८०"])
def test_a_port_that_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(CannotRun, match=f"PORT={port} is not a port"):
        read_address({"PORT": port})


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a port for a later server")
def test_a_port_is_held_for_our_own_server_against_everybody_else() -> None:
    with held_port() as port, socket.socket() as other:
        with pytest.raises(OSError, match="already in use"):
            other.bind(("127.0.0.1", port))
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        with socket.create_server(("127.0.0.1", port)):
            socket.create_connection(("127.0.0.1", port)).close()
