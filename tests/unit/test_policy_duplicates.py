"""DUP-1: one live remedy per order, cause and line."""

from typing import Any

import pytest

from shopops.agents.proposal import Action
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome
from tests.support.policy_cases import (
    a_context,
    a_live,
    a_mail,
    a_pack,
    a_person,
    a_refund,
    a_reship,
    a_transaction,
    answer,
    judge,
    reason,
)


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
        ({}, {"cause": "return_to_sender"}, "live_remedy"),
        ({}, {"cause": "cancelled_not_returned"}, "no_live_remedy"),
        ({}, {"cause": "of an older version"}, "live_remedy"),
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
    live = a_live(action_id="41", amount_minor=12900, currency="USD", revision=2)
    [verdict] = judge(a_reship(), context=a_context(live_remedies=[live]))
    found = answer(verdict, RuleId.DUP_1)
    assert found is not None
    assert found.numbers == {
        "kind": "propose_refund",
        "remedy": "41",
        "remedy_minor": 12900,
        "remedy_currency": "USD",
        "revision": 2,
    }


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
        (a_refund(1), a_refund(1, cause="cancelled_not_returned"), False),
        (a_refund(1), a_refund(1, cause="return_to_sender"), True),
        (a_refund(1), a_refund(1, cause="goodness"), True),
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
