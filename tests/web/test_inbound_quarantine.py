"""The page of held mail: for admins, to see and to delete, and for nothing else."""

from collections.abc import Iterator

import pytest
from django.test import Client

from shopops.acknowledgments.models import InboundMail
from shopops.tenants.models import Role
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        found.send(results="")
        yield found


@pytest.fixture
def client(desk: Desk) -> Client:
    return signed_in(hire(desk.tenant, "Ada", Role.ADMIN))


def address(desk: Desk) -> str:
    return f"/t/{desk.tenant.slug}/quarantine/"


def test_an_admin_sees_what_was_held_and_why(desk: Desk, client: Client) -> None:
    words = text_of(client.get(address(desk)))
    assert "1 held" in words
    assert "maya@oncall.example" in words
    assert "Nobody vouches for the sender" in words


def test_what_was_acknowledged_or_dropped_is_not_listed(desk: Desk, client: Client) -> None:
    desk.send()
    desk.send("", "Auto-Submitted: auto-replied")
    assert "1 held" in text_of(client.get(address(desk)))


def test_the_page_offers_to_delete_and_nothing_else(desk: Desk, client: Client) -> None:
    page = client.get(address(desk)).content.decode()
    forms = page.split("<main", 1)[1].split("</main>")[0]
    assert forms.count("<form") == 1
    assert "Delete the ticked mails" in forms


def test_ticked_mails_are_deleted_and_acknowledge_nothing(desk: Desk, client: Client) -> None:
    desk.send(results="")
    first, second = InboundMail.objects.order_by("id")
    client.post(address(desk), {"mail": [str(first.pk), "x", "²"]})
    assert InboundMail.objects.get() == second
    desk.assert_untouched()


def test_all_held_mails_are_deleted_at_once_and_no_other(desk: Desk, client: Client) -> None:
    desk.send()
    client.post(address(desk), {"all": "yes"})
    assert InboundMail.objects.get().status == "acknowledged"


def test_nothing_ticked_deletes_nothing(desk: Desk, client: Client) -> None:
    client.post(address(desk), {})
    assert InboundMail.objects.count() == 1


def test_mails_of_another_shop_are_neither_seen_nor_deleted(desk: Desk) -> None:
    other = open_shop("store_southline")
    client = signed_in(hire(other, "Sven", Role.ADMIN))
    assert client.get(address(desk)).status_code == 404
    held = InboundMail.objects.get()
    client.post(f"/t/{other.slug}/quarantine/", {"mail": [str(held.pk)], "all": "yes"})
    assert InboundMail.objects.get() == held
    assert "Nothing is held" in text_of(client.get(f"/t/{other.slug}/quarantine/"))
