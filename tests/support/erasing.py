"""A shop with an order that was decided, and all that people wrote about it."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from shopops.agents.supplied import FactName
from shopops.connectors.models import SuppliedFact
from shopops.connectors.supplied import keep_fact
from shopops.privacy.erasing import erase
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import Deciding
from tests.support.reviewing import Reviewing, reviewing

ORDER, OTHER = "O-1001", "O-1024"
WHY = "They asked by phone"
SECRET = "Ann said her dog barks"
LATER = timedelta(hours=1)


def decided(*orders: str, now: datetime | None = None) -> Reviewing:
    """Each was rejected, with a reason; nobody can take that back any more `LATER`."""
    names = orders or (ORDER, OTHER)
    room = reviewing(names) if now is None else reviewing(names, now=now)
    for order in names:
        with tenant_scope(room.shop.pk):
            keep_fact(
                order_id=order,
                name=FactName.EMAIL_ON_FILE,
                value="ann@home.example",
                known_from=SECRET,
                supplied_by=room.person(),
                now=room.now,
            )
        Deciding(room, order).reject(reason=SECRET)
    return room


def erasing(
    room: Reviewing, *orders: str, by: Membership | None = None, **more: Any
) -> Counter[str]:
    given = {"reason": WHY, "now": room.now + LATER, **more}
    author = by or room.person("Ada", Role.ADMIN)
    order_ids = list(orders or (ORDER,))
    return erase(tenant_id=room.shop.pk, order_ids=order_ids, author=author, **given)


def facts_of(room: Reviewing, order: str) -> int:
    return SuppliedFact.objects.of(room.shop.pk).filter(order_id=order).count()
