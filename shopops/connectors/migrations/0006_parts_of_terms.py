"""Orders that came before are found by a part of their number, by their customer's words in any
order and by the domain of the address too."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db import migrations

from shopops.agents.records import Order, Tracker
from shopops.connectors.search_terms import found_order, search_terms

BATCH = 500


def fill_anew(apps: Any, schema_editor: Any) -> None:
    records = apps.get_model("connectors", "SourceRecord").objects.order_by("pk").only(
        "tenant_id", "record_type", "body"
    )
    term_model, last = apps.get_model("connectors", "SearchTerm"), 0
    while rows := list(records.filter(pk__gt=last)[:BATCH]):
        _fill(term_model, rows)
        last = rows[-1].pk


def _fill(term_model: Any, rows: Iterable[Any]) -> None:
    """What can't be read is of an older format: it keeps its terms until it is imported again."""
    read, terms = [], []
    for row in rows:
        of = Order if row.record_type == "order" else Tracker
        try:
            record = msgspec.convert(row.body, of, strict=False)
        except msgspec.ValidationError:
            continue
        read.append(row.pk)
        terms += [
            term_model(
                tenant_id=row.tenant_id, record_id=row.pk, order_id=found_order(record), term=term
            )
            for term in sorted(search_terms(record))
        ]
    term_model.objects.filter(record_id__in=read).delete()
    term_model.objects.bulk_create(terms)


class Migration(migrations.Migration):
    dependencies = [("connectors", "0005_search")]
    operations = [migrations.RunPython(fill_anew, migrations.RunPython.noop, elidable=True)]
