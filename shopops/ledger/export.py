"""A copy of a tenant's ledger in a folder."""

import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from shopops.ledger.append import append
from shopops.ledger.copying import LINES, MANIFEST, NAMES, README, SCRIPT, VERIFIER, Copy
from shopops.ledger.event import NewEvent
from shopops.ledger.exceptions import ExportRefused
from shopops.ledger.kinds import ActorType, EventKind
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope


@dataclass(frozen=True, slots=True)
class Exported:
    folder: Path
    entries: int
    head: bytes


def export_ledger(*, tenant: Tenant, folder: Path, now: datetime) -> Exported:
    """Write all parts of a copy (`copying`) to a new folder.

    The folder appears whole or not at all; then the ledger notes the export. Refuses a folder that
    holds anything, and a chain that does not fit together.
    """
    _refuse_taken(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        copy = Copy(tenant)
        with tenant_scope(tenant.pk):
            _write(unfinished / LINES, copy.lines())
            names = copy.opened_names()
        _write(unfinished / NAMES, [names])
        _write(unfinished / MANIFEST, [copy.manifest(names, now)])
        _write(unfinished / SCRIPT, [VERIFIER.read_bytes()])
        _write(unfinished / README.name, [README.read_bytes()])
        _publish(unfinished, folder)
    except BaseException:
        shutil.rmtree(unfinished)
        raise
    _note(copy, now)
    return Exported(folder, copy.entries, copy.head)


def _refuse_taken(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise ExportRefused(f"{folder} is not empty: name a new folder")
    if folder.exists() and not folder.is_dir():
        raise ExportRefused(f"{folder} is a file: name a new folder")


def _write(path: Path, content: Iterable[bytes]) -> None:
    with path.open("wb") as file:
        file.writelines(content)
        file.flush()
        os.fsync(file.fileno())


def _publish(unfinished: Path, folder: Path) -> None:
    """Give the finished folder its name; a folder that was filled meanwhile is not replaced."""
    try:
        unfinished.rename(folder)
    except OSError as error:
        raise ExportRefused(f"{folder} could not be written: {error.strerror}") from error
    parent = os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(parent)
    finally:
        os.close(parent)


def _note(copy: Copy, now: datetime) -> None:
    event = NewEvent(
        kind=EventKind.EXPORT,
        actor=ActorType.SYSTEM,
        occurred_at=now,
        body={"entries": copy.entries, "head": copy.head.hex()},
    )
    with tenant_scope(copy.tenant.pk):
        append(copy.tenant.pk, [event])
