"""Which records a proposal's trouble is about: by what stays the same from day to day."""

from typing import Any

import pytest

from shopops.agents.facts import FactKind, Field, Parcel, TransactionMoney
from shopops.agents.proposal import GOODWILL, Track
from shopops.agents.resolution.codes import Blocked, Cause
from shopops.agents.resolution.troubles import Trouble
from shopops.alarms.causes import Matter, Step, matters, obligation_of, rings_at_once
from shopops.alarms.identity import Obligation, RecordKind

OB, R = Obligation, RecordKind


def a_parcel(name: str, **more: Any) -> Parcel:
    fields: dict[str, Any] = {
        "exception_likely": Field(kind=FactKind.INFERENCE, value=True, confidence=0.7),
        "status": "in_transit",
    }
    return Parcel(id=name, **fields | more)


def money(name: str, captured: int, refunded: int, reserved: int = 0) -> TransactionMoney:
    return TransactionMoney(
        id=name,
        currency="USD",
        captured=captured,
        refunded=refunded,
        reserved=reserved,
        evidence_ids=[],
    )


def found(cause: str, **more: Any) -> list[Matter]:
    fields: dict[str, Any] = {"blocked_reasons": [], "steps": [], "parcels": [], "money": []}
    return matters(cause=cause, **fields | more)


def about(matters_found: list[Matter]) -> list[tuple[Obligation, RecordKind, str | None]]:
    return [(one.obligation, one.kind, one.part) for one in matters_found]


@pytest.mark.parametrize(
    ("cause", "obligation"),
    [
        ("stalled", OB.SHIPMENT),
        (Cause.RETURN_TO_SENDER, OB.SHIPMENT),
        (Cause.CLAIMED_MISSING, OB.SHIPMENT),
        (Blocked.SHIPMENT_CANCELLED, OB.SHIPMENT),
        (Blocked.TRACKING, OB.SHIPMENT),
        (Cause.CANCELLED_NOT_RETURNED, OB.MONEY),
        (Blocked.MONEY, OB.MONEY),
        (Blocked.OPTED_OUT, OB.CONTACT),
        ("missing:language", OB.CONTACT),
        (Blocked.CHARGEBACK, OB.CHARGEBACK),
        (Blocked.DUPLICATE, OB.DUPLICATE),
        (Cause.STATUS_UPDATE, OB.REVIEW),
        (GOODWILL, OB.REVIEW),
        ("a word of next year", OB.REVIEW),
    ],
)
def test_a_cause_gives_its_obligation(cause: str, obligation: Obligation) -> None:
    assert obligation_of(cause) is obligation


def test_every_trouble_is_an_obligation() -> None:
    assert {trouble.value for trouble in Trouble} <= {obligation.value for obligation in OB}


def test_a_parcel_that_stalls_and_then_comes_back_is_the_same_matter() -> None:
    stalled = found("stalled", steps=[Step(cause="stalled", shipment_ids=("s1",))])
    back = found(
        Cause.RETURN_TO_SENDER,
        steps=[Step(cause=Cause.RETURN_TO_SENDER, shipment_ids=("s1",))],
    )
    assert about(stalled) == about(back) == [(OB.SHIPMENT, R.SHIPMENT, "s1")]


def test_each_parcel_in_trouble_is_a_matter_of_its_own() -> None:
    steps = [
        Step(cause="stalled"),
        Step(cause="stalled", shipment_ids=("s1",), amount_minor=500, currency="USD"),
        Step(cause="stalled", shipment_ids=("s1",), amount_minor=900, currency="USD"),
        Step(cause="pickup_late", shipment_ids=("s2",), amount_minor=100, currency="USD"),
    ]
    one, two = found("stalled", steps=steps)
    assert (one.part, one.amount_minor, one.cause) == ("s1", 900, "stalled")
    assert (two.part, two.amount_minor, two.cause) == ("s2", 100, "pickup_late")


def test_a_parcel_that_no_action_names_is_found_by_its_cause() -> None:
    parcels = [
        a_parcel("s1", returning=True),
        a_parcel("s2", delivered=True, exception_likely=Field(kind=FactKind.FACT, value=False)),
        a_parcel("s3", cancelled=True, exception_likely=Field(kind=FactKind.UNKNOWN)),
        a_parcel("s4", exception_likely=Field(kind=FactKind.UNKNOWN)),
    ]
    for cause, part in (
        (Cause.RETURN_TO_SENDER, "s1"),
        (Cause.CLAIMED_MISSING, "s2"),
        (Blocked.SHIPMENT_CANCELLED, "s3"),
        (Blocked.TRACKING, "s4"),
        ("stalled", "s1"),
    ):
        assert about(found(cause, parcels=parcels)) == [(OB.SHIPMENT, R.SHIPMENT, part)]


def test_trouble_with_parcels_of_which_there_are_none_is_the_orders() -> None:
    assert about(found(Blocked.TRACKING)) == [(OB.SHIPMENT, R.ORDER, None)]


def test_money_is_about_the_payments_that_have_not_all_gone_back() -> None:
    payments = [money("t1", 900, 900), money("t2", 900, 0, reserved=900), money("t3", 900, 100)]
    refund = Step(
        cause=Cause.CANCELLED_NOT_RETURNED, transaction_id="t3", amount_minor=800, currency="USD"
    )
    two, three = found(Cause.CANCELLED_NOT_RETURNED, money=payments, steps=[refund])
    assert about([two, three]) == [
        (OB.MONEY, R.TRANSACTION, "t2"),
        (OB.MONEY, R.TRANSACTION, "t3"),
    ]
    assert (two.amount_minor, three.amount_minor) == (None, 800)


def test_the_matter_stays_when_the_refund_is_pending_and_nothing_can_be_proposed() -> None:
    before = found(
        Cause.CANCELLED_NOT_RETURNED,
        money=[money("t1", 900, 0)],
        steps=[Step(cause=Cause.CANCELLED_NOT_RETURNED, transaction_id="t1")],
    )
    pending = found(Cause.CANCELLED_NOT_RETURNED, money=[money("t1", 900, 0, reserved=900)])
    assert about(before) == about(pending)


def test_reasons_that_block_are_matters_each_obligation_once() -> None:
    reasons = ["missing:language", "missing:preferred_channel", Blocked.CHARGEBACK, Blocked.MONEY]
    assert about(found("missing:language", blocked_reasons=reasons)) == [
        (OB.CONTACT, R.ORDER, None),
        (OB.CHARGEBACK, R.ORDER, None),
        (OB.MONEY, R.ORDER, None),
    ]


def test_a_present_beside_trouble_is_decided_with_it() -> None:
    steps = [Step(cause="stalled", shipment_ids=("s1",)), Step(cause=GOODWILL)]
    assert about(found("stalled", steps=steps)) == [(OB.SHIPMENT, R.SHIPMENT, "s1")]
    alone = found(Cause.STATUS_UPDATE, steps=[Step(cause=GOODWILL)])
    assert about(alone) == [(OB.REVIEW, R.ORDER, None)]


def test_escalations_ring_at_once_and_the_rest_waits() -> None:
    assert {track: rings_at_once(track) for track in Track} == {
        Track.ESCALATE: True,
        Track.EXCEPTION: False,
        Track.STANDARD: False,
    }
