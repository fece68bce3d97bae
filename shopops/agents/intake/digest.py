"""The digest of a pack: what it says, not when it was said.

Building again on unchanged evidence gives the same digest: the clock (`built_at`), the times of
receipt and the payloads' hashes stay out. A judgement that turned because days passed is in.
"""

from hashlib import sha256

import msgspec

from shopops.agents.facts import Pack

DOMAIN = b"shopops.pack.1\n"


def pack_digest(pack: Pack) -> bytes:
    """32 bytes of SHA-256 over the pack's content as canonical JSON."""
    content = {
        "tenant": pack.tenant,
        "order_id": pack.order_id,
        "order_number": pack.order_number,
        "thresholds_version": pack.thresholds_version,
        "fields": pack.fields,
        "parcels": pack.parcels,
        "lines": pack.lines,
        "money": pack.money,
        "money_conflicts": pack.money_conflicts,
        "evidence": {
            short_id: (row.json_path, row.value_sha256) for short_id, row in pack.evidence.items()
        },
    }
    return sha256(DOMAIN + msgspec.json.encode(content, order="sorted")).digest()
