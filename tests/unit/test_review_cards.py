"""What the cards of an order's page show, made from packs and verdicts alone."""

from datetime import timedelta

import pytest

from shopops.agents.facts import FactKind, Field
from shopops.agents.proposal import Action, ActionKind
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome, RuleResult, Verdict
from shopops.review.changes import pack_changes
from shopops.review.detail.evidence_table import evidence_table
from shopops.review.detail.policy_card import Bar, policy_card
from shopops.review.detail.proposed import marked, only, proposed
from tests.support.known import NOW, known


def _verdict(index: int, *results: RuleResult) -> Verdict:
    outcome = results[0].outcome if results else Outcome.PERMIT
    return Verdict(action_index=index, outcome=outcome, results=list(results), thresholds_version=7)


def _result(rule: RuleId, outcome: Outcome, reason: str, **numbers: int) -> RuleResult:
    return RuleResult(rule=rule, outcome=outcome, reason=reason, numbers=dict(numbers))


def test_alternatives_are_one_choice_and_the_first_is_preselected() -> None:
    pack, source = known("O-1001")
    card = proposed(source.actions, {}, pack)
    [choice] = card.choices
    assert [option.title for option in choice.options] == ["Send again", "Refund"]
    assert [option.checked for option in choice.options] == [True, False]
    assert [option.title for option in card.alone] == ["Mail to the customer"]


def test_a_split_refund_is_one_option_of_two_actions() -> None:
    pack, source = known("O-1030")
    [choice] = proposed(source.actions, {}, pack).choices
    refund = choice.options[1]
    assert refund.value == "-".join(map(str, refund.indexes))
    assert len(refund.indexes) == 2
    assert refund.amount == "129.00 USD"


def test_a_denied_option_is_not_preselected() -> None:
    pack, source = known("O-1001")
    denied = _verdict(1, _result(RuleId.SHP_1, Outcome.DENY, "address_unknown"))
    [choice] = proposed(source.actions, {1: denied}, pack).choices
    assert [(option.denied, option.checked) for option in choice.options] == [
        (True, False),
        (False, True),
    ]


def test_what_a_person_does_is_not_offered_for_approval() -> None:
    pack, source = known("O-1008")
    card = proposed(source.actions, {}, pack)
    assert not card.approvable
    assert [option.title for option in card.by_person] == ["A person takes over"]


def test_when_policy_forbids_every_step_nothing_can_be_approved() -> None:
    pack, source = known("O-1001")
    denied = _verdict(0, _result(RuleId.SHP_1, Outcome.DENY, "address_unknown"))
    assert not proposed(source.actions, dict.fromkeys(range(3), denied), pack).approvable
    assert proposed(source.actions, dict.fromkeys(range(2), denied), pack).approvable


def test_a_second_approver_sees_only_what_the_first_chose() -> None:
    pack, source = known("O-1001")
    card = only(proposed(source.actions, {}, pack), [2])
    assert [option.title for choice in card.choices for option in choice.options] == ["Refund"]
    assert not card.alone


def test_after_the_decision_everything_offered_stays_and_the_chosen_is_marked() -> None:
    pack, source = known("O-1001")
    card = marked(proposed(source.actions, {}, pack), [0, 2])
    [choice] = card.choices
    assert [option.approved for option in [*choice.options, *card.alone]] == [False, True, True]


def test_what_the_proposal_rests_on_comes_first_and_the_usual_later() -> None:
    pack, source = known("O-1001")
    table = evidence_table(pack, source)
    first = [row.label for row in table.first]
    assert first[:2] == ["Trouble with a parcel likely", "Order total"]
    assert "Language" in first
    assert "Order state" in [row.label for row in table.rest]
    likely = table.first[0]
    assert (likely.kind_words, likely.value) == ("inference 0.70", "yes")


def test_what_blocks_comes_first_although_nothing_shows_it() -> None:
    pack, source = known("O-1014")
    assert "Preferred channel" in [row.label for row in evidence_table(pack, source).first]


def test_what_nothing_is_known_of_comes_first_when_that_blocks() -> None:
    pack, source = known("O-1012")
    assert source.blocked_reasons == ["missing:tracking"]
    [row] = evidence_table(pack, source).first
    assert (row.label, row.kind_words) == ("Trouble with a parcel likely", "unknown")


def test_of_several_parcels_only_the_unknown_ones_block() -> None:
    pack, source = known("O-1029")
    source.blocked_reasons.append("missing:tracking")
    source.actions.clear()
    pack.parcels[1].exception_likely = Field(kind=FactKind.UNKNOWN, reason="no_data")
    [row] = evidence_table(pack, source).first
    assert row.label == f"Trouble with parcel {pack.parcels[1].id} likely"


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (
            Field(kind=FactKind.UNKNOWN),
            "the message uses the shop's default, English (en)",
        ),
        (
            Field(kind=FactKind.INFERENCE, value="pt", confidence=0.5, reason="ship_to_country"),
            "guessed from the country; the message uses the shop's default, English (en)",
        ),
    ],
)
def test_a_guessed_language_is_not_called_unknown(field: Field, said: str) -> None:
    pack, source = known("O-1001")
    pack.fields["language"] = field
    [row] = [row for row in evidence_table(pack, source).first if row.label == "Language"]
    assert row.because == said


def test_no_language_is_assumed_where_nothing_is_written() -> None:
    pack, source = known("O-1001")
    source.actions = [action for action in source.actions if not action.body_outline]
    rows = [*evidence_table(pack, source).first, *evidence_table(pack, source).rest]
    [row] = [row for row in rows if row.label == "Language"]
    assert "default" not in row.because


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


def test_packs_of_the_same_evidence_do_not_differ() -> None:
    one, _ = known("O-1001")
    other, _ = known("O-1001", NOW + timedelta(minutes=1))
    assert pack_changes(one, other) == []


def test_a_difference_is_told_with_its_likelihood() -> None:
    before, _ = known("O-1001", NOW - timedelta(days=3))
    after, _ = known("O-1001")
    told = {change.what: (change.before, change.after) for change in pack_changes(before, after)}
    assert told["Trouble with a parcel likely"] == ("no, 0.60 likely", "yes, 0.70 likely")
