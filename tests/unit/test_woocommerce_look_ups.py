"""Whether a WooCommerce shop has what an earlier try asked for."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from shopops.connectors.ports import Absent, AnyAsk, Done, NoteAsk, RefundAsk, ReshipAsk, Unknown
from shopops.connectors.woocommerce.look_ups import NOT_SHOWN, SETTLED_AFTER
from shopops.connectors.woocommerce.writer import WooCommerceWriter
from shopops.execution.breaker import is_failure
from tests.support.import_cases import woo_order
from tests.support.woocommerce_double import Fault, WooDouble, open_woocommerce

KEY = "ab" * 32
NAMES: dict[str, Any] = {"order_id": "61", "order_number": "61"}
LINE = {"id": 1, "product_id": 93, "name": "Cup", "quantity": 2, "total": "20.00"}
REFUND = RefundAsk(
    key=KEY, transaction_id="", amount_minor=400, currency="EUR", reason="lost", **NAMES
)
RESHIP = ReshipAsk(
    key=KEY,
    reason="lost",
    document=json.dumps({"order": woo_order(line_items=[LINE])}).encode(),
    **NAMES,
)
NOTE = NoteAsk(key=KEY, code="K7QF-2M9D", said={"by": "Jo"}, **NAMES)
ASKS = [REFUND, RESHIP, NOTE]


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[WooDouble]:
    with open_woocommerce(tmp_path) as double:
        double.books.put(woo_order())
        yield double


def send(shop: WooDouble, ask: AnyAsk) -> Any:
    writer = WooCommerceWriter(shop.settings)
    return writer.send(writer.request_for(ask)).answer


def find(shop: WooDouble, ask: AnyAsk, *, ago: timedelta = SETTLED_AFTER) -> Any:
    found = WooCommerceWriter(shop.settings).find(ask, sent_at=timezone.now() - ago)
    return found.answer


def absent(ask: AnyAsk) -> Absent | Unknown:
    """Money may have gone although the shop shows no refund, so that is never sent again."""
    return NOT_SHOWN if isinstance(ask, RefundAsk) else Absent()


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_what_was_done_before_the_line_broke_is_found(shop: WooDouble, ask: AnyAsk) -> None:
    shop.fail(Fault.DROP_AFTER)
    assert isinstance(send(shop, ask), Unknown)
    found = find(shop, ask, ago=timedelta())
    assert isinstance(found, Done)
    assert found.at is not None
    assert len(shop.books.effects()) == 1


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_what_is_not_there_is_absent_only_when_nothing_can_be_on_its_way(
    shop: WooDouble, ask: AnyAsk
) -> None:
    shop.fail(Fault.DROP_BEFORE)
    assert isinstance(send(shop, ask), Unknown)
    early = find(shop, ask, ago=SETTLED_AFTER - timedelta(seconds=5))
    assert isinstance(early, Unknown)
    assert (early.code, is_failure(early)) == ("too_soon", False)
    assert find(shop, ask) == absent(ask)


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_another_key_s_doings_are_not_taken_for_ours(shop: WooDouble, ask: AnyAsk) -> None:
    other: AnyAsk = NoteAsk(key=KEY, code="K7QF-2M9DX", said={}, **NAMES)
    if not isinstance(ask, NoteAsk):
        kind = REFUND if isinstance(ask, RefundAsk) else RESHIP
        other = type(kind)(**{**_members(kind), "key": "cd" * 32})
    assert isinstance(send(shop, other), Done)
    assert find(shop, ask) == absent(ask)


@pytest.mark.parametrize(("step", "moved"), [("saved", 0), ("paid", 1)])
def test_a_refund_that_broke_off_in_the_shop_is_never_absent(
    shop: WooDouble, step: str, moved: int
) -> None:
    """The shop saved it, and neither the key nor the payment provider's word stands on it."""
    shop.books.dies_at = step
    assert isinstance(send(shop, REFUND), Unknown)
    found = find(shop, REFUND)
    assert isinstance(found, Unknown)
    assert found.code == "payment_not_confirmed"
    assert len(shop.books.effects()) == moved


def test_a_copy_that_somebody_put_into_the_bin_was_made(shop: WooDouble) -> None:
    made = send(shop, RESHIP)
    shop.books.orders[made.remote_id]["status"] = "trash"
    assert find(shop, RESHIP) == made


def test_a_copy_is_found_behind_many_later_orders(shop: WooDouble) -> None:
    made = send(shop, RESHIP)
    for number in range(2000, 2130):
        order = shop.books.orders[made.remote_id] | {"id": number, "meta_data": []}
        shop.books.put(order)
    assert find(shop, RESHIP) == made


def test_a_cache_in_front_of_the_shop_hides_nothing(shop: WooDouble) -> None:
    shop.cache = {}
    assert find(shop, REFUND) == NOT_SHOWN
    assert NOT_SHOWN.for_good
    assert not is_failure(NOT_SHOWN)
    made = send(shop, REFUND)
    assert find(shop, REFUND) == made


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_a_shop_that_cannot_be_asked_leaves_it_unknown(shop: WooDouble, ask: AnyAsk) -> None:
    writer = WooCommerceWriter({**shop.settings, "consumer_secret": "cs_old"})
    found = writer.find(ask, sent_at=timezone.now() - SETTLED_AFTER)
    assert isinstance(found.answer, Unknown)
    assert (found.answer.code, found.status) == ("key_refused", 401)


def _members(ask: RefundAsk | ReshipAsk) -> dict[str, Any]:
    return {name: getattr(ask, name) for name in ask.__struct_fields__}
