"""What a change of a connected shop leaves: a line for people, and a ledger row. In its scope."""

from collections.abc import Sequence
from datetime import datetime

from shopops import ledger
from shopops.administration.connections.models import Change, ConnectionChange
from shopops.connections.models import Connection
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.tenants.models import Membership


def record(
    connection: Connection,
    change: Change,
    *,
    author: Membership,
    reason: str,
    now: datetime,
    settings: Sequence[str] = (),
    forgotten: Sequence[str] = (),
    before: str = "",
    after: str = "",
) -> None:
    """`settings` and `forgotten` are names. The reason is free text and stays out of the ledger."""
    ConnectionChange.objects.create(
        tenant_id=connection.tenant_id,
        connection=connection,
        change=change,
        author=author,
        at=now,
        settings=list(settings),
        forgotten=list(forgotten),
        before=before,
        after=after,
        reason=reason,
    )
    body: dict[str, Json] = {
        "of": "connection",
        "change": change.value,
        "connection": connection.pk,
        "connector": connection.connector,
        "settings": list(settings),
        "before": before,
        "after": after,
        "author": bytes(author.identity_key).hex(),
    }
    event = NewEvent(kind=EventKind.SETTINGS, actor=ActorType.HUMAN, occurred_at=now, body=body)
    ledger.append(connection.tenant_id, [event])


def version_of(connection: Connection) -> int:
    """It grows with every change."""
    changes = ConnectionChange.objects.of(connection.tenant_id).filter(connection=connection)
    newest = changes.order_by("-id").values_list("pk", flat=True).first()
    return newest or 0
