"""The text that is hashed for an event at its place in the chain: compact JSON, sorted keys.

`ledger_line` in sql/0004_chain.sql and standalone/verify.py write the same bytes; tests compare.
"""

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

GENESIS = bytes(32)  # what the first line names as its predecessor


class EventRow(NamedTuple):
    """An event's columns as the chain's reader fetches them; times are UTC without a zone."""

    event_id: str
    kind: str
    actor_type: str
    occurred_at: datetime | None  # None: outside the years that a row may have
    recorded_at: datetime | None
    body: str
    item_key: bytes | None
    key_version: int | None
    handle: bytes | None
    confirmer_name_hash: bytes | None
    confirmer_key: bytes | None
    order_id: str | None


def line_of(event: EventRow, *, tenant_id: int, seq: int, prev: bytes) -> bytes:
    (
        event_id,
        kind,
        actor_type,
        occurred_at,
        recorded_at,
        body,
        item_key,
        key_version,
        handle,
        name_hash,
        confirmer_key,
        _,
    ) = event
    return (
        f'{{"actor_type":"{actor_type}","body":{body}'
        f',"confirmer_key":{_hex(confirmer_key)},"confirmer_name_hash":{_hex(name_hash)}'
        f',"event_id":"{event_id}","handle":{_hex(handle)},"item_key":{_hex(item_key)}'
        f',"key_version":{"null" if key_version is None else key_version},"kind":"{kind}"'
        f',"occurred_at":{_moment(occurred_at)},"prev":"{prev.hex()}"'
        f',"recorded_at":{_moment(recorded_at)},"seq":{seq},"tenant":{tenant_id},"v":1}}'
    ).encode()


def leaf_of(line: bytes) -> bytes:
    """A leaf as RFC 6962 hashes it, so that chain and tree share the same bytes."""
    return sha256(b"\0" + line).digest()


def _hex(value: bytes | None) -> str:
    return "null" if value is None else f'"{value.hex()}"'


def _moment(value: datetime | None) -> str:
    return "null" if value is None else f'"{value.isoformat("T", "microseconds")}Z"'
