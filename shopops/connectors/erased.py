"""Orders that were erased, and their parcels: nothing of them is taken in again."""

from collections.abc import Collection, Sequence

from shopops.agents.records import Tracker
from shopops.connectors.held import Incoming
from shopops.connectors.models import ErasedObject, RecordType

ERASED = "was erased here at a customer's or the shop's wish, so nothing of it is taken in again"

Key = tuple[str, str]


def erased_among(tenant_id: int, incoming: Sequence[Incoming]) -> set[Key]:
    """Keys of those that are not to be kept: erased themselves, or a parcel of an erased order."""
    named = {key for item in incoming for key in _named(item)}
    gone = _erased(tenant_id, named)
    return {item.key for item in incoming if gone.intersection(_named(item))} if gone else set()


def erased_orders(tenant_id: int, order_ids: Collection[str]) -> set[str]:
    """In the tenant's scope."""
    return {name for _, name in _erased(tenant_id, {(RecordType.ORDER, one) for one in order_ids})}


def _erased(tenant_id: int, keys: Collection[Key]) -> set[Key]:
    found = ErasedObject.objects.of(tenant_id).filter(external_id__in=[name for _, name in keys])
    return set(keys).intersection(found.values_list("record_type", "external_id"))


def _named(item: Incoming) -> list[Key]:
    record = item.record
    if isinstance(record, Tracker) and record.order_id:
        return [item.key, (RecordType.ORDER.value, record.order_id)]
    return [item.key]
