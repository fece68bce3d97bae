"""`make run`: everything in one process tree, started in order and stopped in reverse.

The web server and the worker stop first and the database last, so that nobody loses a connection
in the middle of a transaction.
"""

import contextlib
import http.client
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import psycopg

from shopops.embedded import children, entrance, roles, running, site
from shopops.embedded.entrance import Address
from shopops.embedded.failures import CannotRun
from shopops.embedded.layout import Layout
from shopops.embedded.server import embedded_server, last_complaint

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STOP_SECONDS = 15.0
ANSWER_SECONDS = 60.0


class StopRequested(BaseException):
    """Somebody pressed Ctrl-C or asked the process to end; unwinds whatever is under way."""


@dataclass(frozen=True)
class Part:
    """One running process of ours."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path


def run(layout: Layout) -> None:
    """Serve until asked to stop, or until a part ends by itself, which is a CannotRun."""
    for number in STOP_SIGNALS:
        signal.signal(number, _stop)
    with contextlib.suppress(StopRequested), contextlib.ExitStack() as stack:
        try:
            _serve(layout, stack)
        except StopRequested:
            print("\nStopping …", flush=True)
            raise
        finally:
            _ignore_stop_signals()


def _serve(layout: Layout, stack: contextlib.ExitStack) -> None:
    address = entrance.read_address(os.environ)
    entrance.prepare_folders(layout)
    killed = stack.enter_context(entrance.only_run(layout))
    entrance.require_free_port(address, after_a_kill=killed)
    environment = site.environment(layout)
    if not environment.get("CELERY_BROKER_URL"):
        _empty_broker(layout.broker_folder)
    parts = []
    if not environment.get("DATABASE_URL"):
        parts.append(stack.enter_context(_database(layout)))
    # Taken long before the mailbox listens there: the demo is filled in between.
    port = stack.enter_context(entrance.held_port())
    mailbox = site.mailbox(environment, layout, port=port)
    if not environment.get("DATABASE_URL"):
        stack.enter_context(running.told(layout, environment))
    sign_in = _prepare_site(layout, environment)
    commands = [("web server", site.web(address)), ("worker", site.worker())]
    if mailbox:
        commands.insert(0, ("mailbox", mailbox))
    parts += stack.enter_context(_site(layout, commands, environment))
    _wait_for_answer(address, parts)
    opened = _open_site(layout, environment, address)
    welcome = [f"\nShopOps runs at {address.url} — Ctrl-C stops everything.", sign_in, *opened]
    if mailbox:
        welcome.append(f"Alarms are mailed to {address.url}demo/mailbox/ — answer them there.")
    welcome.append(f"Logs are in {layout.log_folder}.")
    print(*filter(None, welcome), sep="\n", flush=True)
    while True:
        _require_alive(parts)
        time.sleep(0.2)


@contextlib.contextmanager
def _database(layout: Layout) -> Iterator[Part]:
    print("Starting the database …", flush=True)
    log = _fresh_log(layout, "postgres")
    with embedded_server(layout.data_folder, socket_folder=layout.socket_folder, log=log) as server:
        with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
            roles.ensure_roles(connection)
            roles.ensure_database(connection)
        with psycopg.connect(server.superuser_url(roles.DATABASE_NAME)) as connection:
            roles.grant_schema(connection)
        yield Part("database", server.process, log)


def _prepare_site(layout: Layout, environment: dict[str, str]) -> str:
    """Bring the tables up to date and fill in what this environment starts with."""
    printed = ""
    log = _fresh_log(layout, "start")
    own_database = not environment.get("DATABASE_URL")
    for doing, arguments in site.preparation(environment["SHOPOPS_ENV"], own_database=own_database):
        print(f"{doing} …", flush=True)
        printed = site.manage(arguments, doing=doing, environment=environment, log=log)
    return printed.strip()


def _open_site(layout: Layout, environment: dict[str, str], address: Address) -> list[str]:
    """What there is to say of what is done last."""
    said = []
    for doing, arguments in site.opening(environment["SHOPOPS_ENV"], address):
        print(f"{doing} …", flush=True)
        log = layout.log_folder / "start.log"
        printed = site.manage(arguments, doing=doing, environment=environment, log=log)
        said.append(printed.strip())
    return said


@contextlib.contextmanager
def _site(
    layout: Layout, commands: list[tuple[str, list[str]]], environment: dict[str, str]
) -> Iterator[list[Part]]:
    """The web server and the worker, the last two, and what they need before them; at the end all
    are asked to stop, then waited for."""
    parts: list[Part] = []
    try:
        for name, command in commands:
            log = _fresh_log(layout, name.replace(" ", "-"))
            process = children.start(
                command,
                log=log,
                environment=environment,
                folder=site.CHECKOUT,
                when_we_die=signal.SIGTERM,
            )
            parts.append(Part(name, process, log))
        yield parts
    finally:
        children.stop(*(part.process for part in parts), ask=signal.SIGTERM, seconds=STOP_SECONDS)


def _wait_for_answer(address: Address, parts: list[Part]) -> None:
    """Until the web server answers anything at all."""
    host = urlsplit(address.url).hostname or address.host
    deadline = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < deadline:
        _require_alive(parts)
        connection = http.client.HTTPConnection(host, address.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    raise CannotRun(f"The web server does not answer: read {parts[-2].log}, then run again.")


def _require_alive(parts: list[Part]) -> None:
    for part in parts:
        if (code := part.process.poll()) is not None:
            raise CannotRun(
                f"The {part.name} ended by itself with code {code} "
                f"({last_complaint(part.log)}): read {part.log}, then run again."
            )


def _fresh_log(layout: Layout, name: str) -> Path:
    """An empty log; the one of the run before stays beside it."""
    log = layout.log_folder / f"{name}.log"
    if log.exists():
        log.replace(log.with_suffix(".log.1"))
    log.touch()
    return log


def _empty_broker(folder: Path) -> None:
    """Messages of an earlier run are only old wake-ups; beat finds what is due."""
    if folder.exists():
        shutil.rmtree(folder)
    for name in ("messages", "control"):
        (folder / name).mkdir(parents=True)


def _stop(number: int, frame: FrameType | None) -> None:
    _ignore_stop_signals()
    raise StopRequested


def _ignore_stop_signals() -> None:
    """Once stopping has begun nothing interrupts it; every wait in it is bounded."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
