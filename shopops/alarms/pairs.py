"""Every item of a shop beside what the ledger says about it, in the memory of one item."""

from collections.abc import Iterator

from shopops.alarms.models import AlarmItem
from shopops.ledger import Entry, every_item

CHUNK = 500
Pair = tuple[AlarmItem | None, list[Entry]]


def pairs(tenant_id: int) -> Iterator[Pair]:
    """In the order of their keys; an item without rows, and rows without an item, come too."""
    items = AlarmItem.objects.of(tenant_id).order_by("item_key").iterator(chunk_size=CHUNK)
    told = every_item(tenant_id)
    item, entry = next(items, None), next(told, None)
    while item is not None or entry is not None:
        if entry is None or (item is not None and bytes(item.item_key) < entry[0]):
            yield item, []
            item = next(items, None)
        elif item is None or entry[0] < bytes(item.item_key):
            yield None, entry[1]
            entry = next(told, None)
        else:
            yield item, entry[1]
            item, entry = next(items, None), next(told, None)
