"""Items with what the ledger says about them, locked or only looked at."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from shopops.alarms.bodies import row_of
from shopops.alarms.fold import tell
from shopops.alarms.models import AlarmItem
from shopops.alarms.story import Story
from shopops.ledger import entries_of_items


@dataclass(frozen=True, slots=True)
class Held:
    item: AlarmItem
    story: Story


def hold(tenant_id: int, item_ids: Collection[int]) -> dict[int, Held]:
    """Lock these items until the scope ends, always in the same order, and fold their rows.

    The lock lets handles and refusals refer to the items meanwhile. KeyError by whoever asks for
    an item of another tenant.
    """
    found = AlarmItem.objects.of(tenant_id).filter(pk__in=item_ids).order_by("pk")
    return look(tenant_id, found.select_for_update(no_key=True))


def look(tenant_id: int, items: Iterable[AlarmItem]) -> dict[int, Held]:
    """The same without a lock, for items that were found."""
    found = list(items)
    entries = entries_of_items(tenant_id, [bytes(item.item_key) for item in found])
    return {
        item.pk: Held(item, tell(map(row_of, entries.get(bytes(item.item_key), ()))))
        for item in found
    }
