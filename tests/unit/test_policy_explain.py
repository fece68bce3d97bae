"""Every answer of every rule has a sentence that people can read."""

from collections.abc import Iterator
from datetime import timedelta
from string import Formatter
from typing import Any

import pytest

from shopops.agents.facts import FactKind, Field
from shopops.agents.proposal import Track
from shopops.agents.thresholds import Thresholds
from shopops.policy.decide import RULES
from shopops.policy.explain import sentence
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.sentences import SENTENCES
from shopops.policy.verdicts import Outcome, RuleResult, Verdict
from tests.support.policy_cases import (
    NOW,
    UNKNOWN,
    a_context,
    a_gift,
    a_live,
    a_mail,
    a_pack,
    a_parcel,
    a_person,
    a_proposal,
    a_refund,
    a_reship,
    aged,
    fact,
    judge,
    judge_approved,
)

GIVING = Thresholds(goodwill_cap_cents={"USD": 1000}, second_cap_cents={"USD": 9000})


def _evidence_and_requester() -> Iterator[list[Verdict]]:
    yield judge(a_refund(100))
    yield judge(a_mail(evidence_ids=[]), a_mail(evidence_ids=["ship:s9"]))
    yield judge(proposal=a_proposal(a_mail(), order_id="O-2"))
    yield judge(a_mail(), pack=aged(a_pack(), timedelta(hours=30)))
    yield judge(a_refund(100), pack=a_pack(fields={"requester_matched": UNKNOWN}))
    yield judge(a_refund(100), pack=a_pack(fields={"requester_matched": fact(value=False)}))
    nobody = Field(kind=FactKind.UNKNOWN, reason="no_request")
    yield judge(a_refund(100), pack=a_pack(fields={"requester_matched": nobody}))


def _money() -> Iterator[list[Verdict]]:
    amounts: tuple[Any, ...] = (None, 1.5, -1, 0, 10**16)
    yield from (judge(a_refund(minor)) for minor in amounts)
    yield from (judge(a_refund(100, currency=code)) for code in (None, "ZZZ", "EUR"))
    yield judge(a_refund(13000), a_refund(1, transaction_id="t9", line_ids=["l2"]))
    yield judge(a_refund(1, transaction_id=None))
    yield judge(a_refund(1), pack=a_pack(money_conflicts=["line_sum"]))


def _remedies() -> Iterator[list[Verdict]]:
    given = a_live(amount_minor=12900, currency="USD", revision=1)
    yield judge(a_refund(1), context=a_context(live_remedies=[given]))
    yield judge(
        a_mail(body_outline=["reship_or_refund_options"]),
        a_reship(),
        context=a_context(live_remedies=[a_live()]),
    )
    yield judge(a_refund(1), a_refund(1))
    yield judge(a_reship(), a_reship(shipment_ids=["s9"], cause="cancelled_not_returned"))
    yield judge(a_reship(), pack=a_pack(parcels=[a_parcel(returning=True)]))
    yield judge(a_reship(), pack=a_pack(fields={"ship_to": UNKNOWN}))
    yield judge(a_reship(), pack=a_pack(fields={"ship_to_complete": UNKNOWN}))
    yield judge(a_mail(channel=None), a_mail(channel="sms"))
    yield judge(a_mail(), context=a_context(suppressed_channels=frozenset({"email"})))
    yield judge(a_mail(), pack=a_pack(fields={"opted_out": fact(value=True)}))


def _goodwill() -> Iterator[list[Verdict]]:
    yield judge(a_gift(1000), thresholds=GIVING)
    yield judge(a_gift(1001), thresholds=GIVING)
    yield judge(a_gift(1))
    yield judge(a_gift(1), a_gift(1, line_ids=["l1"]), thresholds=GIVING)
    yield judge(a_gift(1), thresholds=GIVING, context=a_context(goodwill_given_at=[NOW]))
    yield judge(a_gift(1), pack=a_pack(fields={"order_total": UNKNOWN}), thresholds=GIVING)
    yield judge(a_gift(1), pack=a_pack(fields={"order_currency": fact("EUR")}))


def _caps() -> Iterator[list[Verdict]]:
    yield judge(a_refund(5001), a_refund(1, requires_approval=True, line_ids=["l1"]), a_person())
    yield judge(a_refund(1, line_ids=["l1"]), a_refund(1, line_ids=["l2"]))
    yield judge(proposal=a_proposal(a_mail(), track=Track.ESCALATE))
    yield judge(a_refund(1), thresholds=Thresholds(approval_above_cents={}))
    foreign = a_live(cause="cancelled_not_returned", amount_minor=1, currency="EUR")
    yield judge(a_refund(1), context=a_context(live_remedies=[foreign]))
    unknown = a_mail()
    unknown.kind = "wire"  # type: ignore[assignment]  # as a struct built unchecked may be
    yield judge(unknown)


def _approvals() -> Iterator[list[Verdict]]:
    proposal = a_proposal(a_refund(9001))
    for changes in (
        {},
        {"approvers_before": ["maya"]},
        {"approvers_before": ["noor"]},
        {"approver": "agent"},
        {"editors": ["maya"]},
        {"approver": ""},
        {"proposal_digest": "d2"},
        {"approved_amounts": {"0": 1}},
        {"approved_payees": {"0": "t2"}},
    ):
        yield judge_approved(proposal, 0, thresholds=GIVING, **changes)
    yield judge_approved(a_proposal(a_refund(100)), 0)
    either = a_proposal(a_reship(alternative="g"), a_refund(1, alternative="g"))
    yield judge_approved(either, 0, 1)


def _all_results() -> list[RuleResult]:
    groups = (_evidence_and_requester, _money, _remedies, _goodwill, _caps, _approvals)
    return [
        result
        for group in groups
        for verdicts in group()
        for verdict in verdicts
        for result in verdict.results
    ]


RESULTS = _all_results()


def test_every_reason_has_a_sentence_and_every_rule_a_function() -> None:
    assert set(SENTENCES) == set(Reason)
    assert set(RULES) == set(RuleId)


def test_the_cases_here_reach_every_reason_and_every_rule() -> None:
    assert {Reason(result.reason) for result in RESULTS} == set(Reason)
    assert {result.rule for result in RESULTS} == set(RuleId)


@pytest.mark.parametrize("currency", ["USD", "JPY", None, "ZZZ"])
def test_every_answer_reads_as_a_whole_sentence(currency: str | None) -> None:
    for result in RESULTS:
        text = sentence(result, currency)
        assert text.endswith(".")
        assert text[0].isupper() or text.startswith("wire")
        assert "{" not in text


def test_each_reason_belongs_to_one_rule() -> None:
    rules: dict[str, set[RuleId]] = {}
    for result in RESULTS:
        rules.setdefault(result.reason, set()).add(result.rule)
    for of_any_rule in (Reason.APPROVED, Reason.OFFERS_DENIED):
        rules.pop(of_any_rule, None)
    assert {reason for reason, of in rules.items() if len(of) > 1} == set()


def test_the_numbers_of_a_sentence_are_always_given() -> None:
    for result in RESULTS:
        asked = str(result.numbers.get("answers", result.reason))
        names = {name for _, name, _, _ in Formatter().parse(SENTENCES[Reason(asked)]) if name}
        assert names <= result.numbers.keys()


@pytest.mark.parametrize(
    ("currency", "text"),
    [
        ("USD", "The amount of 129.00 USD is above the cap of 50.00 USD."),
        ("JPY", "The amount of 12,900 JPY is above the cap of 5,000 JPY."),
        ("KWD", "The amount of 12.900 KWD is above the cap of 5.000 KWD."),
        (None, "The amount of 12900 minor units is above the cap of 5000 minor units."),
    ],
)
def test_money_is_written_in_its_currency(currency: str | None, text: str) -> None:
    result = RuleResult(
        rule=RuleId.APR_1,
        outcome=Outcome.NEEDS_APPROVAL,
        reason=Reason.ABOVE_CAP,
        numbers={"amount": 12900, "cap": 5000},
    )
    assert sentence(result, currency) == text


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (Reason.NO_EVIDENCE, "No evidence is cited."),
        (
            Reason.REREAD_BEFORE_EXECUTION,
            (
                "The oldest evidence was read up to 30 hours ago, and the limit is 24 hours. "
                "It is read again before anything is carried out."
            ),
        ),
        (
            Reason.ABOVE_REMAINING,
            (
                "Refunds of 130.00 USD on this payment are more than the 129.00 USD that it still "
                "holds: 129.00 USD captured, 0.00 USD refunded, 0.00 USD reserved."
            ),
        ),
        (
            Reason.LIVE_REMEDY,
            "The same trouble has been answered already, by a refund of 129.00 USD (revision 1).",
        ),
        (
            Reason.SAME_APPROVER,
            (
                "The amount of 90.01 USD is above the second cap of 90.00 USD: "
                "the second approval must come from somebody else."
            ),
        ),
        (
            Reason.FOUR_EYES,
            (
                "The amount of 90.01 USD is above the second cap of 90.00 USD: "
                "2 people must approve."
            ),
        ),
        (
            Reason.MONEY_CONFLICT,
            "The order's amounts disagree (line_sum), so what can be refunded is not known.",
        ),
    ],
)
def test_sentences_read_as_written(reason: Reason, text: str) -> None:
    [first, *_] = [result for result in RESULTS if result.reason == reason]
    assert sentence(first, "USD") == text


def test_a_result_that_was_stored_with_less_still_reads() -> None:
    """Earlier versions named the live remedy by its kind and an id."""
    stored = RuleResult(
        rule=RuleId.DUP_1,
        outcome=Outcome.DENY,
        reason=Reason.LIVE_REMEDY,
        numbers={"kind": "propose_reship", "remedy": "7"},
    )
    text = "The same trouble has been answered already, by sending again."
    assert sentence(stored, "USD") == text


@pytest.mark.parametrize(
    ("offers", "words"),
    [
        ("propose_refund", "a refund"),
        ("propose_reship,propose_refund", "sending again and a refund"),
        (
            "propose_reship,propose_refund,propose_store_credit",
            "sending again, a refund and a store credit",
        ),
    ],
)
def test_what_a_message_must_not_offer_is_enumerated(offers: str, words: str) -> None:
    result = RuleResult(
        rule=RuleId.MON_2,
        outcome=Outcome.DENY,
        reason=Reason.OFFERS_DENIED,
        numbers={"offers": offers},
    )
    assert sentence(result, "USD") == (
        f"The message offers {words}, which this rule denies, so it cannot go out like this."
    )


def test_an_approved_answer_says_what_was_asked_and_that_a_person_approved_it() -> None:
    [verdict] = judge_approved(a_proposal(a_refund(12900)), 0)
    texts = [sentence(result, "USD") for result in verdict.results]
    assert "The amount of 129.00 USD is above the cap of 50.00 USD. A person approved it." in texts
