"""Change a shop's name and the clock it goes by; the ledger has it."""

from datetime import datetime

import msgspec

from shopops import ledger
from shopops.administration.thresholds import change_thresholds
from shopops.alarms.events import key_of
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.tenants import thresholds
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.own_reasons import ZONE_CHANGED
from shopops.tenants.scope import tenant_scope


def change_shop(*, name: str, timezone: str, author: Membership, now: datetime) -> bool:
    """Days are counted in the same zone, so that makes a version of the numbers. False: nothing
    differs. Raises `SettingsRefusal`, and what `hold_author` does; then nothing is changed."""
    shop = Tenant.objects.get(pk=author.tenant_id)
    wanted = {"name": name, "timezone": timezone}
    differs = [field for field, value in wanted.items() if getattr(shop, field) != value]
    with tenant_scope(shop.pk):
        numbers = thresholds.current(shop.pk)
    if numbers.timezone != timezone:
        change_thresholds(
            tenant_id=shop.pk,
            numbers=msgspec.structs.replace(numbers, timezone=timezone),
            based_on=numbers.version,
            reason=ZONE_CHANGED,
            author=author,
            now=now,
        )
    if differs:
        _write(shop, wanted, differs, author, now)
    return bool(differs) or numbers.timezone != timezone


def _write(
    shop: Tenant, wanted: dict[str, str], differs: list[str], author: Membership, now: datetime
) -> None:
    words = {"name": "name", "timezone": "time zone"}
    event = NewEvent(
        kind=EventKind.SETTINGS,
        actor=ActorType.HUMAN,
        occurred_at=now,
        body={
            "of": "shop",
            "author": key_of(author),
            "changed": [words[field] for field in differs],
            "before": {field: getattr(shop, field) for field in differs},
            "after": {field: wanted[field] for field in differs},
        },
    )
    with tenant_scope(shop.pk):
        hold_author(author)
        Tenant.objects.filter(pk=shop.pk).update(**wanted)
        ledger.append(shop.pk, [event])
