"""A shop with a roster, items that are due, and a mail server that keeps what it gets."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.test import override_settings

from shopops.alarms import numbers
from shopops.alarms.asked import Asked, Asker, Skill
from shopops.alarms.clock import database_now
from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import view
from shopops.alarms.holding import look
from shopops.alarms.identity import Obligation, RecordKind, RecordRef
from shopops.alarms.models import AlarmItem, RosterContact
from shopops.alarms.projection import columns
from shopops.alarms.refusal_log import written
from shopops.alarms.states import AlarmState
from shopops.alarms.subjects import Subject, items_of
from shopops.alarms.writing import write
from shopops.ledger import EventKind, entries_of_items
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pipeline import hire
from tests.support.smtp_sink import Answer, Sink, smtp_sink

AUTHORED = datetime(2026, 2, 1, 9, tzinfo=UTC)
SEEN, NEWS = b"\x01" * 32, b"\x02" * 32


def on_call(tenant: Tenant, name: str = "Maya", *, step: int = 0) -> Membership:
    """A person of the shop who can be rung."""
    member = hire(tenant, name)
    RosterContact.objects.create(
        tenant=tenant,
        membership=member,
        email=f"{name.lower()}@oncall.example",
        step=step,
        verified_at=AUTHORED,
    )
    return member


def subject(order: str, obligation: Obligation = Obligation.REVIEW) -> Subject:
    record = RecordRef(source="shop", kind=RecordKind.ORDER, ids=(order,), authored_at=AUTHORED)
    return Subject(record=record, obligation=obligation, order_id=order, order_number=order)


def observe(
    tenant: Tenant, *orders: str, evidence: bytes = SEEN, waits: bool = False
) -> list[AlarmItem]:
    """Items that are due, because trouble was seen."""
    with tenant_scope(tenant.pk):
        items = items_of(tenant.pk, tenant.slug, [subject(order) for order in orders])
        now = database_now()
        asked = [
            Asked(
                item_id=item.pk,
                kind=EventKind.OBSERVED,
                asker=Asker(skill=Skill.PIPELINE),
                evidence=evidence,
                observed_at=now,
                waits=waits,
            )
            for item in items
        ]
        for outcome in write(tenant.pk, asked):
            written(outcome)
    return items


def set_numbers(tenant: Tenant, **numbers_: Any) -> AlarmConfig:
    config = AlarmConfig(**numbers_)
    with tenant_scope(tenant.pk):
        numbers.save_config(tenant_id=tenant.pk, config=config, reason="test", author=None)
        return numbers.current(tenant.pk)


def state_of(item: AlarmItem) -> AlarmState:
    """What the ledger says, folded for now."""
    with tenant_scope(item.tenant_id):
        held = look(item.tenant_id, [item])[item.pk]
        return view(held.story, now=database_now(), config=numbers.current(item.tenant_id))


def assert_projection_agrees(item: AlarmItem) -> None:
    """The item's row is what the fold of its ledger rows says."""
    item.refresh_from_db()
    with tenant_scope(item.tenant_id):
        config = numbers.current(item.tenant_id)
        meant = columns(look(item.tenant_id, [item])[item.pk].story, config)
    assert item.story == msgspec.json.decode(msgspec.json.encode(meant.pop("story")))
    hexed = {"holder", "evidence_digest"}
    for name, value in meant.items():
        found = getattr(item, name)
        if name == "confirmers":
            found = tuple(bytes(key).hex() for key in found)
        if name in hexed and found is not None:
            found = bytes(found).hex()
        assert found == value, name


def raises(tenant: Tenant) -> list[dict[str, Any]]:
    """Bodies of the raises on the ledger, oldest first."""
    return kind_of(tenant, EventKind.RAISED)


def kind_of(tenant: Tenant, kind: EventKind) -> list[dict[str, Any]]:
    with tenant_scope(tenant.pk):
        return bodies_of_kind(tenant.pk, kind)


def kinds_of(item: AlarmItem) -> list[EventKind]:
    """What the ledger has about the item, in its order."""
    with tenant_scope(item.tenant_id):
        found = entries_of_items(item.tenant_id, [bytes(item.item_key)])
    return [entry.kind for entry in found[bytes(item.item_key)]]


@contextmanager
def mail_server(*script: Answer) -> Iterator[Sink]:
    """The site's mail server for as long as it lasts."""
    with smtp_sink(*script) as sink, override_settings(SHOPOPS_SMTP_URL=sink.url):
        yield sink
