"""Which orders a tracker is about. In the shop's scope."""

from collections.abc import Collection

from shopops.connectors.models import RecordType, SearchTerm, SourceRecord
from shopops.connectors.search_terms import link


def orders_with(tenant_id: int, tracker_ids: Collection[str]) -> set[str]:
    """Orders that are here and have a parcel with one of these trackers, or that one of these
    names."""
    links = [link(tracker_id) for tracker_id in tracker_ids]
    named = SourceRecord.objects.filter(
        tenant_id=tenant_id, record_type=RecordType.TRACKER, external_id__in=tracker_ids
    ).exclude(order_external_id="")
    told = SearchTerm.objects.of(tenant_id).filter(term__in=links)
    wanted = {
        *named.values_list("order_external_id", flat=True),
        *told.values_list("order_id", flat=True),
    }
    here = SourceRecord.objects.filter(
        tenant_id=tenant_id, record_type=RecordType.ORDER, external_id__in=wanted
    )
    return set(here.values_list("external_id", flat=True))
