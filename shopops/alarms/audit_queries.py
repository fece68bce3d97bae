"""What an audit asks of all rows at once, a statement each."""

from collections.abc import Iterator
from typing import Any

from django.db import connection

from shopops.alarms.proposed import WAITING
from shopops.alarms.states import OPEN
from shopops.ledger.kinds import KEY_VERSION

TWO_KEYS = """
SELECT order_id, obligation, array_agg(code ORDER BY code)
FROM alarms_alarmitem
WHERE tenant_id = %(tenant)s AND key_version = %(version)s
GROUP BY order_id, obligation, record_source, record_kind, record_ids
HAVING count(*) > 1
ORDER BY order_id
"""
RECORD_GONE = """
SELECT item.code, item.order_id, item.obligation
FROM alarms_alarmitem item
LEFT JOIN connectors_sourcerecord source ON source.tenant_id = item.tenant_id
    AND source.record_type = 'order' AND source.external_id = item.record_ids[1]
    AND source.source = item.record_source
WHERE item.tenant_id = %(tenant)s AND item.key_version = %(version)s
    AND item.status = ANY (%(open)s)
    AND (source.id IS NULL OR (item.record_kind <> 'order' AND NOT coalesce(
        source.body -> (item.record_kind || 's')
        @> jsonb_build_array(jsonb_build_object('id', item.record_ids[2])), false)))
ORDER BY item.id
"""
# An item that the order's proposal did not ask for, such as a program's own, tells nobody of it.
# What expired can't be decided any more, so there the item that it asked for has the last word:
# closed on the same evidence, it is over.
UNOBSERVED = """
SELECT proposal.order_number, proposal.id
FROM proposals_proposal proposal
JOIN proposals_pack pack ON pack.id = proposal.pack_id
WHERE proposal.tenant_id = %(tenant)s AND proposal.review_status = ANY (%(waiting)s)
    AND proposal.superseded_by_id IS NULL AND proposal.id > %(after)s
    AND NOT EXISTS (
        SELECT FROM alarms_alarmitem item
        WHERE item.tenant_id = proposal.tenant_id AND item.order_id = proposal.order_id
            AND item.obligation <> 'execution'
            AND CASE WHEN item.status = ANY (%(open)s) THEN item.noted_at >= item.opened_at
                ELSE proposal.review_status = 'expired'
                    AND item.noted_evidence = pack.digest AND item.evidence_digest = pack.digest
                END)
ORDER BY proposal.id
LIMIT %(limit)s
"""
# Whoever wrote a reply that is held was not heard. Until an administrator has looked at it.
QUARANTINED = """
SELECT item.code, item.order_id, item.obligation, count(*)
FROM alarms_alarmreply reply
JOIN alarms_alarmitem item ON item.id = reply.item_id
WHERE reply.tenant_id = %(tenant)s AND reply.outcome = 'held' AND reply.gone_at IS NULL
    AND item.status = ANY (%(open)s) AND reply.at >= item.opened_at
GROUP BY item.id
ORDER BY item.id
"""
EVERYTHING = 2**62


def two_keys(tenant_id: int) -> Iterator[tuple[str, str, list[str]]]:
    """Order, duty and codes of records that have several keys for one duty."""
    yield from _rows(TWO_KEYS, tenant=tenant_id)


def record_gone(tenant_id: int) -> Iterator[tuple[str, str, str]]:
    """Code, order and duty of open items whose record this shop has not (any more)."""
    yield from _rows(RECORD_GONE, tenant=tenant_id)


def quarantined(tenant_id: int) -> Iterator[tuple[str, str, str, int]]:
    """Code, order and duty of open items, and how many replies about each are held."""
    yield from _rows(QUARANTINED, tenant=tenant_id)


def unobserved(
    tenant_id: int, *, after: int = 0, limit: int = EVERYTHING
) -> Iterator[tuple[str, int]]:
    """Order number and id of proposals that wait for a person, and nobody hears of them."""
    yield from _rows(UNOBSERVED, tenant=tenant_id, after=after, limit=limit)


def _rows(query: str, **parameters: Any) -> Iterator[tuple[Any, ...]]:
    known = {"version": KEY_VERSION, "open": sorted(OPEN), "waiting": [str(one) for one in WAITING]}
    with connection.chunked_cursor() as cursor:
        cursor.execute(query, parameters | known)
        yield from cursor
