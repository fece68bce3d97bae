"""The provenance audit finds what a ledger of phantoms would hold, and names it."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from threading import Event
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from pytest_django import Settings

from shopops.alarms.asked import Asked, Asker, Skill
from shopops.alarms.audit import audit
from shopops.alarms.audit_findings import AuditCode, AuditReport
from shopops.alarms.audits import audit_and_record, due_tenants, red
from shopops.alarms.codes import shown
from shopops.alarms.models import AlarmAudit, AlarmItem, RosterContact
from shopops.alarms.roster import remove_contact
from shopops.alarms.states import AlarmStatus
from shopops.alarms.subjects import items_of
from shopops.alarms.writing import write
from shopops.connectors.models import SourceRecord
from shopops.ledger import EventKind
from shopops.ledger.verify import verify
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock
from tests.support.ringing import assert_projection_agrees, set_numbers, subject
from tests.support.threads import beside

pytestmark = pytest.mark.django_db(transaction=True)
MONITOR = "m" * 32
S = AlarmStatus
Superuser = Callable[..., None]


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    """One item that rings, and somebody who can be rung."""
    shop = alarm_shop(clock)
    RosterContact.objects.create(
        tenant=shop.tenant,
        membership=shop.person(),
        email="maya@shop.example",
        verified_at=clock.now,
    )
    shop.reach(S.RINGING)
    return shop


@pytest.fixture
def by_hand(superuser_dsn: str) -> Superuser:
    """What somebody with all rights does past every trigger."""

    def execute(statement: str, *values: Any) -> None:
        with psycopg.connect(superuser_dsn) as superuser:
            superuser.execute("SET session_replication_role = replica")
            superuser.execute("ALTER TABLE alarms_alarmitem DISABLE TRIGGER ALL")
            superuser.execute("ALTER TABLE ledger_event DISABLE TRIGGER ALL")
            superuser.execute(statement.encode(), values)
            superuser.execute("ALTER TABLE alarms_alarmitem ENABLE TRIGGER ALL")

    return execute


def audited(shop: AlarmShop) -> AuditReport:
    with tenant_scope(shop.tenant.pk):
        return audit(shop.tenant)


def found(shop: AlarmShop) -> dict[str, str]:
    return {str(one.code): one.where for one in audited(shop).findings}


def test_nothing_is_found_where_all_is_well(shop: AlarmShop) -> None:
    report = audited(shop)
    assert report.findings == []
    assert dict(report.numbers) == {
        "items": 1,
        "open": 1,
        "raises": 1,
        "keys_raised": 1,
        "keys_raised_again": 0,
        "raises_of_older_epochs": 0,
    }


def test_an_item_that_was_given_another_key_by_hand_is_named(
    shop: AlarmShop, by_hand: Superuser
) -> None:
    code = shown(shop.item().code)
    old_key = bytes(shop.item().item_key)
    by_hand("UPDATE alarms_alarmitem SET item_key = %s", b"\x07" * 32)
    report = found(shop)
    assert report["item_rekeyed"] == f"{code} (O-1, review)"
    assert report["phantom"] == old_key.hex()
    assert "code_differs" in report
    with pytest.raises(SystemExit):
        call_command("provenance_audit", tenant=shop.tenant.slug, stdout=StringIO())


def test_a_ledger_row_of_another_key_is_named(shop: AlarmShop, by_hand: Superuser) -> None:
    """The observation says which record it is of, so the ledger alone proves the key."""
    key = b"\x07" * 32
    by_hand("UPDATE ledger_event SET item_key = %s WHERE item_key IS NOT NULL", key)
    by_hand("UPDATE alarms_alarmitem SET item_key = %s", key)
    assert {"item_rekeyed", "event_rekeyed"} <= found(shop).keys()


def test_a_code_that_does_not_follow_from_its_key_is_named(
    shop: AlarmShop, by_hand: Superuser
) -> None:
    by_hand("UPDATE alarms_alarmitem SET code = 'AAAAAAAAAA'")
    assert found(shop) == {"code_differs": "AAAAA-AAAAA (O-1, review)"}


def test_another_code_key_is_said_once_and_not_for_each_item(clock: Clock) -> None:
    shop = alarm_shop(clock, "O-1", "O-2")
    for order_id in ("O-1", "O-2"):
        shop.reach(S.NONE, order_id)
    assert audited(shop).findings == []
    with override_settings(SHOPOPS_CODE_KEY="another"):
        assert found(shop) == {"code_key_changed": "all 2 codes"}


def test_codes_stay_as_they_are_when_the_code_key_changes(shop: AlarmShop) -> None:
    before = shop.item().code
    shop.clock.move(minutes=60)
    with override_settings(SHOPOPS_CODE_KEY="another"):
        assert shop.ring().code == before


def test_an_open_item_whose_record_is_gone_is_named(shop: AlarmShop) -> None:
    SourceRecord.objects.all().delete()
    assert found(shop) == {"record_gone": f"{shown(shop.item().code)} (O-1, review)"}


def test_one_duty_with_two_keys_is_named(shop: AlarmShop, by_hand: Superuser) -> None:
    by_hand(
        "INSERT INTO alarms_alarmitem SELECT (jsonb_populate_record(item, jsonb_build_object("
        "'id', item.id + 1000, 'item_key', '\\x' || repeat('07', 32), 'code', 'BBBBBBBBBB'))).*"
        " FROM alarms_alarmitem item"
    )
    assert found(shop)["two_keys"] == "O-1, review"


def test_what_nobody_can_be_told_of_is_named(shop: AlarmShop) -> None:
    RosterContact.objects.update(active=False)
    assert found(shop).keys() == {"nobody_reachable"}


def test_what_is_held_by_somebody_who_is_no_longer_there_is_named(shop: AlarmShop) -> None:
    per = RosterContact.objects.create(
        tenant=shop.tenant,
        membership=shop.person("Per"),
        email="per@shop.example",
        verified_at=shop.clock.now,
    )
    shop.hand_off(to="Per")
    assert audited(shop).findings == []
    remove_contact(contact=per, author=None)
    assert found(shop).keys() == {"holder_gone"}
    shop.clock.move(hours=73)
    assert "holder_gone" not in found(shop)


def test_what_was_opened_while_other_numbers_were_saved_is_brought_up_to_them(
    shop: AlarmShop,
) -> None:
    tenant, saved = shop.tenant, Event()
    set_numbers(tenant, ring_after_minutes=600)

    def opens() -> None:
        with tenant_scope(tenant.pk):
            (item,) = items_of(tenant.pk, tenant.slug, [subject("O-2")])
            wanted = Asked(
                item_id=item.pk,
                kind=EventKind.OBSERVED,
                asker=Asker(skill=Skill.PIPELINE),
                waits=True,
            )
            write(tenant.pk, [wanted])
            opened.set()
            assert saved.wait(30)

    opened = Event()
    with beside(opens) as opening:
        assert opened.wait(30)
        set_numbers(tenant, ring_after_minutes=10)
        saved.set()
        opening.result(30)
    soon = shop.clock.now + timedelta(minutes=10)
    item = AlarmItem.objects.get(order_id="O-2")
    assert item.send_at != soon
    audit_and_record(tenant=tenant)
    item.refresh_from_db()
    assert (item.due_at, item.send_at) == (soon, soon)
    assert_projection_agrees(item)


def test_what_is_due_for_two_intervals_and_not_sent_is_named(shop: AlarmShop) -> None:
    shop.clock.move(minutes=60 + 120, seconds=-1)
    assert audited(shop).findings == []
    shop.clock.move(seconds=1)
    assert found(shop).keys() == {"unsent"}


def test_escalation_that_came_to_its_end_is_named(shop: AlarmShop) -> None:
    for _ in range(2):
        shop.clock.move(minutes=60)
        shop.ring()
    assert found(shop).keys() == {"exhausted"}
    shop.acknowledge()
    assert audited(shop).findings == []


def test_the_projection_is_compared_with_the_ledger_folded_again(
    shop: AlarmShop, by_hand: Superuser
) -> None:
    by_hand("UPDATE alarms_alarmitem SET status = 'resolved', due_at = NULL")
    with tenant_scope(shop.tenant.pk):
        report = verify(shop.tenant.pk)
    assert [one.detail for one in report.findings if one.code == "projection_differs"] == [
        "status, due_at is not what was told"
    ]


def test_an_audit_is_remembered_and_is_the_health_signal(
    shop: AlarmShop, settings: Settings
) -> None:
    settings.SHOPOPS_MONITOR_TOKEN = MONITOR
    client = Client(headers={"Authorization": f"Bearer {MONITOR}"})
    assert list(due_tenants()) == [shop.tenant.pk]
    audit_and_record(tenant=shop.tenant)
    assert AlarmAudit.objects.get().numbers["raises"] == 1
    assert (red(), list(due_tenants())) == ([], [])
    well = client.get("/healthz/provenance")
    assert (well.status_code, well.json()["ok"]) == (200, True)
    assert well.json()["signals"] == dict.fromkeys(AuditCode, 0)
    assert "northline" not in well.content.decode()
    assert Client().get("/healthz/provenance").json() == {"ok": True}
    RosterContact.objects.update(active=False)
    shop.clock.move(minutes=15)
    assert list(due_tenants()) == [shop.tenant.pk]
    audit_and_record(tenant=shop.tenant)
    assert red() == ["store_northline: nobody_reachable 1"]
    answer = client.get("/healthz/provenance")
    assert answer.status_code == 503
    assert answer.json() == {
        "ok": False,
        "signals": dict.fromkeys(AuditCode, 0) | {"nobody_reachable": 1},
        "problems": ["store_northline: nobody_reachable 1"],
    }
    for sent in ({}, {"Authorization": f"Bearer {MONITOR}x"}, {"Authorization": MONITOR}):
        told = Client().get("/healthz/provenance", headers=sent)
        assert (told.status_code, told.json()) == (503, {"ok": False})


def test_an_audit_that_does_not_come_is_red_too(shop: AlarmShop) -> None:
    audit_and_record(tenant=shop.tenant)
    shop.clock.move(minutes=60)
    assert red() == []
    shop.clock.move(seconds=1)
    assert red()[0].startswith("store_northline: not audited since")


def test_the_command_prints_numbers_and_findings(shop: AlarmShop) -> None:
    out = StringIO()
    call_command("provenance_audit", tenant=shop.tenant.slug, stdout=out)
    assert "1 raises, 1 different keys among them" in out.getvalue()
    assert "Nothing found" in out.getvalue()
    RosterContact.objects.update(active=False)
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("provenance_audit", "--json", tenant=shop.tenant.slug, stdout=out)
    assert ended.value.code == 1
    assert json.loads(out.getvalue())["finding_counts"] == {"nobody_reachable": 1}


def test_another_shops_items_are_no_part_of_it(shop: AlarmShop, clock: Clock) -> None:
    other = alarm_shop(clock, "P-1", slug="store_southline")
    other.reach(S.RINGING, "P-1")
    assert audited(shop).findings == []
    assert audited(other).numbers["items"] == AlarmItem.objects.of(other.tenant.pk).count() == 1
