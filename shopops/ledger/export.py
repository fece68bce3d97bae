"""A copy of a tenant's ledger that anybody can verify without our code or our database."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from shopops.ledger.append import append
from shopops.ledger.event import NewEvent
from shopops.ledger.exceptions import ExportRefused
from shopops.ledger.kinds import ActorType, EventKind
from shopops.ledger.line import GENESIS, leaf_of, line_of
from shopops.ledger.stream import Chain
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

FORMAT = "shopops-ledger-1"
VERIFIER = Path(__file__).parent / "standalone" / "verify.py"
BROKEN = "the ledger does not verify: run ledger_verify to see why; nothing was exported"


@dataclass(frozen=True, slots=True)
class Exported:
    folder: Path
    entries: int
    head: bytes


def export_ledger(*, tenant: Tenant, folder: Path, now: datetime) -> Exported:
    """Write ledger.jsonl (the hashed lines), manifest.json and verify.py to a new folder.

    The folder appears whole or not at all; then the ledger notes the export. Refuses a folder that
    holds anything, and a chain that does not fit together.
    """
    _refuse_taken(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        with tenant_scope(tenant.pk):
            entries, head, digest = _write_lines(tenant.pk, unfinished / "ledger.jsonl")
        _write(unfinished / "manifest.json", _manifest(tenant, entries, head, digest, now))
        _write(unfinished / "verify.py", VERIFIER.read_bytes())
        _publish(unfinished, folder)
    except BaseException:
        shutil.rmtree(unfinished)
        raise
    _note(tenant.pk, entries, head, now)
    return Exported(folder, entries, head)


def _refuse_taken(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise ExportRefused(f"{folder} is not empty: name a new folder")
    if folder.exists() and not folder.is_dir():
        raise ExportRefused(f"{folder} is a file: name a new folder")


def _write_lines(tenant_id: int, path: Path) -> tuple[int, bytes, str]:
    """The number of lines, the chain's head and the file's SHA-256."""
    entries, head, digest = 0, GENESIS, sha256()
    with path.open("wb") as file:
        for line in _lines(tenant_id):
            file.write(line + b"\n")
            digest.update(line + b"\n")
            head = leaf_of(line)
            entries += 1
        file.flush()
        os.fsync(file.fileno())
    return entries, head, digest.hexdigest()


def _lines(tenant_id: int) -> Iterator[bytes]:
    """The hashed lines in order; refuses at the first that is not what was hashed."""

    def refuse(_: object) -> None:
        raise ExportRefused(BROKEN)

    prev = GENESIS
    chain = Chain(tenant_id, on_unlinked=refuse)
    for place, ((seq, _, leaf), event) in enumerate(chain, start=1):
        if event is None or seq != place:
            raise ExportRefused(BROKEN)
        line = line_of(event, tenant_id=tenant_id, seq=seq, prev=prev)
        if leaf_of(line) != leaf:
            raise ExportRefused(BROKEN)
        yield line
        prev = leaf


def _manifest(tenant: Tenant, entries: int, head: bytes, digest: str, now: datetime) -> bytes:
    content = {
        "format": FORMAT,
        "tenant": tenant.slug,
        "tenant_id": tenant.pk,
        "entries": entries,
        "head": head.hex(),
        "ledger_sha256": digest,
        "exported_at": now.isoformat(),
    }
    return json.dumps(content, indent=2).encode() + b"\n"


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
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


def _note(tenant_id: int, entries: int, head: bytes, now: datetime) -> None:
    event = NewEvent(
        kind=EventKind.EXPORT,
        actor=ActorType.SYSTEM,
        occurred_at=now,
        body={"entries": entries, "head": head.hex()},
    )
    with tenant_scope(tenant_id):
        append(tenant_id, [event])
