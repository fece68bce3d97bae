"""An order told in pieces is one document of the bytes received, newest piece by newest piece."""

import json
from typing import Any

import pytest

from shopops.connectors.members import Node
from shopops.connectors.pieces import Composition, Layout, objects
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.shopify.pieces import PIECES as SHOPIFY
from shopops.connectors.strict_json import decode
from shopops.connectors.woocommerce.pieces import PIECES as WOO
from tests.support.import_cases import (
    Payload,
    as_bytes,
    shopify_fulfilment,
    shopify_order,
    shopify_refund,
    shopify_transaction,
    woo_order,
    woo_refund,
)

LATER = "2026-03-09T10:00:00+01:00"
EARLIER = "2026-02-01T10:00:00+01:00"


def composed(layout: Layout, *payloads: Payload) -> tuple[Composition, list[bool]]:
    composition = Composition(layout)
    taken = [composition.add(layout.locate(item), as_bytes(item)) for item in payloads]
    return composition, taken


def held(composition: Composition, kind: str) -> list[Any]:
    return [node.value for node in objects(Node(decode(composition.dump()), "$"), kind)]


def test_pieces_are_kept_byte_for_byte() -> None:
    order = b'{"order": {"id": 51,\n  "note": "caf\\u00e9 \xc3\xa9"}}'
    payment = b'{ "id":900, "order_id":51, "gateway":"x" }'
    composition = Composition(SHOPIFY)
    for raw in (order, payment):
        assert composition.add(SHOPIFY.locate(decode(raw)), raw)
    document = composition.dump()
    assert b'{"id": 51,\n  "note": "caf\\u00e9 \xc3\xa9"}' in document
    assert payment in document
    assert Composition.load(SHOPIFY, document).dump() == document


def test_the_same_piece_again_changes_nothing() -> None:
    pieces = (shopify_order(), shopify_transaction(), shopify_refund(), shopify_fulfilment())
    once, _ = composed(SHOPIFY, *pieces)
    twice, taken = composed(SHOPIFY, *pieces, *pieces)
    assert twice.dump() == once.dump()
    assert all(taken)


def test_another_shop_s_order_of_the_same_id_is_told_by_what_it_was_born_with() -> None:
    ours, other = woo_order(), woo_order(order_key="wc_order_another", date_modified_gmt=None)
    composition, _ = composed(WOO, ours)
    with pytest.raises(RowRefused) as refused:
        composition.add(WOO.locate(other), as_bytes(other))
    assert (refused.value.code, refused.value.path) == (RefusalCode.OTHER_ORDER, "$.order_key")
    assert held(composition, "refunds") == []
    assert composition.order == as_bytes(ours)


@pytest.mark.parametrize("untold", [None, ""])
def test_where_it_is_not_told_the_id_alone_counts(untold: str | None) -> None:
    for first, second in (("wc_order_1", untold), (untold, "wc_order_1")):
        _, taken = composed(WOO, woo_order(order_key=first), woo_order(order_key=second))
        assert taken == [True, True]


def test_an_older_order_does_not_replace_a_newer_one() -> None:
    new, old = shopify_order(name="new"), shopify_order(name="old", updated_at=EARLIER)
    composition, taken = composed(SHOPIFY, new, old)
    assert taken == [True, False]
    assert json.loads(composition.dump())["order"]["name"] == "new"


def test_a_newer_order_keeps_the_pieces_it_does_not_speak_of() -> None:
    newer = shopify_order(updated_at=LATER)
    composition, _ = composed(SHOPIFY, shopify_order(), shopify_transaction(), newer)
    assert [piece["id"] for piece in held(composition, "transactions")] == [900]


def test_a_newer_order_that_speaks_of_a_piece_replaces_it() -> None:
    refund = shopify_refund(note="told by the order")
    newer = shopify_order(updated_at=LATER, refunds=[refund])
    composition, _ = composed(SHOPIFY, shopify_order(), shopify_refund(note="own file"), newer)
    assert [piece["note"] for piece in held(composition, "refunds")] == ["told by the order"]


def test_a_piece_received_after_the_order_wins_over_the_one_inside_it() -> None:
    order = shopify_order(refunds=[shopify_refund(note="told by the order")])
    composition, _ = composed(SHOPIFY, order, shopify_refund(note="own file"))
    assert [piece["note"] for piece in held(composition, "refunds")] == ["own file"]


def test_a_piece_older_than_the_one_inside_the_order_is_not_taken() -> None:
    order = shopify_order(fulfillments=[shopify_fulfilment()])
    composition, taken = composed(SHOPIFY, order, shopify_fulfilment(updated_at=EARLIER))
    assert taken == [True, False]
    assert [piece["updated_at"] for piece in held(composition, "fulfillments")] != [EARLIER]


def test_a_piece_newer_than_the_one_in_a_newer_order_stays() -> None:
    own = shopify_fulfilment(updated_at=LATER, status="cancelled")
    newer = shopify_order(updated_at=LATER, fulfillments=[shopify_fulfilment()])
    composition, _ = composed(SHOPIFY, shopify_order(), own, newer)
    assert [piece["status"] for piece in held(composition, "fulfillments")] == ["cancelled"]


@pytest.mark.parametrize("updated_at", ["2026-03-02T10:00:00", "2026-03-05T10:00:00"])
def test_woocommerce_orders_list_refunds_in_short_and_keep_the_full_ones(updated_at: str) -> None:
    short = {"id": 62, "reason": "", "total": "-4.00"}
    order = woo_order(refunds=[short], date_modified_gmt=updated_at)
    composition, _ = composed(WOO, woo_order(), woo_refund(), order)
    assert held(composition, "refunds") == [woo_refund()]
