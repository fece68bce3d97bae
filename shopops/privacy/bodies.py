"""Which deliveries name an order. They are sealed, so each is opened to see."""

import logging
import re
from collections.abc import Collection

from shopops.connections.models import Delivery, Taken
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, Unreadable, unseal

logger = logging.getLogger(__name__)
AT_A_TIME = 200
# What was taken in is found by the payload that it left; these left none.
LEFT_NOTHING = (Taken.UNCHANGED, Taken.NOTED, Taken.REFUSED)


def deliveries_naming(tenant_id: int, names: Collection[str]) -> list[int]:
    """Of those whose bytes are still kept, two weeks' at most; outside of any scope. One that names
    something else by the same word is found too, and loses its bytes early."""
    words = b"|".join(re.escape(name.encode()) for name in sorted(names) if name)
    named = re.compile(rb"(?<![0-9A-Za-z])(?:%s)(?![0-9A-Za-z])" % words) if words else None
    found: list[int] = []
    last = 0
    while named is not None:
        with tenant_scope(tenant_id):
            rows = Delivery.objects.of(tenant_id).filter(pk__gt=last, body__isnull=False)
            rows = rows.filter(outcome__in=LEFT_NOTHING).order_by("pk")
            step = list(rows.values_list("pk", "body")[:AT_A_TIME])
        found += [pk for pk, body in step if named.search(_opened(pk, bytes(body or b"")))]
        if len(step) < AT_A_TIME:
            break
        last = step[-1][0]
    return found


def _opened(pk: int, body: bytes) -> bytes:
    try:
        return unseal(body, purpose=Purpose.DELIVERY)
    except Unreadable:
        logger.warning("delivery %s is sealed with a key that is gone", pk)
        return b""
