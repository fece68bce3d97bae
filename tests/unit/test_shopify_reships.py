"""Sending again in Shopify: what is copied, and how the copy is found."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from shopops.connectors.ports import (
    DRAFT,
    Absent,
    Done,
    NotOffered,
    ReshipAsk,
    ReshipLine,
    Unknown,
)
from tests.support.shopify_answers import asked
from tests.support.shopify_asks import (
    GIFT,
    KEY,
    LINE,
    found,
    lamps,
    open_lamps,
    reship,
    sent,
    writer,
)
from tests.support.shopify_double import ShopifyDouble


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_lamps(tmp_path) as double:
        yield double


@pytest.mark.parametrize("reship_as", ["draft", "order"])
def test_a_copy_holds_what_is_sent_and_costs_nothing(shop: ShopifyDouble, reship_as: str) -> None:
    assert isinstance(sent(shop, reship(), reship_as=reship_as).answer, Done)
    (made,) = shop.books.effects(reship_as)
    (line,) = made["lines"]
    assert (line["variantId"], line["quantity"]) == ("gid://shopify/ProductVariant/39", 2)
    assert made["tags"] == ["ShopOps", f"shopops-{KEY[:32]}"]
    assert all(len(tag) <= 40 for tag in made["tags"])
    if reship_as == "order":
        assert line["priceSet"] == {"shopMoney": {"amount": "0.00", "currencyCode": "USD"}}


@pytest.mark.parametrize("reship_as", ["draft", "order"])
def test_an_order_that_was_read_can_be_copied_as_well(shop: ShopifyDouble, reship_as: str) -> None:
    told = json.loads(asked(lamps()))
    request = writer(shop, reship_as=reship_as).request_for(reship(json.dumps(told).encode()))
    same = writer(shop, reship_as=reship_as).request_for(reship())
    assert json.loads(request.body) == json.loads(same.body)


def test_only_the_lines_that_are_asked_for_are_copied(shop: ShopifyDouble) -> None:
    ask = reship(lines=[ReshipLine(line_id="1", quantity=1)])
    sent(shop, ask, reship_as="order")
    assert [line["quantity"] for line in shop.books.effects()[0]["lines"]] == [1]


def test_a_product_that_is_gone_goes_by_its_name(shop: ShopifyDouble) -> None:
    held = lamps()
    held["line_items"] = [{**LINE, "variant_id": None}]
    for reship_as in ("draft", "order"):
        sent(shop, reship(held), reship_as=reship_as)
    for made in shop.books.effects():
        assert (made["lines"][0]["title"], made["lines"][0]["sku"]) == ("Lamp", "L")


@pytest.mark.parametrize(
    "ask",
    [
        reship(b""),
        reship(b"{"),
        reship(lamps(id=52)),
        reship({**lamps(), "line_items": [GIFT]}),
        reship({**lamps(), "shipping_address": None}),
        reship(lines=[ReshipLine(line_id="99", quantity=1)]),
    ],
)
def test_an_order_that_cannot_be_copied_is_for_a_person(
    shop: ShopifyDouble, ask: ReshipAsk
) -> None:
    with pytest.raises(NotOffered):
        writer(shop).request_for(ask)


@pytest.mark.parametrize("made_as", ["draft", "order"])
@pytest.mark.parametrize("looked_for_as", ["draft", "order"])
def test_a_copy_is_found_before_search_knows_it_and_after_the_setting_changed(
    shop: ShopifyDouble, made_as: str, looked_for_as: str
) -> None:
    shop.books.indexed = False
    reply = sent(shop, reship(), reship_as=made_as)
    assert isinstance(reply.answer, Done)
    assert reply.answer.remote_id.startswith(DRAFT) == (made_as == "draft")
    assert found(shop, reship(), reship_as=looked_for_as).answer == reply.answer


def test_a_copy_among_very_many_is_found_by_its_tag(shop: ShopifyDouble) -> None:
    reply = sent(shop, reship(), reship_as="order")
    made = shop.books.made
    for number in range(101):
        made.append({**made[0], "id": f"gid://shopify/Order/{number}", "customAttributes": []})
    made[1:] = [{**one, "tags": []} for one in made[1:]]
    assert found(shop, reship(), reship_as="order").answer == reply.answer
    shop.books.indexed = False  # two pages of the newest
    assert found(shop, reship(), reship_as="order").answer == reply.answer
    assert shop.asked[-2:] == ["ShopOpsReplacements"] * 2


def test_drafts_that_an_app_may_not_list_it_never_made(shop: ShopifyDouble) -> None:
    shop.scopes = ("write_orders",)
    hour = timedelta(hours=1)
    assert found(shop, reship(), later=hour, reship_as="order").answer == Absent()
    assert isinstance(found(shop, reship(), later=hour, reship_as="draft").answer, Unknown)
