"""What the database itself refuses about alarms, and what handles, codes and settings keep."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import DatabaseError, connection, transaction

from shopops.alarms import handles
from shopops.alarms.codes import check_valid
from shopops.alarms.config import QuietHours
from shopops.alarms.database_refusals import HandleRefused
from shopops.alarms.identity import Obligation, RecordKind, RecordRef
from shopops.alarms.models import AlarmConfigVersion, AlarmHandle, AlarmItem, AlarmRefusal
from shopops.alarms.numbers import current, save_config
from shopops.alarms.states import AlarmStatus
from shopops.alarms.subjects import Subject, items_of
from shopops.ledger import ActorType, EventKind, NewEvent, append
from shopops.ledger.kinds import KEY_VERSION
from shopops.tenants.refusals import AppendOnlyRefused, sqlstate_of
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import create_tenant
from shopops.tenants.vault import name_of, name_sha256
from tests.support.alarm_store import CONFIG, MADE, AlarmShop, alarm_shop
from tests.support.clock import Clock

pytestmark = pytest.mark.django_db
K, S = EventKind, AlarmStatus


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    return alarm_shop(clock, "O-1", "O-2")


def event_for(shop: AlarmShop, kind: EventKind = K.OBSERVED, order_id: str = "O-1") -> NewEvent:
    """As somebody would write it who goes past the commands, with a handle that was given out."""
    shop.derive(kind, order_id)
    handle = AlarmHandle.objects.order_by("-pk")[0]
    return NewEvent(
        kind=kind,
        actor=ActorType.SYSTEM,
        occurred_at=shop.clock.now,
        body={"order": order_id},
        item_key=bytes(handle.item_key),
        key_version=KEY_VERSION,
        handle=bytes(handle.sha256),
    )


def refused(shop: AlarmShop, event: NewEvent) -> None:
    with pytest.raises(HandleRefused), tenant_scope(shop.tenant.pk):
        append(shop.tenant.pk, [event])


def test_an_alarm_row_without_its_own_handle_is_refused_by_the_database(shop: AlarmShop) -> None:
    event = event_for(shop)
    other = event_for(shop, order_id="O-2")
    refused(shop, replace(event, handle=None))
    refused(shop, replace(event, handle=b"\x05" * 32))
    refused(shop, replace(event, item_key=other.item_key))
    refused(shop, replace(event, handle=other.handle))
    refused(shop, replace(event, kind=K.RAISED))
    refused(shop, replace(event, key_version=1))
    assert (shop.kinds("O-1"), shop.kinds("O-2")) == ([], [])
    with tenant_scope(shop.tenant.pk):
        append(shop.tenant.pk, [event])
    assert shop.kinds("O-1") == [K.OBSERVED]


def test_a_handle_is_used_up_by_the_row_that_it_wrote(shop: AlarmShop) -> None:
    event = event_for(shop)
    with tenant_scope(shop.tenant.pk):
        append(shop.tenant.pk, [event])
    handle = AlarmHandle.objects.get()
    assert (handle.event_id, handle.used_at) == (event.event_id, shop.clock.now)
    with pytest.raises(DatabaseError), tenant_scope(shop.tenant.pk):
        append(shop.tenant.pk, [replace(event, event_id=handles.event_id_of(handle))])


def test_another_shops_handle_writes_nothing_here(shop: AlarmShop, clock: Clock) -> None:
    other = alarm_shop(clock, "P-1", slug="store_southline")
    event = event_for(other, order_id="P-1")
    refused(shop, event)


def test_the_app_may_not_change_a_handle_nor_delete_a_used_one(shop: AlarmShop) -> None:
    shop.do(K.OBSERVED)
    with pytest.raises(DatabaseError) as error, transaction.atomic():
        AlarmHandle.objects.update(used_at=None, event_id=None)
    assert sqlstate_of(error.value) == "42501"
    with pytest.raises(DatabaseError) as error, transaction.atomic():
        AlarmHandle.objects.all().delete()
    assert sqlstate_of(error.value) == "SO001"


@pytest.mark.parametrize(
    "column", ["item_key = decode(repeat('07', 32), 'hex')", "code = 'X'", "obligation = 'money'"]
)
def test_an_items_identity_is_written_once(shop: AlarmShop, column: str) -> None:
    shop.reach(S.NONE)
    with pytest.raises(DatabaseError) as error, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE alarms_alarmitem SET {column}")
    assert sqlstate_of(error.value) == "SO001"


def test_items_and_refusals_are_never_deleted(shop: AlarmShop) -> None:
    shop.reach(S.NONE)
    for table in ("alarms_alarmitem", "alarms_alarmrefusal", "alarms_alarmconfigversion"):
        with (
            pytest.raises(DatabaseError) as error,
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(f"DELETE FROM {table}")
        assert sqlstate_of(error.value) == "SO001", table
    for model in (AlarmItem, AlarmRefusal, AlarmConfigVersion):
        with pytest.raises(AppendOnlyRefused):
            model.objects.all().delete()


def test_nothing_refers_to_another_shops_rows(shop: AlarmShop, clock: Clock) -> None:
    other = alarm_shop(clock, "P-1", slug="store_southline")
    theirs = other.reach(S.NONE, "P-1")
    fields: dict[str, Any] = {"tenant": shop.tenant, "item": theirs}
    with pytest.raises(DatabaseError), transaction.atomic():
        AlarmHandle.objects.create(
            **fields,
            sha256=bytes(32),
            skill="x",
            kind="observed",
            item_key=bytes(32),
            created_at=clock.now,
            expires_at=clock.now,
        )
    with pytest.raises(DatabaseError), transaction.atomic():
        AlarmRefusal.objects.create(**fields, at=clock.now, code="no_raise")


def test_handles_that_nobody_used_are_purged_after_a_week(shop: AlarmShop, clock: Clock) -> None:
    shop.do(K.OBSERVED)
    shop.derive(K.RAISED)
    clock.move(days=7, minutes=5)
    assert handles.purge() == 0
    clock.move(seconds=1)
    assert handles.purge() == 1
    assert AlarmHandle.objects.get().used_at is not None


def subject(number: int) -> Subject:
    record = RecordRef(
        source="shopops", kind=RecordKind.ORDER, ids=(f"N-{number}",), authored_at=MADE
    )
    return Subject(record=record, obligation=Obligation.REVIEW, order_id=f"N-{number}")


def test_a_code_that_is_taken_gives_the_next_characters_of_the_same_hash(
    shop: AlarmShop,
) -> None:
    """Somebody else has the code: an older system's item, say."""
    with tenant_scope(shop.tenant.pk), transaction.atomic():
        wanted = items_of(shop.tenant.pk, shop.tenant.slug, [subject(1)])[0].code
        transaction.set_rollback(True)
    AlarmItem.objects.create(
        tenant=shop.tenant, item_key=b"\x08" * 32, code=wanted, record_ids=[], order_id="old"
    )
    with tenant_scope(shop.tenant.pk):
        one, two = items_of(shop.tenant.pk, shop.tenant.slug, [subject(1), subject(2)])
    assert (one.code_shift, two.code_shift) == (1, 0)
    assert one.code[:8] == wanted[1:9]
    assert check_valid(one.code)
    with tenant_scope(shop.tenant.pk):
        assert items_of(shop.tenant.pk, shop.tenant.slug, [subject(1)])[0].code == one.code


def test_a_name_that_is_erased_leaves_the_hash_and_the_ledger_whole(shop: AlarmShop) -> None:
    maya = shop.person()
    first = name_sha256(maya)
    maya.display_name = "Maya L."
    maya.save()
    second = name_sha256(maya)
    assert (name_sha256(maya), first == second) == (second, False)
    assert name_of(shop.tenant.pk, first) == "Maya"
    maya.names.filter(name="Maya").delete()
    assert (name_of(shop.tenant.pk, first), name_of(shop.tenant.pk, second)) == (None, "Maya L.")


def test_a_shorter_interval_applies_to_what_is_open(shop: AlarmShop, clock: Clock) -> None:
    rung_at = clock.now
    assert shop.reach(S.RINGING).due_at == rung_at + timedelta(minutes=60)
    put(shop, interval_minutes=10)
    assert shop.item().due_at == rung_at + timedelta(minutes=10)
    clock.move(minutes=10)
    assert shop.ring().state.rings == 2


def test_quiet_hours_move_the_sending_and_not_the_state(shop: AlarmShop, clock: Clock) -> None:
    clock.set(clock.now.replace(hour=12, minute=0, second=0))
    shop.reach(S.RINGING)
    put(shop, quiet_hours=QuietHours(start=clock.now.time(), end=clock.now.replace(hour=18).time()))
    item = shop.item()
    assert (item.due_at, item.send_at) == (
        clock.now + timedelta(hours=1),
        clock.now + timedelta(hours=6),
    )


def test_settings_are_versions_with_a_ledger_row_each(shop: AlarmShop) -> None:
    put(shop, interval_minutes=15)
    with tenant_scope(shop.tenant.pk):
        assert (current(shop.tenant.pk).version, current(shop.tenant.pk).interval_minutes) == (
            2,
            15,
        )
    assert list(AlarmConfigVersion.objects.values_list("version", flat=True)) == [2, 1]


def test_numbers_out_of_their_bounds_are_refused(shop: AlarmShop) -> None:
    for wrong in ({"interval_minutes": 0}, {"snooze_default_minutes": 300}, {"timezone": "Mars"}):
        with pytest.raises((msgspec.ValidationError, ValueError)):
            put(shop, **wrong)
    assert AlarmConfigVersion.objects.count() == 1


def put(shop: AlarmShop, **changed: Any) -> None:
    with tenant_scope(shop.tenant.pk):
        config = msgspec.structs.replace(CONFIG, **changed)
        save_config(tenant_id=shop.tenant.pk, config=config, reason="test", author=None)


def test_a_shop_that_saved_nothing_has_the_defaults_in_its_own_zone() -> None:
    tenant = create_tenant(slug="fresh", name="Fresh", timezone="Europe/Berlin")
    with tenant_scope(tenant.pk):
        config = current(tenant.pk)
    assert (config.version, config.timezone, config.interval_minutes) == (0, "Europe/Berlin", 60)
