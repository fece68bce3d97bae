"""What was taken out of the shop in a file stands on its ledger: what, by whom, when."""

from datetime import datetime

from shopops.ledger.append import append
from shopops.ledger.event import Json, NewEvent
from shopops.ledger.kinds import ActorType, EventKind
from shopops.tenants.models import Membership


def note_taken_out(of: str, *, by: Membership, now: datetime, **says: Json) -> None:
    """In the shop's scope, before the file is given. `of`: ledger, audit, receipt,
    dashboard, customer or refused rows. `says`: numbers and ids, nobody's words."""
    event = NewEvent(
        kind=EventKind.EXPORT,
        actor=ActorType.HUMAN,
        occurred_at=now,
        body={"of": of, "author": bytes(by.identity_key).hex(), **says},
    )
    append(by.tenant_id, [event])
