"""A copy of a tenant's ledger that anybody can verify without our code or our database."""

import json
import os
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
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
from shopops.tenants.models import Tenant, VaultName
from shopops.tenants.scope import tenant_scope

FORMAT = "shopops-ledger-1"
NAMES = "names.jsonl"
VERIFIER = Path(__file__).parent / "standalone" / "verify.py"
BROKEN = "the ledger does not verify: run ledger_verify to see why; nothing was exported"


@dataclass(frozen=True, slots=True)
class Exported:
    folder: Path
    entries: int
    head: bytes


@dataclass(frozen=True, slots=True)
class _Lines:
    """What was written to ledger.jsonl. `names`: the commitments to names that stand in it."""

    entries: int
    head: bytes
    sha256: str
    names: set[bytes]


def export_ledger(*, tenant: Tenant, folder: Path, now: datetime) -> Exported:
    """Write ledger.jsonl (the hashed lines), names.jsonl (what opens their commitments to names),
    manifest.json and verify.py to a new folder.

    The folder appears whole or not at all; then the ledger notes the export. Refuses a folder that
    holds anything, and a chain that does not fit together.
    """
    _refuse_taken(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        with tenant_scope(tenant.pk):
            lines = _write_lines(tenant.pk, unfinished / "ledger.jsonl")
            names = _names(tenant.pk, lines.names)
        _write(unfinished / NAMES, names)
        _write(unfinished / "manifest.json", _manifest(tenant, lines, names, now))
        _write(unfinished / "verify.py", VERIFIER.read_bytes())
        _publish(unfinished, folder)
    except BaseException:
        shutil.rmtree(unfinished)
        raise
    _note(tenant.pk, lines, now)
    return Exported(folder, lines.entries, lines.head)


def _refuse_taken(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise ExportRefused(f"{folder} is not empty: name a new folder")
    if folder.exists() and not folder.is_dir():
        raise ExportRefused(f"{folder} is a file: name a new folder")


def _write_lines(tenant_id: int, path: Path) -> _Lines:
    entries, head, digest = 0, GENESIS, sha256()
    names: set[bytes] = set()
    with path.open("wb") as file:
        for line, name_hash in _lines(tenant_id):
            if name_hash is not None:
                names.add(bytes(name_hash))
            file.write(line + b"\n")
            digest.update(line + b"\n")
            head = leaf_of(line)
            entries += 1
        file.flush()
        os.fsync(file.fileno())
    return _Lines(entries, head, digest.hexdigest(), names)


def _lines(tenant_id: int) -> Iterator[tuple[bytes, bytes | None]]:
    """The hashed lines in order, each with its commitment to a name; refuses at the first that is
    not what was hashed."""

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
        yield line, event.confirmer_name_hash
        prev = leaf


def _names(tenant_id: int, commitments: Collection[bytes]) -> bytes:
    """A line of JSON for each name that these commitments hold and that is not erased."""
    known = VaultName.objects.filter(tenant_id=tenant_id, name_sha256__in=commitments)
    opened = sorted(
        (bytes(one.name_sha256).hex(), one.name, bytes(one.salt).hex()) for one in known
    )
    return b"".join(
        _canonical({"name": name, "name_sha256": digest, "salt": salt}) + b"\n"
        for digest, name, salt in opened
    )


def _canonical(value: Mapping[str, str]) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _manifest(tenant: Tenant, lines: _Lines, names: bytes, now: datetime) -> bytes:
    content = {
        "format": FORMAT,
        "tenant": tenant.slug,
        "tenant_id": tenant.pk,
        "entries": lines.entries,
        "head": lines.head.hex(),
        "ledger_sha256": lines.sha256,
        "names_sha256": sha256(names).hexdigest(),
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


def _note(tenant_id: int, lines: _Lines, now: datetime) -> None:
    event = NewEvent(
        kind=EventKind.EXPORT,
        actor=ActorType.SYSTEM,
        occurred_at=now,
        body={"entries": lines.entries, "head": lines.head.hex()},
    )
    with tenant_scope(tenant_id):
        append(tenant_id, [event])
