"""A customer wants no more mail: their address goes onto the shop's suppression list."""

from datetime import datetime

from shopops import ledger
from shopops.choosing.mails import mail_linked
from shopops.connectors.models import Suppressed
from shopops.connectors.suppression import is_suppressed, ref_of, shown_of
from shopops.execution.mail import recipient_of
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.outreach.links import Whose
from shopops.tenants import thresholds
from shopops.tenants.own_reasons import ASKED_BY_LINK
from shopops.tenants.scope import tenant_scope

OF = "suppression"  # as the ledger has the list's other rows


def leave(*, whose: Whose, now: datetime) -> bool:
    """Asked for twice, it is done once. False: whom it went to is not known any more."""
    with tenant_scope(whose.tenant_id):
        effect = mail_linked(whose)
        address = recipient_of(effect) if effect else None
        if address is None:
            return False
        thresholds.lock(whose.tenant_id)  # whoever decides holds it
        ref = ref_of(whose.tenant_id, address)
        listed = Suppressed.objects.of(whose.tenant_id).filter(removed_at=None, ref=ref)
        if not listed.exists():
            _put_on(whose.tenant_id, ref, address, now)
    return True


def has_left(*, whose: Whose) -> bool:
    """Whether their address is on the list, whoever put it there."""
    with tenant_scope(whose.tenant_id):
        effect = mail_linked(whose)
        address = recipient_of(effect) if effect else None
        return address is not None and is_suppressed(whose.tenant_id, address)


def _put_on(tenant_id: int, ref: bytes, address: str, now: datetime) -> None:
    Suppressed.objects.create(
        tenant_id=tenant_id, ref=ref, shown=shown_of(address), reason=ASKED_BY_LINK, added_at=now
    )
    body: dict[str, Json] = {
        "of": OF,
        "change": "added",
        "author": None,
        "by": "customer",
        "addresses": [ref.hex()],
    }
    event = NewEvent(kind=EventKind.SETTINGS, actor=ActorType.SYSTEM, occurred_at=now, body=body)
    ledger.append(tenant_id, [event])
