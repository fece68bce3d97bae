"""A PostgreSQL server as our direct child, on a unix socket that only this user can enter.

The socket trusts whoever can open it. That guards the data against mistakes in the app role, not
against other programs of the same operating system user.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from shopops.embedded import children, leftovers
from shopops.embedded.accounts import server_account
from shopops.embedded.binaries import Binaries, from_wheel
from shopops.embedded.failures import CannotRun
from shopops.embedded.layout import SOCKET_PORT

SUPERUSER = "postgres"
START_SECONDS = 60.0
STOP_SECONDS = 30.0


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[bytes]
    socket_folder: Path

    def url(self, *, user: str, database: str) -> str:
        """An address for DATABASE_URL or psycopg."""
        host = quote(str(self.socket_folder), safe="")
        return f"postgresql://{user}@/{database}?host={host}&port={SOCKET_PORT}"

    def superuser_url(self, database: str = "postgres") -> str:
        return self.url(user=SUPERUSER, database=database)


@contextlib.contextmanager
def embedded_server(
    data_folder: Path,
    *,
    socket_folder: Path,
    log: Path,
    binaries: Binaries | None = None,
    durable: bool = True,
) -> Iterator[Server]:
    """Run a server on this folder, made when missing; it is ready inside and gone after.

    The caller makes sure that nobody else starts one on the same folder. `durable=False` is for
    tests: a crash of the machine may lose the folder.
    """
    account = server_account(data_folder)
    programs = binaries or from_wheel(account, major=_made_by(data_folder))
    _own_folder(socket_folder, account)
    if data_folder.exists():
        leftovers.end_server_on(data_folder)
    else:
        _initialise(data_folder, programs, account)
    process = children.start(
        _command(data_folder, socket_folder, programs, durable),
        log=log,
        environment=programs.environment,
        folder=data_folder,
        when_we_die=signal.SIGINT,
        account=account,
    )
    server = Server(process, socket_folder)
    try:
        _wait_until_ready(server, data_folder, log)
        yield server
    finally:
        children.stop(process, ask=signal.SIGINT, seconds=STOP_SECONDS)


def _command(data: Path, sockets: Path, programs: Binaries, durable: bool) -> list[str]:
    options = [
        "max_connections=100",
        "timezone=UTC",
        "log_timezone=UTC",
        "unix_socket_permissions=0700",
        "logging_collector=off",
    ]
    if not durable:
        options += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
    command = [programs.program("postgres"), "-D", str(data), "-h", "", "-k", str(sockets)]
    command += ["-p", SOCKET_PORT]
    return command + [part for option in options for part in ("-c", option)]


def _made_by(data_folder: Path) -> str | None:
    """The major version that made the folder, or None when there is none yet."""
    if not data_folder.exists():
        return None
    try:
        return (data_folder / "PG_VERSION").read_text().strip()
    except OSError as problem:
        raise CannotRun(
            f"The database folder {data_folder} is damaged ({problem.strerror}: PG_VERSION): "
            "move it away to start with an empty database, or put a backup in its place."
        ) from problem


def _own_folder(folder: Path, account: pwd.struct_passwd | None) -> None:
    """Make a folder for the server's user alone; one that somebody else made is refused."""
    folder.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        if account is not None:
            os.chown(folder, account.pw_uid, account.pw_gid)
    found = folder.lstat()
    expected = os.getuid() if account is None else account.pw_uid
    if folder.is_symlink() or found.st_uid not in {expected, os.getuid()}:
        raise CannotRun(f"The folder {folder} belongs to somebody else: remove it and run again.")
    if account is not None:
        os.chown(folder, account.pw_uid, account.pw_gid)
    folder.chmod(0o700)


def _initialise(data: Path, programs: Binaries, account: pwd.struct_passwd | None) -> None:
    """Make the folder beside its place and rename it, so that no half-made one is ever used."""
    fresh = data.with_name(f"{data.name}.new")
    if fresh.exists():
        shutil.rmtree(fresh)
    _own_folder(fresh, account)
    command = [programs.program("initdb"), "-D", str(fresh), "-U", SUPERUSER, "-A", "trust"]
    made = subprocess.run(
        [*command, "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"],
        env=programs.environment,
        cwd=fresh,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=children.die_with_us(),
        **children.credentials(account),
    )
    if made.returncode != 0:
        reason = (made.stderr.strip() or made.stdout.strip()).splitlines()[-1:]
        raise CannotRun(
            f"The database folder {data} could not be made ({' '.join(reason)}): make room and "
            "see that the folder is writable, then run again."
        )
    fresh.rename(data)


def _wait_until_ready(server: Server, data_folder: Path, log: Path) -> None:
    """Ready means that a connection works; a pid file proves nothing."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(server.superuser_url()).close()
            return
        except psycopg.OperationalError as problem:
            if server.process.poll() is not None or time.monotonic() > deadline:
                raise CannotRun(
                    f"The database in {data_folder} does not start ({last_complaint(log)}): "
                    f"read {log}; to start with an empty database, move the folder away."
                ) from problem
        time.sleep(0.05)


def last_complaint(log: Path) -> str:
    """The last line of a log that PostgreSQL calls fatal, else its last line."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    fatal = [line for line in lines if "FATAL:" in line or "PANIC:" in line]
    last = (fatal or lines or ["no message"])[-1]
    return last.split("FATAL:")[-1].split("PANIC:")[-1].strip()
