"""A shop for workers in processes of their own.

`python -m tests.support.ring_shop seed 150` makes one with so many due items; `… report` prints as
JSON what became of them.
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


def report() -> dict[str, Any]:
    shop = Tenant.objects.get()
    told = Counter(body["order"] for body in raises(shop))
    items = list(AlarmItem.objects.order_by("pk"))
    for item in items:
        assert_projection_agrees(item)
    return {
        "items": len(items),
        "told_once": sum(1 for item in items if told[item.order_id] == 1),
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
