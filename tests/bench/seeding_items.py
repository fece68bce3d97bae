"""Many copies of one item that rang, made by the database: what an observation and a ring leave
behind, in the same tables and with rows of their own in each."""

from collections.abc import Mapping
from dataclasses import dataclass

import psycopg

from tests.bench.seeding import NEXT_ID, unchecked_events

PER_MAIL = 20
TABLES = (
    "alarms_alarmitem",
    "alarms_alarmhandle",
    "alarms_ringmail",
    "alarms_ringitem",
    "ledger_event",
)
COLUMNS = """
SELECT column_name FROM information_schema.columns
WHERE table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position
"""
# `n` counts the copies. What a row and its neighbours in other tables share is made from it.
COPY = """
INSERT INTO {table} ({columns})
SELECT {values}
FROM {table} sample, generate_series(1, %(count)s) AS n
WHERE {which}
"""
KEY = "sha256(('item ' || n)::bytea)"
ORDER = "'S-' || n"
EVENT = "md5({kind} || ' ' || n)::uuid"
HANDLE = "sha256(({kind} || ' ' || n)::bytea)"
MAIL = f"sample.{{column}} + 1 + (n - 1) / {PER_MAIL}"
BODY = f"replace(sample.body, to_json(%(order)s::text)::text, to_json({ORDER})::text)"
NEXT = "nextval(pg_get_serial_sequence('{table}', 'id'))"

ITEM = {
    "id": "sample.id + n",
    "item_key": KEY,
    "code": "'N' || lpad(n::text, 9, '0')",
    "record_ids": f"ARRAY[{ORDER}]",
    "order_id": ORDER,
    "order_number": ORDER,
    "due_at": "sample.due_at + make_interval(secs => n)",
    "send_at": "sample.send_at + make_interval(secs => n)",
    "last_event": EVENT.format(kind="'raised'"),
}
HANDLES = {
    "id": NEXT.format(table="alarms_alarmhandle"),
    "sha256": HANDLE.format(kind="sample.kind"),
    "item_id": "sample.item_id + n",
    "item_key": KEY,
    "event_id": EVENT.format(kind="sample.kind"),
}
MAILS = {
    "id": "sample.id + n",
    "token": "md5('mail ' || n)::uuid",
    "message": "NULL",  # as it is some time after the mail was sent
}
RINGS = {
    "id": NEXT.format(table="alarms_ringitem"),
    "mail_id": MAIL.format(column="mail_id"),
    "item_id": "sample.item_id + n",
    "handle": HANDLE.format(kind="'raised'"),
    "event_id": EVENT.format(kind="'raised'"),
    "body": BODY,
}
EVENTS = {
    "id": NEXT.format(table="ledger_event"),
    "event_id": EVENT.format(kind="sample.kind"),
    "item_key": KEY,
    "handle": HANDLE.format(kind="sample.kind"),
    "body": BODY,
}
# No chain that could be verified, but as long, and continued from its end.
LINKS = """
INSERT INTO ledger_link (tenant_id, seq, event_id, leaf_hash)
SELECT event.tenant_id, last.seq + row_number() OVER (ORDER BY event.id), event.event_id,
       sha256(event.event_id::text::bytea)
FROM (SELECT max(seq) AS seq FROM ledger_link WHERE tenant_id = %(tenant)s) last, ledger_event event
WHERE event.tenant_id = %(tenant)s AND event.order_id LIKE 'S-%%'
"""


@dataclass(frozen=True)
class Sample:
    """An item that rang once, alone in its mail, and is the newest of its shop."""

    tenant: int
    item: int
    order: str
    mail: int
    item_key: bytes


def copy_rung(session: psycopg.Connection, sample: Sample, count: int) -> None:
    """`count` more open items of which the same person was told, some in each mail. The session is
    one that seeds."""
    of_item = "sample.id = %(item)s"
    by_item = "sample.item_id = %(item)s"
    _copy(session, "alarms_alarmitem", ITEM, of_item, sample, count)
    _copy(session, "alarms_alarmhandle", HANDLES, by_item, sample, count)
    mails = -(-count // PER_MAIL)
    _copy(session, "alarms_ringmail", MAILS, "sample.id = %(mail)s", sample, mails)
    _copy(session, "alarms_ringitem", RINGS, by_item, sample, count)
    with unchecked_events(session):
        _copy(session, "ledger_event", EVENTS, "sample.item_key = %(item_key)s", sample, count)
    session.execute(LINKS.encode(), {"tenant": sample.tenant})
    for table in TABLES:
        session.execute(NEXT_ID.format(table=table).encode(), {"table": table})
    session.execute("VACUUM ANALYZE")


def _copy(
    session: psycopg.Connection,
    table: str,
    changed: Mapping[str, str],
    which: str,
    sample: Sample,
    count: int,
) -> None:
    columns = [column for (column,) in session.execute(COLUMNS, [table]).fetchall()]
    statement = COPY.format(
        table=table,
        columns=", ".join(columns),
        values=", ".join(changed.get(column, f"sample.{column}") for column in columns),
        which=f"sample.tenant_id = %(tenant)s AND {which}",
    )
    values = {
        "count": count,
        "tenant": sample.tenant,
        "item": sample.item,
        "order": sample.order,
        "mail": sample.mail,
        "item_key": sample.item_key,
    }
    session.execute(statement.encode(), values)
