"""What is on an order's record is read back as it was written, from each kind of shop."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shopops.connectors.generic.reader import GenericReader
from shopops.connectors.generic.writer import GenericWriter
from shopops.connectors.ports import CannotRead, Done, NoteAsk, Noted, NoteReader, Writer
from shopops.connectors.shopify.reader import ShopifyReader
from shopops.connectors.shopify.writer import ShopifyWriter
from shopops.connectors.woocommerce.reader import WooCommerceReader
from shopops.connectors.woocommerce.writer import WooCommerceWriter
from tests.support.import_cases import woo_order
from tests.support.shop_double import ShopDouble, open_shop_double
from tests.support.shopify_asks import open_lamps
from tests.support.shopify_double import ShopifyDouble
from tests.support.woocommerce_double import WooDouble, open_woocommerce

SAID = {"Code": "7F3KQ-2MD8N", "By": "Zoë <O’Hara> & Söhne", "At": "2026-03-03 10:00:00 UTC"}
MANY = 27  # more than a page has


def ask(order: str, number: int) -> NoteAsk:
    return NoteAsk(
        key=f"{number:064x}",
        order_id=order,
        order_number=order,
        code=f"7F3KQ-2MD8N-{number}",
        said={**SAID, "Ledger entry": str(number)},
    )


def written(writer: Writer, order: str, many: int) -> list[Noted]:
    asks = [ask(order, number) for number in range(1, many + 1)]
    answers = [writer.send(writer.request_for(one)).answer for one in asks]
    done = [one for one in answers if isinstance(one, Done)]
    assert len(done) == many
    return [
        Noted(remote_id=one.remote_id, code=told.code, said=told.said)
        for one, told in zip(done, asks, strict=True)
    ]


def same(read: list[Noted], wanted: list[Noted]) -> None:
    def key(one: Noted) -> str:
        return one.code

    assert sorted(read, key=key) == sorted(wanted, key=key)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[ShopDouble]:
    with open_shop_double(tmp_path) as double:
        double.books.orders["N 1/2"] = {"id": "N 1/2"}
        yield double


@pytest.fixture
def lamps(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_lamps(tmp_path) as double:
        yield double


@pytest.fixture
def woo(tmp_path: Path) -> Iterator[WooDouble]:
    with open_woocommerce(tmp_path) as double:
        double.books.put(woo_order())
        yield double


def test_an_own_system_shows_every_page(own: ShopDouble) -> None:
    wanted = written(GenericWriter(own.settings), "N 1/2", 5)
    same(GenericReader(own.settings).notes("N 1/2"), wanted)


def test_shopify_shows_every_page_of_our_namespace(lamps: ShopifyDouble) -> None:
    wanted = written(ShopifyWriter(lamps.settings), "51", MANY)
    same(ShopifyReader(lamps.settings).notes("51"), wanted)


def test_woocommerce_shows_ours_among_its_own(woo: WooDouble) -> None:
    woo.books.note("61", {"note": "Stock levels reduced."})
    wanted = written(WooCommerceWriter(woo.settings), "61", 3)
    same(WooCommerceReader(woo.settings).notes("61"), wanted)


def test_a_line_that_somebody_added_is_seen(woo: WooDouble) -> None:
    [wanted] = written(WooCommerceWriter(woo.settings), "61", 1)
    woo.books.notes["61"][0]["note"] += "\nBy: Somebody else"
    [read] = WooCommerceReader(woo.settings).notes("61")
    assert read.said == {**wanted.said, "By": f"{SAID['By']} | Somebody else"}


@pytest.mark.parametrize("value", ["7", "not JSON", '{"code": "X", "said": []}', "[]"])
def test_a_metafield_that_was_written_over_goes_by_its_key(
    lamps: ShopifyDouble, value: str
) -> None:
    [wanted] = written(ShopifyWriter(lamps.settings), "51", 1)
    [held] = lamps.books.metafields.values()
    held["value"] = value
    assert ShopifyReader(lamps.settings).notes("51") == [
        Noted(remote_id=wanted.remote_id, code=wanted.code, said={})
    ]


def test_a_metafield_that_was_copied_goes_by_its_own_key(lamps: ShopifyDouble) -> None:
    [wanted] = written(ShopifyWriter(lamps.settings), "51", 1)
    [(place, held)] = lamps.books.metafields.items()
    lamps.books.metafields[(*place[:2], "forged")] = {**held, "key": "forged", "id": "7"}
    codes = [one.code for one in ShopifyReader(lamps.settings).notes("51")]
    assert codes == [wanted.code, "forged"]


def test_an_order_that_is_gone_can_t_be_read(lamps: ShopifyDouble, woo: WooDouble) -> None:
    readers: list[Callable[[], NoteReader]] = [
        lambda: ShopifyReader(lamps.settings),
        lambda: WooCommerceReader(woo.settings),
    ]
    for reader in readers:
        with pytest.raises(CannotRead) as refused:
            reader().notes("404404")
        assert refused.value.code == "order_gone"


@pytest.mark.parametrize("page", [{}, {"notes": [{"id": "", "code": "", "lines": []}]}, [7]])
def test_an_own_system_s_nonsense_can_t_be_read(own: ShopDouble, page: Any) -> None:
    own.answer_notes = lambda asked: (200, page)  # type: ignore[method-assign]
    with pytest.raises(CannotRead) as refused:
        GenericReader(own.settings).notes("N 1/2")
    assert refused.value.code == "unreadable_answer"


def test_an_own_system_that_never_ends_is_too_much(own: ShopDouble) -> None:
    own.answer_notes = lambda asked: (200, {"notes": [], "next": "again"})  # type: ignore[method-assign]
    with pytest.raises(CannotRead) as refused:
        GenericReader(own.settings).notes("N 1/2")
    assert refused.value.code == "too_many"
