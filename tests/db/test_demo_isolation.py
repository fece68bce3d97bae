"""Two shops side by side: the people of one see nothing of the other."""

from dataclasses import replace
from datetime import datetime

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from shopops.demo.northline import MAYA, NORTHLINE
from shopops.demo.orders.till import Arrival
from shopops.demo.play import play
from shopops.demo.script import Person, Shop
from shopops.demo.southline import IRENE, SOUTHLINE
from shopops.proposals.models import Proposal
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import find_tenant

pytestmark = pytest.mark.django_db
SHARED = "O-1001"  # the id of an order in both shops


def _few(now: datetime) -> list[Arrival]:
    return [one for one in NORTHLINE.arrivals(now) if one.order_id in {SHARED, "O-1017"}]


@pytest.fixture(autouse=True)
def _shops() -> None:
    play(replace(NORTHLINE, arrivals=_few, rulings=()))
    play(SOUTHLINE)


def _signed_in(person: Person, shop: Shop) -> Client:
    client = Client()
    assert client.login(username=person.email, password=shop.password)
    return client


def _proposal(shop: Shop, order_id: str) -> int:
    tenant = find_tenant(shop.slug)
    with tenant_scope(tenant.pk):
        return Proposal.objects.of(tenant.pk).get(order_id=order_id).pk


@pytest.mark.parametrize(
    ("person", "own", "other"), [(MAYA, NORTHLINE, SOUTHLINE), (IRENE, SOUTHLINE, NORTHLINE)]
)
def test_a_member_finds_the_other_shop_nowhere(person: Person, own: Shop, other: Shop) -> None:
    client = _signed_in(person, own)
    foreign = _proposal(other, SHARED)
    assert client.get(f"/t/{own.slug}/review/").status_code == 200
    for path in (
        f"/t/{other.slug}/review/",
        f"/t/{other.slug}/ledger/",
        f"/t/{other.slug}/review/{foreign}/",
        f"/t/{own.slug}/review/{foreign}/",
        f"/t/{own.slug}/review/{foreign}/evidence/?id=oms:order_total",
    ):
        assert client.get(path).status_code == 404, path


def test_one_id_in_two_shops_is_two_orders() -> None:
    page = _signed_in(IRENE, SOUTHLINE).get(
        f"/t/{SOUTHLINE.slug}/review/{_proposal(SOUTHLINE, SHARED)}/"
    )
    assert "43.00 EUR" in page.content.decode()
    page = _signed_in(MAYA, NORTHLINE).get(
        f"/t/{NORTHLINE.slug}/review/{_proposal(NORTHLINE, SHARED)}/"
    )
    assert "129.00 USD" in page.content.decode()


def test_a_command_for_one_shop_does_not_know_the_orders_of_the_other() -> None:
    with pytest.raises(CommandError, match="no order 'O-1017'"):
        call_command("resolve", tenant=SOUTHLINE.slug, order="O-1017")
