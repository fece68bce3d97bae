"""What the running site was started with, for commands in another terminal.

Without it a command would talk to the same database with another key: what it signs the site would
not believe, and the codes it makes would not be the site's.
"""

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path

from shopops.embedded.layout import Layout

FILE = "running.json"
PREFIX = "SHOPOPS_"
MORE = ("PORT", "BIND", "ALLOWED_HOSTS", "CELERY_BROKER_URL")


@contextlib.contextmanager
def told(layout: Layout, environment: Mapping[str, str]) -> Iterator[None]:
    """As long as the site runs on its embedded database. The file has the key in it, as the key's
    own file has, so it is readable by its user only."""
    path = layout.var / FILE
    kept = {name: value for name, value in environment.items() if _is_ours(name)}
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump({"process": os.getpid(), "environment": kept}, file)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def join(environment: MutableMapping[str, str], *, checkout: Path) -> None:
    """Complete a command's environment with that of the site that runs on the same folder. What is
    set stays; nothing is added where the command is told of another database."""
    if environment.get("DATABASE_URL"):
        return
    var = Path(environment.get("SHOPOPS_VAR") or checkout / "var")
    try:
        found = json.loads((var / FILE).read_text())
        os.kill(found["process"], 0)
    except PermissionError:
        return  # somebody else's, whose key is not ours to read
    except (OSError, ValueError):
        return  # nothing runs; a killed run leaves its file behind
    for name, value in found["environment"].items():
        environment.setdefault(name, value)


def _is_ours(name: str) -> bool:
    return name.startswith(PREFIX) or name in MORE
