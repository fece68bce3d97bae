"""GDW-1: goodwill is small against the order, and rare."""

from datetime import timedelta

import pytest

from shopops.agents.facts import Field
from shopops.agents.proposal import GOODWILL, Track
from shopops.agents.thresholds import Thresholds
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    NOW,
    UNKNOWN,
    a_context,
    a_gift,
    a_mail,
    a_pack,
    a_proposal,
    a_refund,
    answer,
    fact,
    inference,
    judge,
    reason,
)

GIVING = Thresholds(goodwill_cap_cents={"USD": 1000})


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
    [verdict] = judge(a_gift(minor), pack=pack, thresholds=thresholds)
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
    [verdict] = judge(a_gift(1), pack=a_pack(fields=fields), thresholds=thresholds)
    assert reason(verdict, RuleId.GDW_1) == ("deny", expected)


@pytest.mark.parametrize("missing", ["order_total", "order_currency"])
def test_goodwill_without_the_order_total_in_the_pack_is_denied(missing: str) -> None:
    pack = a_pack()
    del pack.fields[missing]
    [verdict] = judge(a_gift(1), pack=pack, thresholds=GIVING)
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
    [verdict] = judge(a_gift(1), thresholds=GIVING, context=context)
    assert reason(verdict, RuleId.GDW_1) == expected
    if expected[0] == "deny":
        found = answer(verdict, RuleId.GDW_1)
        assert found is not None
        assert found.numbers == {"days": ago.days, "every_days": 90}


def test_one_proposal_gives_goodwill_once() -> None:
    credit = a_gift(1, line_ids=["l1"])
    for verdict in judge(credit, a_gift(1, line_ids=["l2"]), thresholds=GIVING):
        assert reason(verdict, RuleId.GDW_1) == ("deny", "goodwill_twice")


def test_the_mail_that_announces_goodwill_is_held_to_the_limit_but_not_counted_twice() -> None:
    mail, credit = judge(
        a_mail(amount_minor=1001, currency="USD", cause=GOODWILL),
        a_gift(1000),
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
