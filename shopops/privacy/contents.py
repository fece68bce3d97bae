"""What is kept of some orders, as the customer may be given it. In the shop's scope."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.outbox.models import Attempt, Effect
from shopops.privacy.kept import Kept
from shopops.proposals.models import Proposal
from shopops.tenants.models import Tenant
from shopops.tenants.sealing import Purpose, Unreadable, unseal

logger = logging.getLogger(__name__)
Json = Any
FACT = ("name", "value", "known_from", "supplied_at")
EFFECT = ("kind", "state", "amount_minor", "currency", "created_at", "ended_at", "remote_id")
PROPOSAL = ("revision", "track", "cause", "review_status", "created_at", "decided_at")


def contents(tenant: Tenant, order_ids: Sequence[str], now: datetime) -> bytes:
    """JSON, indented for reading. What was sealed with a key that is gone is said to be so."""
    orders = [_order(tenant.pk, order_id) for order_id in order_ids]
    whole = {"shop": tenant.name, "made_at": now, "orders": orders}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2)


def _order(tenant_id: int, order_id: str) -> dict[str, Json]:
    kept = Kept(tenant_id, [order_id])
    proposals = Proposal.objects.of(tenant_id).filter(order_id=order_id).order_by("revision")
    effects = Effect.objects.of(tenant_id).filter(order_id=order_id).order_by("pk")
    return {
        "order": order_id,
        "records": [_record(row) for row in kept.records().order_by("pk")],
        "as_received": [_payload(row) for row in kept.payloads().order_by("pk")],
        "supplied": list(kept.facts().order_by("pk").values(*FACT)),
        "proposed": list(proposals.values(*PROPOSAL)),
        "words_in_mails": _texts(kept, "mail_words"),
        "reasons": _texts(kept, "decision_notes"),
        "notes": _texts(kept, "step_notes") + _texts(kept, "alarm_notes"),
        "steps": list(effects.values(*EFFECT)),
        "exchanges": [_exchange(row) for row in kept.exchanges().order_by("pk")],
    }


def _texts(kept: Kept, kind: str) -> list[str]:
    return list(kept.rows(kind).order_by("pk").values_list("text", flat=True))


def _record(row: SourceRecord) -> dict[str, Json]:
    told = {"type": row.record_type, "id": row.external_id, "source": row.source}
    return {**told, "changed_at": row.changed_at, "record": row.body}


def _payload(row: SourcePayload) -> dict[str, Json]:
    told = {"type": row.record_type, "id": row.external_id, "received_at": row.received_at}
    return {**told, "payload": _readable(bytes(row.raw))}


def _exchange(row: Attempt) -> dict[str, Json]:
    return {
        "began_at": row.began_at,
        "outcome": row.outcome,
        "detail": row.detail,
        "sent": _opened(row.request),
        "answered": _opened(row.reply),
    }


def _opened(sealed: bytes | memoryview | None) -> Json:
    if sealed is None:
        return None
    try:
        return _readable(unseal(bytes(sealed), purpose=Purpose.EXCHANGE))
    except Unreadable as problem:
        logger.warning("an exchange is sealed with a key that is gone")
        return str(problem)


def _readable(raw: bytes) -> Json:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return raw.decode(errors="replace")
