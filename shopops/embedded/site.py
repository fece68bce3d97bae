"""The commands that make up the running site, and the environment they get."""

import os
import subprocess
import sys
from pathlib import Path

from shopops.embedded import children
from shopops.embedded.entrance import Address, secret_key
from shopops.embedded.failures import CannotRun
from shopops.embedded.layout import Layout

CHECKOUT = Path(__file__).resolve().parents[2]
PROGRESS = "  … "  # a command's line that begins so tells how far it has come
WEB_THREADS = "8"
WORKER_THREADS = "4"
# How the demo's mailbox vouches for who wrote an answer (shopops.demo.mailbox.answering).
MAILBOX_NAME = "mailbox.demo.invalid"


def environment(layout: Layout) -> dict[str, str]:
    """Ours, completed: the demo unless something else is asked for, and a key of its own."""
    found = dict(os.environ)
    found.setdefault("SHOPOPS_ENV", "demo")
    found["SHOPOPS_VAR"] = str(layout.var)
    found["PYTHONUNBUFFERED"] = "1"
    if found["SHOPOPS_ENV"] != "production" and not found.get("SHOPOPS_SECRET_KEY"):
        found["SHOPOPS_SECRET_KEY"] = secret_key(layout.secret_file)
    return found


def mailbox(found: dict[str, str], layout: Layout, *, port: int) -> list[str]:
    """In the demo all mail ends in a mailbox on this machine: its command, and what the others
    need to know of it. Nothing where a mail server is set."""
    if found["SHOPOPS_ENV"] != "demo" or found.get("SHOPOPS_SMTP_URL"):
        return []
    found["SHOPOPS_SMTP_URL"] = f"smtp://127.0.0.1:{port}"
    found["SHOPOPS_AUTHSERV_ID"] = MAILBOX_NAME
    command = [sys.executable, "-m", "shopops.demo.mailbox", "--port", str(port)]
    return [*command, "--folder", str(layout.var / "mailbox")]


def web(address: Address) -> list[str]:
    command = [sys.executable, "-m", "gunicorn", "shopops.wsgi", "--bind", address.bind]
    command += ["--worker-class", "gthread", "--workers", "2", "--threads", WEB_THREADS]
    return [*command, "--graceful-timeout", "10", "--no-control-socket"]


def worker() -> list[str]:
    """One worker with beat inside; it neither greets nor gossips with others."""
    command = [sys.executable, "-m", "celery", "-A", "shopops.celery_app", "worker", "-B"]
    command += ["--pool=threads", f"--concurrency={WORKER_THREADS}", "--loglevel=INFO"]
    return [*command, "--without-mingle", "--without-gossip"]


def preparation(shopops_env: str, *, own_database: bool) -> list[tuple[str, list[str]]]:
    """What is done, in words and as a command, before the site is served. `own_database`: ours,
    on which nothing else works yet."""
    steps = [("Migrating the database", ["migrate", "--verbosity=0"])]
    if shopops_env == "production":
        steps += [
            ("Checking the settings", ["check", "--deploy", "--database=default"]),
            ("Collecting the static files", ["collectstatic", "--noinput", "--verbosity=0"]),
        ]
    if shopops_env == "demo":
        set_clock = ["--set-clock"] if own_database else []
        steps += [("Demo: filling in what is missing, resetting nothing", ["demo", *set_clock])]
    return steps


def opening(shopops_env: str, address: Address) -> list[tuple[str, list[str]]]:
    """What can only be done once the site answers at this address."""
    if shopops_env != "demo":
        return []
    return [("Connecting the demo shops", ["demo_shops", f"--site={address.url}"])]


def manage(arguments: list[str], *, doing: str, environment: dict[str, str], log: Path) -> str:
    """Run one of our commands to its end; what it printed, or a CannotRun that says `doing`. Lines
    that tell how far it has come are shown at once, and are no part of that."""
    with log.open("a+") as complaints:
        step = subprocess.Popen(
            [sys.executable, str(CHECKOUT / "manage.py"), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            env=environment,
            cwd=CHECKOUT,
            preexec_fn=children.die_with_us(),  # noqa: PLW1509  the supervisor has one thread
        )
        try:
            printed = "".join(line for line in step.stdout or () if not _shown(line))
            step.wait()
        finally:
            step.kill()
    if step.returncode != 0:
        raise CannotRun(f"{doing} failed ({_reason(log)}): mend that and run again; read {log}.")
    return printed


def _shown(line: str) -> bool:
    is_progress = line.startswith(PROGRESS)
    if is_progress:
        print(line, end="", flush=True)
    return is_progress


def _reason(log: Path) -> str:
    """The last line of a traceback; a list that was written for people is shown whole."""
    said = log.read_text(errors="replace").strip()
    if "Traceback (most recent call last)" not in said:
        print(said, file=sys.stderr)
        return "see above"
    return said.splitlines()[-1].strip()
