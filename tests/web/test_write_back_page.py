"""The page that compares the shop's own records with the ledger."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from shopops.alarms.models import AlarmItem
from shopops.connections.models import CarriesOut, Connection
from shopops.tenants.models import Role
from shopops.writeback.audits import audit_all
from shopops.writeback.findings import MEANINGS, Code
from shopops.writeback.words import REMEDIES, TITLES
from tests.support.clock import Clock
from tests.support.noting import Noting, noting
from tests.support.pages import text_of
from tests.support.pipeline import hire

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Noting]:
    with noting(tmp_path, clock) as made:
        made.acknowledge()
        made.run()
        yield made


def page(shop: Noting, role: Role = Role.VIEWER) -> str:
    client = Client()
    client.force_login(hire(shop.alarms.tenant, role.label, role).user)
    return text_of(client.get(f"/t/{shop.alarms.tenant.slug}/executions/write-back/"))


def test_before_the_first_look_it_says_how_to_get_one(shop: Noting) -> None:
    seen = page(shop)
    assert "Not compared yet" in seen
    assert "manage.py writeback_audit --tenant store_northline" in seen


def test_without_a_shop_that_is_written_to_it_says_the_next_step(shop: Noting) -> None:
    rows = Connection.objects.filter(pk=shop.connection.pk)
    rows.update(carries_out=CarriesOut.NOTHING, carries_out_since=None)
    assert "An admin can connect the shop." in page(shop)
    assert "Connected shops" in page(shop, Role.ADMIN)


def test_it_names_what_was_found_and_what_to_do(shop: Noting) -> None:
    shop.change(By="Per")
    audit_all(tenant=shop.alarms.tenant)
    seen = page(shop)
    assert f"{TITLES[Code.DIFFERS]}: 1" in seen
    assert REMEDIES[Code.DIFFERS] in seen
    [code] = shop.on_record()
    assert f"O-1 {code} By" in seen
    assert "1 finding" in seen


def test_it_says_that_nothing_was_found_and_what_was_looked_for(shop: Noting) -> None:
    audit_all(tenant=shop.alarms.tenant)
    seen = page(shop)
    assert "nothing found" in seen
    assert "Read: 1 note on 2 orders." in seen
    assert all(title in seen for title in TITLES.values())


def test_every_code_has_its_words() -> None:
    assert set(TITLES) == set(REMEDIES) == set(MEANINGS) == set(Code)


def take_away(shop: Noting) -> str:
    """Somebody removes the note in the shop, and that is found."""
    [code] = shop.on_record()
    shop.shop.books.taken_away.add(shop.effect().remote_id)
    audit_all(tenant=shop.alarms.tenant)
    return code


def test_the_executions_page_says_how_much_was_found(shop: Noting) -> None:
    client = Client()
    client.force_login(hire(shop.alarms.tenant, "Vera", Role.VIEWER).user)
    executions = f"/t/{shop.alarms.tenant.slug}/executions/"
    assert "Notes in the shop 1 finding" not in text_of(client.get(executions))
    take_away(shop)
    assert "Notes in the shop 1 finding" in text_of(client.get(executions))


def test_what_is_written_again_is_marked_and_not_offered_a_second_time(shop: Noting) -> None:
    code = take_away(shop)
    client = Client()
    client.force_login(hire(shop.alarms.tenant, "Rae", Role.REVIEWER).user)
    address = f"/t/{shop.alarms.tenant.slug}/executions/write-back/"
    assert b'name="reason"' in client.get(address).content
    form = {"order": "O-1", "note": code, "reason": "It was removed by mistake"}
    client.post(f"{address}again/", form)
    waiting = client.get(address)
    assert b'name="reason"' not in waiting.content
    assert "is written again the next look begins" in text_of(waiting)
    shop.run()
    written = client.get(address)
    assert b'name="reason"' not in written.content
    assert "written again" in text_of(written)
    assert "is written again" not in text_of(written)
    audit_all(tenant=shop.alarms.tenant)
    assert "nothing found" in text_of(client.get(address))


def test_an_order_is_called_by_its_number(tmp_path: Path, clock: Clock) -> None:
    with noting(tmp_path, clock) as shop:
        AlarmItem.objects.of(shop.alarms.tenant.pk).update(order_number="1001")
        shop.acknowledge()
        shop.run()
        code = take_away(shop)
        seen = page(shop)
    assert f"1001 {code}" in seen
    assert "O-1 " not in seen
