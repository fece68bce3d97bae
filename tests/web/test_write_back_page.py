"""The page that compares the shop's own records with the ledger."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

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
