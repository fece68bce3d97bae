"""SHP-1, SHP-2 and CHN-1: where a parcel and a mail may go."""

import pytest

from shopops.agents.facts import Field
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    UNKNOWN,
    a_context,
    a_mail,
    a_pack,
    a_parcel,
    a_refund,
    a_reship,
    answer,
    fact,
    inference,
    judge,
    reason,
)


def test_sending_again_always_needs_approval_however_little_it_costs() -> None:
    [verdict] = judge(a_reship(amount_minor=1, currency="USD", requires_approval=False))
    assert reason(verdict, RuleId.SHP_1) == ("permit", "address_known")
    assert reason(verdict, RuleId.SHP_2) == ("needs_approval", "reship")
    assert verdict.outcome == Outcome.NEEDS_APPROVAL


def test_only_sending_again_needs_an_address() -> None:
    for verdict in judge(a_refund(1), a_mail(), pack=a_pack(fields={"ship_to": UNKNOWN})):
        assert answer(verdict, RuleId.SHP_1) is None
        assert answer(verdict, RuleId.SHP_2) is None


@pytest.mark.parametrize(
    ("name", "field", "expected"),
    [
        ("ship_to", UNKNOWN, "address_unknown"),
        ("ship_to", inference("US"), "address_unknown"),
        ("ship_to", fact(""), "address_unknown"),
        ("ship_to_complete", UNKNOWN, "address_incomplete"),
        ("ship_to_complete", fact(value=False), "address_incomplete"),
        ("ship_to_complete", inference(value=True), "address_incomplete"),
    ],
)
def test_nothing_is_sent_to_an_address_that_is_not_known(
    name: str, field: Field, expected: str
) -> None:
    [verdict] = judge(a_reship(), pack=a_pack(fields={name: field}))
    assert reason(verdict, RuleId.SHP_1) == ("deny", expected)
    assert verdict.outcome == Outcome.DENY


def test_a_field_that_the_pack_lacks_is_unknown() -> None:
    pack = a_pack()
    del pack.fields["ship_to"]
    [verdict] = judge(a_reship(), pack=pack)
    assert reason(verdict, RuleId.SHP_1) == ("deny", "address_unknown")


@pytest.mark.parametrize("shipments", [["s1"], []])
def test_after_a_return_the_address_is_confirmed_first(shipments: list[str]) -> None:
    pack = a_pack(parcels=[a_parcel(returning=True), a_parcel(id="s2")])
    [verdict] = judge(a_reship(shipment_ids=shipments), pack=pack)
    found = answer(verdict, RuleId.SHP_1)
    assert found is not None
    assert (found.outcome, found.reason) == (Outcome.NEEDS_APPROVAL, "confirm_address")
    assert found.numbers == {"shipment": "s1"}


def test_the_return_of_another_parcel_does_not_matter() -> None:
    pack = a_pack(parcels=[a_parcel(returning=True), a_parcel(id="s2")])
    [verdict] = judge(a_reship(shipment_ids=["s2"]), pack=pack)
    assert reason(verdict, RuleId.SHP_1) == ("permit", "address_known")


def test_a_parcel_that_is_not_in_the_order_is_not_sent_again() -> None:
    [verdict] = judge(a_reship(shipment_ids=["s1", "s9"]))
    assert reason(verdict, RuleId.SHP_1) == ("deny", "unknown_shipment")


def test_the_suppression_list_wins_over_everything() -> None:
    context = a_context(suppressed_channels=frozenset({"email"}))
    mail, other, refund = judge(a_mail(), a_mail(channel="sms"), a_refund(1), context=context)
    assert reason(mail, RuleId.CHN_1) == ("deny", "channel_suppressed")
    assert mail.outcome == Outcome.DENY
    assert reason(other, RuleId.CHN_1) == ("permit", "channel_open")
    assert answer(refund, RuleId.CHN_1) is None


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (fact(value=True), ("deny", "opted_out")),
        (inference(value=True), ("deny", "opted_out")),
        (fact(value=False), ("permit", "channel_open")),
        (None, ("permit", "channel_open")),
    ],
)
def test_a_customer_who_opted_out_is_not_written_to(
    field: Field | None, expected: tuple[str, str]
) -> None:
    pack = a_pack()
    pack.fields.pop("opted_out")
    if field is not None:
        pack.fields["opted_out"] = field
    [verdict] = judge(a_mail(), pack=pack)
    assert reason(verdict, RuleId.CHN_1) == expected


@pytest.mark.parametrize("channel", [None, ""])
def test_a_mail_without_a_channel_is_denied(channel: str | None) -> None:
    [verdict] = judge(a_mail(channel=channel))
    assert reason(verdict, RuleId.CHN_1) == ("deny", "channel_missing")
