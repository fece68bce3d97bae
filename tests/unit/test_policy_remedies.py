"""DUP-1, SHP-1, SHP-2, GDW-1 and CHN-1."""

from datetime import timedelta
from typing import Any

import pytest

from shopops.agents.facts import Field
from shopops.agents.proposal import GOODWILL, Action, Track
from shopops.agents.thresholds import Thresholds
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    NOW,
    UNKNOWN,
    a_context,
    a_credit,
    a_live,
    a_mail,
    a_pack,
    a_parcel,
    a_person,
    a_proposal,
    a_refund,
    a_reship,
    a_transaction,
    answer,
    fact,
    inference,
    judge,
    reason,
)

GIVING = Thresholds(goodwill_cap_cents={"USD": 1000})


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ({}, {}, "live_remedy"),
        ({"line_ids": ["l1"]}, {"line_ids": ["l1", "l2"]}, "live_remedy"),
        ({"line_ids": ["l1"]}, {"line_ids": ["l2"]}, "no_live_remedy"),
        ({"line_ids": ["l1"]}, {"line_ids": []}, "live_remedy"),
        ({"line_ids": []}, {"line_ids": ["l1"]}, "live_remedy"),
        ({"shipment_ids": ["s1"]}, {"shipment_ids": ["s1"]}, "live_remedy"),
        ({"shipment_ids": ["s1"]}, {"shipment_ids": ["s2"]}, "no_live_remedy"),
        ({"shipment_ids": ["s1"]}, {"line_ids": ["l1"]}, "live_remedy"),
        (
            {"shipment_ids": ["s1"], "line_ids": ["l1"]},
            {"shipment_ids": ["s2"], "line_ids": ["l1"]},
            "live_remedy",
        ),
        (
            {"shipment_ids": ["s1"], "line_ids": ["l1"]},
            {"shipment_ids": ["s1"], "line_ids": ["l2"]},
            "live_remedy",
        ),
        ({}, {"cause": "lost"}, "no_live_remedy"),
        ({}, {"kind": "draft_email"}, "no_live_remedy"),
        ({}, {"kind": "propose_reship"}, "live_remedy"),
    ],
)
def test_one_remedy_lives_per_order_cause_and_line(
    ours: dict[str, Any], theirs: dict[str, Any], expected: str
) -> None:
    [verdict] = judge(a_refund(1, **ours), context=a_context(live_remedies=[a_live(**theirs)]))
    found = answer(verdict, RuleId.DUP_1)
    assert found is not None
    assert found.reason == expected
    assert (verdict.outcome == Outcome.DENY) == (expected == "live_remedy")


def test_the_live_remedy_is_named() -> None:
    [verdict] = judge(a_reship(), context=a_context(live_remedies=[a_live(action_id="41")]))
    found = answer(verdict, RuleId.DUP_1)
    assert found is not None
    assert found.numbers == {"kind": "propose_refund", "remedy": "41"}


def test_mail_and_waiting_for_a_person_repeat_nothing() -> None:
    for verdict in judge(a_mail(), a_person(), context=a_context(live_remedies=[a_live()])):
        assert answer(verdict, RuleId.DUP_1) is None


@pytest.mark.parametrize(
    ("one", "other", "repeats"),
    [
        (a_refund(1), a_refund(1), True),
        (a_refund(1), a_reship(), True),
        (a_refund(1, alternative="g"), a_reship(alternative="h"), True),
        (a_refund(1, alternative="g"), a_reship(alternative="g"), False),
        (a_refund(1), a_refund(1, transaction_id="t2"), False),
        (a_refund(1), a_refund(1, cause="lost"), False),
        (a_refund(1, line_ids=["l1"]), a_refund(1, line_ids=["l2"]), False),
        (a_refund(1, line_ids=["l1"]), a_refund(1, line_ids=["l1"]), True),
        (a_refund(1, shipment_ids=["s1"]), a_reship(shipment_ids=["s1"]), True),
        (
            a_refund(1, shipment_ids=["s1"], line_ids=["l1"]),
            a_refund(1, shipment_ids=["s2"], line_ids=["l1"]),
            False,
        ),
    ],
)
def test_one_proposal_answers_one_trouble_once(one: Action, other: Action, repeats: bool) -> None:
    pack = a_pack(money=[a_transaction(), a_transaction(id="t2")])
    for verdict in judge(one, other, pack=pack):
        found = reason(verdict, RuleId.DUP_1)
        assert found == (("deny", "repeated_remedy") if repeats else ("permit", "no_live_remedy"))


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


@pytest.mark.parametrize(
    ("total", "cap", "minor", "expected"),
    [
        (12900, 1000, 999, "within_goodwill"),
        (12900, 1000, 1000, "within_goodwill"),
        (12900, 1000, 1001, "above_goodwill"),
        (9000, 1000, 900, "within_goodwill"),
        (9000, 1000, 901, "above_goodwill"),
        (9009, 1000, 900, "within_goodwill"),
        (9009, 1000, 901, "above_goodwill"),
        (9, 1000, 1, "above_goodwill"),
    ],
)
def test_goodwill_is_at_most_the_cap_and_a_tenth_of_the_total_rounded_down(
    total: int, cap: int, minor: int, expected: str
) -> None:
    pack = a_pack(fields={"order_total": fact(total)})
    thresholds = Thresholds(goodwill_cap_cents={"USD": cap})
    [verdict] = judge(a_credit(minor), pack=pack, thresholds=thresholds)
    found = answer(verdict, RuleId.GDW_1)
    assert found is not None
    assert found.reason == expected
    assert found.numbers == {
        "amount": minor,
        "limit": min(cap, total // 10),
        "cap": cap,
        "percent": 10,
        "order_total": total,
    }
    assert (verdict.outcome == Outcome.DENY) == (expected == "above_goodwill")


@pytest.mark.parametrize(
    ("fields", "thresholds", "expected"),
    [
        ({"order_total": UNKNOWN}, GIVING, "total_unknown"),
        ({"order_total": inference(12900)}, GIVING, "total_unknown"),
        ({"order_total": fact(value=True)}, GIVING, "total_unknown"),
        ({"order_currency": UNKNOWN}, GIVING, "total_unknown"),
        ({"order_currency": inference("USD")}, GIVING, "total_unknown"),
        ({"order_currency": fact(None)}, GIVING, "total_unknown"),
        ({"order_currency": fact("EUR")}, GIVING, "total_in_other_currency"),
        ({}, Thresholds(), "no_goodwill_cap"),
    ],
)
def test_goodwill_without_a_limit_is_denied(
    fields: dict[str, Field], thresholds: Thresholds, expected: str
) -> None:
    [verdict] = judge(a_credit(1), pack=a_pack(fields=fields), thresholds=thresholds)
    assert reason(verdict, RuleId.GDW_1) == ("deny", expected)


@pytest.mark.parametrize("missing", ["order_total", "order_currency"])
def test_goodwill_without_the_order_total_in_the_pack_is_denied(missing: str) -> None:
    pack = a_pack()
    del pack.fields[missing]
    [verdict] = judge(a_credit(1), pack=pack, thresholds=GIVING)
    assert reason(verdict, RuleId.GDW_1) == ("deny", "total_unknown")


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        (timedelta(days=90), ("permit", "within_goodwill")),
        (timedelta(days=90, seconds=-1), ("deny", "goodwill_recent")),
        (timedelta(days=-1), ("deny", "goodwill_recent")),
    ],
)
def test_goodwill_is_given_once_per_period(ago: timedelta, expected: tuple[str, str]) -> None:
    given = [NOW - timedelta(days=400), NOW - ago]
    context = a_context(goodwill_given_at=given)
    [verdict] = judge(a_credit(1), thresholds=GIVING, context=context)
    assert reason(verdict, RuleId.GDW_1) == expected
    if expected[0] == "deny":
        found = answer(verdict, RuleId.GDW_1)
        assert found is not None
        assert found.numbers == {"days": ago.days, "every_days": 90}


def test_one_proposal_gives_goodwill_once() -> None:
    credit = a_credit(1, line_ids=["l1"])
    for verdict in judge(credit, a_credit(1, line_ids=["l2"]), thresholds=GIVING):
        assert reason(verdict, RuleId.GDW_1) == ("deny", "goodwill_twice")


def test_the_mail_that_announces_goodwill_is_held_to_the_limit_but_not_counted_twice() -> None:
    mail, credit = judge(
        a_mail(amount_minor=1001, currency="USD", cause=GOODWILL),
        a_credit(1000, cause=GOODWILL),
        thresholds=GIVING,
    )
    assert reason(mail, RuleId.GDW_1) == ("deny", "above_goodwill")
    assert reason(credit, RuleId.GDW_1) == ("permit", "within_goodwill")


@pytest.mark.parametrize(
    ("track", "expected"),
    [(Track.STANDARD, ("deny", "no_goodwill_cap")), (Track.EXCEPTION, None)],
)
def test_a_refund_is_goodwill_only_where_nothing_went_wrong(
    track: Track, expected: tuple[str, str] | None
) -> None:
    [verdict] = judge(proposal=a_proposal(a_refund(1), track=track))
    assert reason(verdict, RuleId.GDW_1) == expected


def test_a_mail_that_offers_nothing_is_no_goodwill() -> None:
    [verdict] = judge(proposal=a_proposal(a_mail(), track=Track.STANDARD))
    assert answer(verdict, RuleId.GDW_1) is None


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
