"""Every stable code has words, and the words say what the code means."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from shopops.agents.cause_words import BLOCKED, CAUSES
from shopops.agents.facts import Field
from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.proposal import GOODWILL, Action, ActionKind
from shopops.agents.records import TrackerStatus
from shopops.agents.resolution import ResolutionAgent
from shopops.agents.resolution.codes import Blocked, Cause, Outline, Why
from shopops.outreach.settled import Settled
from shopops.policy.rules import RuleId
from shopops.review.words import actions, headlines, notes, parcels, values, why
from shopops.review.words.rules import RULES
from shopops.review.words.times import span, whole_days

NOW = datetime(2026, 3, 18, 12, 0, tzinfo=UTC)


def test_every_cause_rule_action_and_outline_has_words() -> None:
    assert {*Cause, GOODWILL} <= CAUSES.keys()
    assert set(RuleId) == RULES.keys()
    assert set(ActionKind) == actions.TITLES.keys() == actions.SHORT.keys()
    assert {*Outline, *Settled} - {Outline.APOLOGY} == actions.OUTLINE.keys()
    assert parcels.STATUS.keys() == set(TrackerStatus)
    assert set(Why) - {Why.LANGUAGE_DEFAULT} == notes.NOTES.keys()
    assert set(Blocked) - {Blocked.MISSING} <= BLOCKED.keys()


def test_whatever_the_teaching_cases_say_has_words() -> None:
    oms = FakeOms(now=NOW)
    intake = IntakeAgent(oms, now=lambda: NOW)
    for order_id in oms.orders:
        pack = intake.build(order_id, "store_northline")
        judged = [parcel.exception_likely for parcel in pack.parcels]
        for name, field in pack.fields.items():
            assert name in values.LABELS, name
            assert not field.reason or field.reason in values.REASONS, field.reason
        assert {one.reason for one in judged if one.reason} <= values.REASONS.keys()
        assert set(pack.money_conflicts) <= why.MONEY_CONFLICTS.keys()
        assert ResolutionAgent().propose(pack).cause in {*CAUSES, *_blocked(pack.fields)}


def _blocked(fields: dict[str, Field]) -> set[str]:
    return {*BLOCKED, *(f"missing:{name}" for name in fields)}


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (-5, "under a minute"),
        (0, "under a minute"),
        (14, "14 min"),
        (60, "1 h"),
        (65, "1 h 05 min"),
        (24 * 60, "1 d"),
        (27 * 60, "1 d 3 h"),
        (10 * 24 * 60 + 120, "10 d"),
    ],
)
def test_spans_are_said_in_their_two_largest_parts(minutes: int, said: str) -> None:
    assert span(timedelta(minutes=minutes)) == said


def test_days_count_when_they_are_full() -> None:
    assert whole_days(NOW - timedelta(days=6, seconds=-1), NOW) == 5
    assert whole_days(NOW - timedelta(days=6), NOW) == 6
    assert whole_days(NOW + timedelta(days=1), NOW) == 0


@pytest.mark.parametrize(
    ("minor", "currency", "said"),
    [
        (12900, "USD", "129.00 USD"),
        (9800, "JPY", "9,800 JPY"),
        (1500, "KWD", "1.500 KWD"),
        (None, "USD", "—"),
        (5, "ZZZ", "5 minor units ZZZ"),
    ],
)
def test_money_is_said_with_its_currency(minor: int | None, currency: str, said: str) -> None:
    assert values.money(minor, currency) == said


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "English (en)"), ("pt-BR", "Brazilian Portuguese (pt-BR)"), ("xx", "xx")],
)
def test_languages_are_said_by_name(code: str, said: str) -> None:
    assert values.language(code) == said


@pytest.mark.parametrize(
    ("code", "said"), [("PR", "Puerto Rico"), ("CI", "Côte d’Ivoire"), ("XQ", "XQ")]
)
def test_countries_are_said_by_name(code: str, said: str) -> None:
    assert values.country(code) == said


def _step(kind: ActionKind) -> Action:
    return Action(kind=kind, evidence_ids=["x"], requires_approval=True, cause="stalled")


@pytest.mark.parametrize(
    ("kinds", "forbidden", "said"),
    [
        (["draft_email"], [], "The agent drafted a mail to the customer."),
        (
            ["draft_email"],
            [0],
            "The agent drafted a mail to the customer. Policy forbids the mail.",
        ),
        (
            ["draft_email", "propose_reship", "propose_refund"],
            [1, 2],
            (
                "The agent proposes sending the goods again or giving the money back, and drafted "
                "a mail about it. Policy forbids sending again and the refund."
            ),
        ),
        (
            ["propose_refund", "propose_refund"],
            [1],
            "The agent proposes giving the money back.",
        ),
        (["await_human"], [], ""),
    ],
)
def test_what_is_offered_is_said_with_what_policy_forbids(
    kinds: list[str], forbidden: list[int], said: str
) -> None:
    assert actions.offer([_step(ActionKind(kind)) for kind in kinds], forbidden) == said


def test_a_blocked_order_says_the_first_reason_and_how_many_more() -> None:
    blocked = ["missing:language", "opted_out"]
    said = headlines.headline("missing:language", blocked, [], NOW)
    assert said == "Language unknown, required for contact and 1 more"


def test_a_code_without_words_is_still_readable() -> None:
    assert headlines.headline("new_trouble", [], [], NOW) == "new trouble"
    assert headlines.blocked_reason("conflict:dates") == "Conflict: dates"
    assert notes.note("new_note") == "New note."


def test_a_language_that_was_guessed_is_not_called_unknown() -> None:
    code = "language_default:en"
    default = "so the message uses the shop's default: English (en)."
    assert notes.note(code) == f"Language unknown, {default}"
    assert notes.note(code, guessed_language=True) == f"Language only guessed, {default}"


@pytest.mark.parametrize(
    ("kinds", "outline", "said"),
    [
        (
            ["draft_email", "propose_refund"],
            ["confirm_address"],
            [
                "The address on file is not complete, so sending again is not proposed.",
                "The mail asks for the address, unless money is given instead.",
            ],
        ),
        (
            ["propose_refund"],
            [],
            ["The address on file is not complete, so sending again is not proposed."],
        ),
        (
            ["propose_reship"],
            [],
            [
                "Confirm the address before anything is sent again.",
                "The address on file is not complete, so sending again is not proposed.",
            ],
        ),
    ],
)
def test_what_is_noted_beside_a_refund_asks_for_no_address(
    kinds: list[str], outline: list[str], said: list[str]
) -> None:
    rationale = [Why.ADDRESS_FIRST, Why.ADDRESS_MISSING]
    steps = [
        replace(_step(ActionKind(kind)), body_outline=outline if kind == "draft_email" else [])
        for kind in kinds
    ]
    assert list(notes.notes(rationale, steps, guessed_language=False)) == said
