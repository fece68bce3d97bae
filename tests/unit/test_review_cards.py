"""What the cards of an order's page show, made from packs and verdicts alone."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from shopops.agents.facts import Pack, TransactionMoney
from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.proposal import Action, ActionKind, Proposal
from shopops.agents.resolution import ResolutionAgent
from shopops.ledger import ActorType, Entry, EventKind, Json
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome, RuleResult, Verdict
from shopops.review.changes import pack_changes
from shopops.review.detail.evidence_table import evidence_table
from shopops.review.detail.money_box import money_box
from shopops.review.detail.policy_card import Bar, policy_card
from shopops.review.detail.proposed import marked, only, proposed
from shopops.review.detail.timeline import timeline
from shopops.review.detail.tracking import last_places, tracking

NOW = datetime(2026, 3, 18, 12, 0, tzinfo=UTC)


def _known(order_id: str, now: datetime = NOW) -> tuple[Pack, Proposal]:
    pack = IntakeAgent(FakeOms(now=NOW), now=lambda: now).build(order_id, "store_northline")
    return pack, ResolutionAgent().propose(pack)


def _verdict(index: int, *results: RuleResult) -> Verdict:
    outcome = results[0].outcome if results else Outcome.PERMIT
    return Verdict(action_index=index, outcome=outcome, results=list(results), thresholds_version=7)


def _result(rule: RuleId, outcome: Outcome, reason: str, **numbers: int) -> RuleResult:
    return RuleResult(rule=rule, outcome=outcome, reason=reason, numbers=dict(numbers))


def test_alternatives_are_one_choice_and_the_first_is_preselected() -> None:
    pack, source = _known("O-1001")
    card = proposed(source.actions, {}, pack)
    [choice] = card.choices
    assert [option.title for option in choice.options] == ["Send again", "Refund"]
    assert [option.checked for option in choice.options] == [True, False]
    assert [option.title for option in card.alone] == ["Mail to the customer"]


def test_a_split_refund_is_one_option_of_two_actions() -> None:
    pack, source = _known("O-1030")
    [choice] = proposed(source.actions, {}, pack).choices
    refund = choice.options[1]
    assert refund.value == "-".join(map(str, refund.indexes))
    assert len(refund.indexes) == 2
    assert refund.amount == "129.00 USD"


def test_a_denied_option_is_not_preselected() -> None:
    pack, source = _known("O-1001")
    denied = _verdict(1, _result(RuleId.SHP_1, Outcome.DENY, "address_unknown"))
    [choice] = proposed(source.actions, {1: denied}, pack).choices
    assert [(option.denied, option.checked) for option in choice.options] == [
        (True, False),
        (False, True),
    ]


def test_what_a_person_does_is_not_offered_for_approval() -> None:
    pack, source = _known("O-1008")
    card = proposed(source.actions, {}, pack)
    assert not card.approvable
    assert [option.title for option in card.by_person] == ["A person takes over"]


def test_a_second_approver_sees_only_what_the_first_chose() -> None:
    pack, source = _known("O-1001")
    card = only(proposed(source.actions, {}, pack), [2])
    assert [option.title for choice in card.choices for option in choice.options] == ["Refund"]
    assert not card.alone


def test_after_the_decision_everything_offered_stays_and_the_chosen_is_marked() -> None:
    pack, source = _known("O-1001")
    card = marked(proposed(source.actions, {}, pack), [0, 2])
    [choice] = card.choices
    assert [option.approved for option in [*choice.options, *card.alone]] == [False, True, True]


def test_what_the_proposal_rests_on_comes_first_and_the_usual_later() -> None:
    pack, source = _known("O-1001")
    table = evidence_table(pack, source)
    first = [row.label for row in table.first]
    assert first[:2] == ["Trouble with a parcel likely", "Order total"]
    assert "Language" in first
    assert "Order state" in [row.label for row in table.rest]
    likely = table.first[0]
    assert (likely.kind_words, likely.value) == ("inference 0.70", "yes")


def test_what_blocks_comes_first_although_nothing_shows_it() -> None:
    pack, source = _known("O-1014")
    assert "Preferred channel" in [row.label for row in evidence_table(pack, source).first]


ACTIONS = [
    Action(kind=kind, evidence_ids=["x"], requires_approval=True, cause="stalled", currency="USD")
    for kind in (ActionKind.DRAFT_EMAIL, ActionKind.PROPOSE_REFUND)
]
ABOVE = _result(RuleId.APR_1, Outcome.NEEDS_APPROVAL, "above_cap", amount=12900, cap=5000)
EMPTY = _result(RuleId.EVD_1, Outcome.DENY, "no_evidence")
FINE = _result(RuleId.DUP_1, Outcome.PERMIT, "no_live_remedy")


def test_rules_are_told_strictest_first_and_equal_answers_once() -> None:
    card = policy_card(ACTIONS, [_verdict(0, ABOVE, FINE), _verdict(1, EMPTY, ABOVE)])
    assert [(line.rule, line.of) for line in card.lines] == [("EVD-1", "Refund"), ("APR-1", "")]
    assert [(line.rule, line.of) for line in card.permitted] == [("DUP-1", "Mail to the customer")]
    assert card.version == 7


def test_a_number_above_its_limit_is_drawn() -> None:
    card = policy_card(ACTIONS, [_verdict(0, ABOVE)])
    assert card.lines[0].bar == Bar(38, 62)
    within = _result(RuleId.APR_1, Outcome.PERMIT, "within_cap", amount=5000, cap=5000)
    assert policy_card(ACTIONS, [_verdict(0, within)]).permitted[0].bar is None


def test_a_proposal_that_nobody_judged_has_no_version() -> None:
    assert policy_card(ACTIONS, []).version is None


@pytest.mark.parametrize(
    ("captured", "refunded", "reserved", "drawn", "left"),
    [
        (100, 0, 0, [("remaining", 0, 100)], "1.00 USD"),
        (
            100,
            25,
            25,
            [("refunded", 0, 25), ("reserved", 25, 25), ("remaining", 50, 50)],
            "0.50 USD",
        ),
        (100, 100, 0, [("refunded", 0, 100)], "Nothing"),
        (100_000, 1, 0, [("refunded", 0, 1), ("remaining", 1, 99)], "999.99 USD"),
        (100, 120, 0, [], "Nothing"),
        (0, 0, 0, [], "Nothing"),
    ],
)
def test_money_is_drawn_in_proportion(
    captured: int, refunded: int, reserved: int, drawn: list[tuple[str, int, int]], left: str
) -> None:
    pack, _ = _known("O-1001")
    pack.money = [
        TransactionMoney(
            id="t1",
            currency="USD",
            captured=captured,
            refunded=refunded,
            reserved=reserved,
            evidence_ids=[],
        )
    ]
    [payment] = money_box(pack)
    assert [(part.kind, part.x, part.width) for part in payment.parts] == drawn
    assert payment.remaining == left


def test_a_silent_parcel_ends_in_a_gap_up_to_today() -> None:
    oms = FakeOms(now=NOW)
    pack, _ = _known("O-1001")
    [picture] = tracking(pack, oms.orders["O-1001"], oms.tracker_records, NOW)
    assert picture.silent == "6 days silent"
    assert [point.kind for point in picture.points] == ["seen", "seen", "seen", "last", "open"]
    assert picture.points[-1].day == "today"
    assert picture.gap_from == picture.points[-2].x
    assert picture.description.endswith("then 6 days silent")


def test_a_delivered_parcel_has_no_gap() -> None:
    oms = FakeOms(now=NOW)
    pack, _ = _known("O-1008")
    [picture] = tracking(pack, oms.orders["O-1008"], oms.tracker_records, NOW)
    assert (picture.silent, picture.gap_from) == ("", None)


def test_scans_that_came_after_the_pack_are_not_drawn() -> None:
    oms = FakeOms(now=NOW)
    pack, _ = _known("O-1001", NOW - timedelta(days=7, hours=12))
    [picture] = tracking(pack, oms.orders["O-1001"], oms.tracker_records, NOW)
    assert len(picture.points) < 5


def test_without_records_there_is_still_a_picture_of_nothing() -> None:
    pack, _ = _known("O-1001")
    [picture] = tracking(pack, None, {}, NOW)
    assert (picture.points, picture.description) == ([], "No scans, in transit")
    assert last_places(pack, None, {}) == {}


def test_packs_of_the_same_evidence_do_not_differ() -> None:
    one, _ = _known("O-1001")
    other, _ = _known("O-1001", NOW + timedelta(minutes=1))
    assert pack_changes(one, other) == []


def test_a_difference_is_told_with_its_likelihood() -> None:
    before, _ = _known("O-1001", NOW - timedelta(days=3))
    after, _ = _known("O-1001")
    told = {change.what: (change.before, change.after) for change in pack_changes(before, after)}
    assert told["Trouble with a parcel likely"] == ("no, 0.60 likely", "yes, 0.70 likely")


def _entry(kind: EventKind, **body: Json) -> Entry:
    return Entry(
        event_id=uuid4(),
        kind=kind,
        actor=ActorType.HUMAN,
        occurred_at=NOW,
        recorded_at=NOW,
        body=body,
        seq=1,
        leaf_hash=None,
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (_entry(EventKind.INTAKE, evidence=14), "Intake recorded 14 pieces of evidence"),
        (
            _entry(EventKind.PROPOSAL, revision=2, track="exception", actions=[{}]),
            "Resolution proposed, revision 2: exception, 1 action",
        ),
        (
            _entry(
                EventKind.VERDICT,
                thresholds_version=7,
                verdicts=[
                    {"outcome": "needs_approval", "rules": ["APR-1", "SHP-2"]},
                    {"outcome": "needs_approval", "rules": ["APR-1"]},
                ],
            ),
            "Policy, thresholds version 7: needs a person (APR-1, SHP-2)",
        ),
        (
            _entry(
                EventKind.VERDICT,
                thresholds_version=7,
                verdicts=[{"outcome": "permit", "rules": []}],
            ),
            "Policy, thresholds version 7: permitted",
        ),
        (
            _entry(
                EventKind.DECISION,
                decision="approve",
                final=False,
                kinds=["propose_refund", "propose_refund"],
                reviewer="aa",
            ),
            "Maya approved refund (1 of 2)",
        ),
        (_entry(EventKind.DECISION, decision="reject", reviewer="bb"), "Somebody rejected it"),
        (
            _entry(
                EventKind.DECISION,
                decision="handled_outside",
                outcome="customer_contacted",
                reviewer="aa",
            ),
            "Maya handled it outside: customer contacted",
        ),
        (_entry(EventKind.SETTINGS, version=3), "Thresholds version 3 came into force"),
        (_entry(EventKind.HANDED_OFF), "Handed off"),
    ],
)
def test_a_ledger_row_is_a_sentence(entry: Entry, said: str) -> None:
    [line] = timeline([entry], {"aa": "Maya"})
    assert line.sentence == said
