"""Collecting evidence: one row for one value at one place of one source record.

Members are named as in the `shopops` format, with the index for list items: "total",
"total.currency", "customer.email", "shipments[0]", "transactions[1]", "refunds[0]", "claims[0]",
"chargebacks[0]", and of a tracker "status", "est_delivery_at", "created_at", "scans[3]". Those are
the keys under which a connector's `Provenance.paths` may give another JSON path.
"""

from collections import Counter
from datetime import datetime
from hashlib import sha256
from typing import Any

from shopops.agents.canonical import canonical_json, salted
from shopops.agents.facts import Evidence
from shopops.agents.ports import Provenance

LONGEST_ID_PART = 120


def id_part(source_id: str) -> str:
    """A source's id as one part of a short id, so that `s1:e4` is not scan e4 of s1.

    Colons are escaped; what is longer than 120 characters keeps its start and a hash of the whole.
    """
    escaped = source_id.replace("%", "%25").replace(":", "%3A")
    if len(escaped) <= LONGEST_ID_PART:
        return escaped
    return f"{escaped[:80]}~{sha256(source_id.encode()).hexdigest()[:32]}"


class EvidenceBook:
    """The evidence of one pack, in the order in which it was found."""

    def __init__(self) -> None:
        self.rows: dict[str, Evidence] = {}
        self._cited: dict[tuple[str, str, str, str], str] = {}
        self._uses: Counter[str] = Counter()

    def cite(
        self,
        short_id: str,
        member: str,
        value: Any,
        provenance: Provenance,
        occurred_at: datetime | None = None,
    ) -> str:
        """Record that `member` of that source record holds `value`; the id to cite it by.

        A second object under an id already taken gets `#2`, `#3`, ...: sources do repeat ids.
        """
        path = provenance.path_of(member)
        hashed = salted(provenance.salt, canonical_json(value))
        place = (short_id, provenance.source_object, path, hashed)
        if place not in self._cited:
            self._cited[place] = free = self._free(short_id)
            self.rows[free] = Evidence(
                id=free,
                source_object=provenance.source_object,
                json_path=path,
                payload_sha256=provenance.payload_sha256,
                value_sha256=hashed,
                received_at=provenance.received_at,
                occurred_at=occurred_at,
            )
        return self._cited[place]

    def _free(self, short_id: str) -> str:
        while True:
            self._uses[short_id] += 1
            count = self._uses[short_id]
            free = short_id if count == 1 else f"{short_id}#{count}"
            if free not in self.rows:
                return free
