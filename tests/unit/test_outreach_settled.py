"""A mail to a customer says what was chosen and offers nothing beside it, or asks which it is."""

import msgspec
import pytest

from shopops.agents.facts import TransactionMoney
from shopops.agents.proposal import Action, ActionKind
from shopops.outreach.settled import Choice, Settled, settled
from shopops.review.words.actions import OUTLINE

PAID = TransactionMoney(
    id="t1", currency="USD", captured=6900, refunded=0, reserved=0, evidence_ids=["pay:t1"]
)
OFFER = ["stalled_shipment_apology", "reship_or_refund_options", "order_number"]
CONFIRM = ["stalled_shipment_apology", "confirm_address", "reship_or_refund_options"]


def an_action(kind: ActionKind, group: str | None = "remedy:s1", minor: int = 6900) -> Action:
    return Action(
        kind=kind,
        cause="stalled",
        evidence_ids=["pay:t1"],
        requires_approval=True,
        amount_minor=minor,
        currency="USD",
        transaction_id="t1" if kind is ActionKind.PROPOSE_REFUND else None,
        alternative=group,
    )


MAIL = an_action(ActionKind.DRAFT_EMAIL, None)
RESHIP = an_action(ActionKind.PROPOSE_RESHIP)
REFUND = an_action(ActionKind.PROPOSE_REFUND)
CREDIT = an_action(ActionKind.PROPOSE_STORE_CREDIT)
ELSEWHERE = an_action(ActionKind.PROPOSE_RESHIP, "remedy:s2")


def said(
    outline: list[str], *chosen: Action, paid: TransactionMoney = PAID, beside: Action = CREDIT
) -> list[str]:
    known = [MAIL, RESHIP, REFUND, beside]
    offered = [*known, *(one for one in chosen if one not in known)]
    indexes = [index for index, one in enumerate(offered) if one in chosen]
    return settled(outline, Choice(offered=offered, indexes=indexes), [paid])


@pytest.mark.parametrize(
    ("chosen", "becomes"),
    [
        ([RESHIP], ["settled_reshipped"]),
        ([REFUND], ["settled_refunded"]),
        ([CREDIT], []),
    ],
)
def test_a_choice_that_was_made_is_offered_no_more(
    chosen: list[Action], becomes: list[str]
) -> None:
    assert said(OFFER, *chosen) == ["stalled_shipment_apology", *becomes, "order_number"]


def test_where_neither_of_two_was_chosen_the_customer_is_asked() -> None:
    assert said(OFFER) == OFFER
    assert said(["reship_option"]) == []


def test_credit_that_is_chosen_is_given_and_not_offered() -> None:
    assert said(["reship_option", "store_credit_option"], CREDIT) == ["settled_credited"]


def test_less_than_what_was_paid_is_a_part_of_it() -> None:
    less = msgspec.structs.replace(REFUND, amount_minor=4500)
    assert said(["order_cancelled", "refund_of_remainder"], less) == [
        "order_cancelled",
        "settled_refunded_part",
    ]


def test_all_that_is_left_after_an_earlier_refund_is_the_rest() -> None:
    paid = msgspec.structs.replace(PAID, captured=9000, refunded=2100)
    assert said(OFFER, REFUND, paid=paid)[1] == "refund_of_remainder"


def test_a_refund_that_is_not_chosen_is_not_promised() -> None:
    assert said(["order_cancelled", "refund_of_remainder"]) == ["order_cancelled"]


def test_goods_that_wait_for_an_address_are_sent_once_it_is_confirmed() -> None:
    assert said(CONFIRM, RESHIP)[1:] == ["confirm_address", "settled_reshipped_once_confirmed"]


def test_no_address_is_asked_for_where_money_goes_back() -> None:
    assert said(CONFIRM, REFUND)[1:] == ["settled_refunded"]
    assert said(CONFIRM)[1:] == ["confirm_address", "reship_or_refund_options"]


def test_of_two_parcels_one_is_part_of_the_goods() -> None:
    assert said(OFFER, RESHIP, beside=ELSEWHERE)[1] == "settled_reshipped_part"
    assert said(CONFIRM, RESHIP, beside=ELSEWHERE)[2] == "settled_reshipped_part_once_confirmed"


def test_a_receipt_has_words_for_all_that_a_mail_can_say() -> None:
    assert set(Settled) <= set(OUTLINE)


def test_what_a_person_took_out_of_a_mail_stays_out() -> None:
    assert said(["stalled_shipment_apology"], REFUND) == ["stalled_shipment_apology"]
