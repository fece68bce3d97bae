"""The parts of a copy of the ledger that anybody can verify without our code or our database:
ledger.jsonl (the hashed lines), names.jsonl (what opens their commitments to names), manifest.json
and verify.py, with a README that says how. All of them are read in one scope of the tenant."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

from shopops.ledger.exceptions import ExportRefused
from shopops.ledger.line import GENESIS, leaf_of, line_of
from shopops.ledger.stream import Chain
from shopops.tenants.models import Tenant, VaultName

FORMAT = "shopops-ledger-1"
LINES, NAMES, MANIFEST, SCRIPT = "ledger.jsonl", "names.jsonl", "manifest.json", "verify.py"
VERIFIER = Path(__file__).parent / "standalone" / SCRIPT
README = Path(__file__).parent / "standalone" / "README.txt"
BROKEN = gettext_noop(
    "the ledger does not verify: run ledger_verify to see why; nothing was exported"
)


@dataclass(slots=True)
class Copy:
    """What was copied so far. `names`: the commitments to names that stand in it."""

    tenant: Tenant
    entries: int = 0
    head: bytes = GENESIS
    digest: Any = field(default_factory=sha256)
    names: set[bytes] = field(default_factory=set)

    def lines(self, most: int | None = None) -> Iterator[bytes]:
        """The hashed lines in order, or so many of them; refuses at the first that is not what was
        hashed."""

        def refuse(_: object) -> None:
            raise ExportRefused(BROKEN)

        if most == 0:
            return
        chain = Chain(self.tenant.pk, on_unlinked=refuse)
        for (seq, _, leaf), event in chain:
            if event is None or seq != self.entries + 1:
                raise ExportRefused(BROKEN)
            line = line_of(event, tenant_id=self.tenant.pk, seq=seq, prev=self.head)
            if leaf_of(line) != leaf:
                raise ExportRefused(BROKEN)
            if event.confirmer_name_hash is not None:
                self.names.add(bytes(event.confirmer_name_hash))
            self.entries, self.head = seq, bytes(leaf)
            self.digest.update(line + b"\n")
            yield line + b"\n"
            if self.entries == most:
                return

    def opened_names(self) -> bytes:
        """A line of JSON for each name that is committed to and not erased."""
        known = VaultName.objects.filter(tenant=self.tenant, name_sha256__in=self.names)
        opened = sorted(
            (bytes(one.name_sha256).hex(), one.name, bytes(one.salt).hex()) for one in known
        )
        return b"".join(
            _canonical({"name": name, "name_sha256": digest, "salt": salt}) + b"\n"
            for digest, name, salt in opened
        )

    def manifest(self, names: bytes, now: datetime) -> bytes:
        """When all lines were copied; `names` as they are exported."""
        content = {
            "format": FORMAT,
            "tenant": self.tenant.slug,
            "tenant_id": self.tenant.pk,
            "entries": self.entries,
            "head": self.head.hex(),
            "ledger_sha256": self.digest.hexdigest(),
            "names_sha256": sha256(names).hexdigest(),
            "exported_at": now.isoformat(),
        }
        return json.dumps(content, indent=2).encode() + b"\n"


def _canonical(value: Mapping[str, str]) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
