"""What each piece of evidence is said to show, and where its row stands on the page."""

import msgspec
import pytest

from shopops.agents.fakes import FakeOms
from shopops.review.detail.evidence_table import anchor, evidence_table
from shopops.review.detail.shown import shown_by_evidence
from tests.support.known import NOW, known


def test_a_field_is_shown_by_each_piece_that_it_rests_on() -> None:
    pack, _ = known("O-1001")
    said = shown_by_evidence(pack)
    assert said["oms:order_total"] == "Order total: 129.00 USD"
    assert said["pay:t1"] == "Payment t1: 129.00 USD captured"
    assert said["cfg:thresholds@1"] == "The shop’s numbers, version 1"
    likely = "Trouble with a parcel likely: yes (inference 0.70); Parcel s1: in transit"
    assert said["ship:s1:status"] == likely


def test_no_statement_holds_the_customer_s_name_or_address() -> None:
    oms = FakeOms(now=NOW)
    for order_id, order in oms.orders.items():
        pack, _ = known(order_id)
        told = " ".join(shown_by_evidence(pack).values())
        customer = order.customer
        for secret in (customer.name, customer.email, customer.phone) if customer else ():
            assert not secret or secret not in told, order_id


@pytest.mark.parametrize("order_id", ["O-1001", "O-1021", "O-1030"])
def test_every_piece_has_an_anchor_of_its_own(order_id: str) -> None:
    pieces = evidence_table(*known(order_id)).pieces
    assert len({piece.anchor for piece in pieces}) == len(pieces) > 5


@pytest.mark.parametrize("evidence_id", ["oms:order_total", 'pay:"><b', "ship:a b", "é", "", "A:1"])
def test_an_anchor_holds_nothing_that_an_address_or_a_page_would_misread(evidence_id: str) -> None:
    assert set(anchor(evidence_id)) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-")
    assert anchor(evidence_id).startswith("evidence-")


def test_ids_that_differ_in_what_an_anchor_leaves_out_have_different_ones() -> None:
    assert anchor("pay:a:1") != anchor("pay:a-1")


def test_a_refund_says_its_amount_or_that_of_all_beside_it() -> None:
    pack, _ = known("O-1001")
    (payment,) = pack.money

    def said(**moved: int) -> str:
        pieces = [f"refund:r{number}" for number in range(len(moved))]
        paid = msgspec.structs.replace(payment, evidence_ids=["pay:t1", *pieces], **moved)
        pack.money = [paid]
        return shown_by_evidence(pack)["refund:r0"]

    assert said(refunded=4000) == "A refund of payment t1: 40.00 USD refunded"
    both = "One of 2 refunds of payment t1, together 40.00 USD refunded, 20.00 USD pending"
    assert said(refunded=4000, reserved=2000) == both
