"""Finding an order by its customer, a tracking code or its number; and never another shop's."""

from importlib import import_module

import msgspec
import pytest
from django.apps import apps
from django.utils import timezone

from shopops.agents.records import Customer
from shopops.connectors.models import SearchTerm, SourceRecord
from shopops.review import queue as reading
from shopops.tenants.scope import tenant_scope
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ADA = Customer(name="Ada King  Lovelace", email="ada@Analytical.example")


@pytest.fixture
def room() -> Reviewing:
    room = reviewing_now(["O-1001", "O-1004", "O-1005"])
    _rename(room, "O-1001", ADA)
    return room


def _rename(room: Reviewing, order: str, customer: Customer) -> None:
    room.change(order, customer=customer, updated_at=timezone.now())
    room.resolve(order)


def _found(room: Reviewing, typed: str, name: str = "Maya") -> list[str]:
    page = room.client(name).get(room.url("review/"), {"q": typed})
    return [row.number for row in page.context["page"].rows]


@pytest.mark.parametrize(
    "typed",
    ["Ada King Lovelace", "lovelace ada", "king lo", "ada@analytical", "analytical.example"],
)
def test_an_order_is_found_by_its_customer_s_name_or_address(room: Reviewing, typed: str) -> None:
    assert _found(room, typed) == ["1001"]


@pytest.mark.parametrize("typed", ["ovelace", "%"])
def test_a_search_looks_for_what_begins_so(room: Reviewing, typed: str) -> None:
    assert _found(room, typed) == []


def test_an_order_is_found_once_by_a_part_of_its_number(room: Reviewing) -> None:
    room.change("O-1004", number="NL-26117", updated_at=timezone.now())
    room.resolve("O-1004")
    assert _found(room, "26117") == _found(room, "117") == ["NL-26117"]


def test_a_row_names_the_customer_and_what_is_proposed(room: Reviewing) -> None:
    for query in ({"q": "1001"}, {}):
        page = room.client().get(room.url("review/"), query)
        row = next(row for row in page.context["page"].rows if row.number == "1001")
        assert (row.customer, row.steps) == (ADA.name, "a person takes over")
        assert f"{row.customer} · {row.steps}" in page.content.decode()


@pytest.mark.parametrize("typed", ["#NL-26117", "nl 26117", " # NL-26117"])
def test_an_order_is_found_by_its_number_as_people_write_it(room: Reviewing, typed: str) -> None:
    room.change("O-1004", number="NL-26117", updated_at=timezone.now())
    room.resolve("O-1004")
    assert _found(room, typed) == ["NL-26117"]


def test_an_order_is_found_by_a_tracking_code_with_or_without_spaces(room: Reviewing) -> None:
    [code] = {
        shipment.tracking_code or room.oms.tracker_records[str(shipment.tracker_id)].code
        for shipment in room.oms.orders["O-1001"].shipments
    }
    assert code is not None
    spaced = f" {code[:3].lower()} {code[3:].lower()} "
    assert "1001" in _found(room, code)
    assert "1001" in _found(room, spaced)


def test_numbers_come_first_and_an_order_comes_once(room: Reviewing) -> None:
    _rename(room, "O-1005", Customer(name="1001 Nights"))
    _rename(room, "O-1004", Customer(name="Ada Ada", email="ada@ada.example"))
    assert _found(room, "1001") == ["1001", "1005"]
    assert sorted(_found(room, "ada")) == ["1001", "1004"]


def test_the_pages_of_a_search_show_everything_once(
    room: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    for order in ("O-1004", "O-1005"):
        _rename(room, order, Customer(name="10 Ada", email="10@example.com"))
    monkeypatch.setattr(reading, "PAGE", 1)
    client, seen, after = room.client(), [], ""
    for _ in range(5):
        page = client.get(room.url("review/"), {"q": "10", "after": after}).context["page"]
        seen += [row.number for row in page.rows]
        if page.after is None:
            break
        after = str(page.after)
    assert seen == ["1001", "1004", "1005"]


def test_a_customer_of_two_orders_is_found_with_both_in_pages_too(
    room: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    _rename(room, "O-1004", ADA)
    monkeypatch.setattr(reading, "PAGE", 1)
    client = room.client()
    first = client.get(room.url("review/"), {"q": "lovelace"}).context["page"]
    rest = client.get(room.url("review/"), {"q": "lovelace", "after": str(first.after)})
    numbers = [row.number for row in (*first.rows, *rest.context["page"].rows)]
    assert sorted(numbers) == ["1001", "1004"]


def test_another_shop_s_customer_is_not_found(room: Reviewing) -> None:
    other = reviewing(["O-1004"], slug="store_other", now=room.now)
    _rename(other, "O-1004", Customer(name="Grace Hopper"))
    assert _found(other, "Grace", "Noor") == ["1004"]
    assert _found(room, "Grace") == []
    assert _found(other, "Lovelace", "Noor") == []
    with tenant_scope(other.shop.pk):
        assert set(SearchTerm.objects.values_list("tenant_id", flat=True)) == {other.shop.pk}


def test_a_renamed_customer_is_found_by_the_new_name_alone(room: Reviewing) -> None:
    _rename(room, "O-1001", Customer(name="Grace Hopper"))
    assert _found(room, "Lovelace") == []
    assert _found(room, "Hopper") == ["1001"]


def test_an_erased_record_leaves_no_name_to_find(room: Reviewing) -> None:
    SourceRecord.objects.filter(external_id="O-1001").delete()
    assert _found(room, "Lovelace") == []
    assert _found(room, "1001") == ["1001"]
    with tenant_scope(room.shop.pk):
        terms = SearchTerm.objects.filter(order_id="O-1001").values_list("term", flat=True)
        assert not [term for term in terms if "ada" in term]


def test_records_that_came_before_are_found_by_their_parts_once_they_are_filled_in(
    room: Reviewing,
) -> None:
    migration = import_module("shopops.connectors.migrations.0006_parts_of_terms")
    with tenant_scope(room.shop.pk):
        SearchTerm.objects.filter(order_id="O-1001").update(term="as before")
    assert _found(room, "lovelace ada") == []
    with tenant_scope(room.shop.pk):
        migration.fill_anew(apps, None)
    assert _found(room, "lovelace ada") == _found(room, "001") == ["1001"]
    assert _found(room, "as before") == []


def test_the_page_shows_the_customer_s_name_and_nothing_else_of_them(room: Reviewing) -> None:
    words = text_of(room.client().get(room.url("review/"), {"q": "lovelace"}))
    assert "Ada King Lovelace" in words
    assert "analytical" not in words


def test_terms_are_read_from_the_record_as_it_is(room: Reviewing) -> None:
    body = SourceRecord.objects.get(external_id="O-1001").body
    assert msgspec.convert(body["customer"], Customer).name == ADA.name
    with tenant_scope(room.shop.pk):
        terms = set(SearchTerm.objects.filter(order_id="O-1001").values_list("term", flat=True))
    assert {"ada king lovelace", "lovelace ada king", "ada@analytical.example"} <= terms
