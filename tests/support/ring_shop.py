"""A shop for workers in processes of their own.

`python -m tests.support.ring_shop seed 150` makes one with so many due items; `… report` prints as
JSON what became of them once the workers rest, and `… told` how many rang once, also meanwhile.
"""

import json
import os
import sys
from collections import Counter
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
django.setup()

from shopops.alarms.models import AlarmItem, RingMail  # noqa: E402  these need django.setup()
from shopops.ledger.passes import verify_and_record  # noqa: E402
from shopops.tenants.models import Tenant  # noqa: E402
from tests.support.ledger import NOON  # noqa: E402
from tests.support.pipeline import open_shop  # noqa: E402
from tests.support.ringing import (  # noqa: E402
    assert_projection_agrees,
    observe,
    on_call,
    raises,
    state_of,
)


def seed(number: int) -> None:
    shop = open_shop()
    on_call(shop)
    observe(shop, *(f"O-{one}" for one in range(number)))


def told() -> Counter[str]:
    return Counter(body["order"] for body in raises(Tenant.objects.get()))


def report() -> dict[str, Any]:
    shop, rings = Tenant.objects.get(), told()
    items = list(AlarmItem.objects.order_by("pk"))
    for item in items:
        assert_projection_agrees(item)
    return {
        "items": len(items),
        "told_once": sum(1 for item in items if rings[item.order_id] == 1),
        "messages": sorted(body["message"] for body in raises(shop)),
        "statuses": dict(Counter(state_of(item).status.value for item in items)),
        "open_mails": RingMail.objects.filter(closed_at=None).count(),
        "held": AlarmItem.objects.exclude(ring_in_hand=None).count(),
        "ledger": [str(one) for one in verify_and_record(tenant_id=shop.pk, now=NOON).findings],
    }


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["seed", number]:
            seed(int(number))
        case ["report"]:
            print(json.dumps(report()))
        case ["told"]:
            print(list(told().values()).count(1))
