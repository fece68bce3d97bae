"""What an order's page says of approvals, money and steps that policy forbids."""

import pytest
from django.utils import timezone

from shopops.review.decisions import approve
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"  # 129.00 USD
MAIL, REFUND = 0, 2


def _approve(room: Reviewing, name: str) -> None:
    approve(
        tenant_id=room.shop.pk,
        handle=room.handle(ORDER, name),
        reviewer=room.person(name),
        action_indexes=[MAIL, REFUND],
        now=timezone.now(),
    )


def _words(room: Reviewing, order_id: str = ORDER) -> str:
    return text_of(room.client().get(room.page_of(order_id)))


def test_two_approvers_are_counted_and_both_are_named() -> None:
    room = reviewing_now([ORDER], second_cap_cents={"USD": 10000})
    assert "people have approved" not in _words(room)
    _approve(room, "Noor")
    assert "1 of 2 people have approved: Noor." in _words(room)
    _approve(room, "Maya")
    words = _words(room)
    assert "Approved by Noor and Maya," in words
    assert "2 of 2 people have approved: Noor and Maya." in words
    assert "Maya approved mail, refund 129.00 USD (2 of 2)" in words


def test_one_approver_is_not_counted() -> None:
    room = reviewing_now([ORDER])
    _approve(room, "Maya")
    words = _words(room)
    assert "Approved by Maya," in words
    assert "people have approved" not in words


def test_an_approved_refund_is_no_longer_refundable() -> None:
    room = reviewing_now([ORDER])
    assert "129.00 USD refundable" in _words(room)
    _approve(room, "Maya")
    assert "Nothing refundable" in _words(room)
    assert "Approved, held 129.00 USD" in _words(room)


def test_of_contradicting_amounts_the_page_does_not_say_what_is_left() -> None:
    room = reviewing_now(["O-1027"])
    words = _words(room, "O-1027")
    assert "Not known what is refundable" in words
    assert "USD refundable" not in words


def test_what_policy_forbids_altogether_offers_no_approval() -> None:
    room = reviewing_now(
        ["O-1002"],
        standard_update_cents={"USD": 9000},
        goodwill_cap_cents={"USD": 100},
    )
    page = room.client().get(room.page_of("O-1002"))
    assert b"data-approve" not in page.content
    words = text_of(page)
    assert "Policy forbids the mail." in words
    assert "Policy forbids every step, so nothing can be approved." in words
    assert "You can’t approve this. Policy forbids every step." in words
    assert "Policy, thresholds version 2: denied (" in words
