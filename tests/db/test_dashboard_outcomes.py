"""What was decided, by whom and under which rules."""

from datetime import timedelta

import pytest

from shopops.dashboard.questions.outcomes import Outcomes, by_reviewer, by_rule
from shopops.proposals.models import Proposal
from shopops.tenants.scope import tenant_scope
from tests.support.dashboards import DINARS, DOLLARS, ESCALATED, YEN, days, sample_shop
from tests.support.deciding import REFUND, RESHIP, Deciding
from tests.support.reviewing import Reviewing

pytestmark = pytest.mark.django_db


def _people(room: Reviewing) -> list[Outcomes]:
    with tenant_scope(room.shop.pk):
        return by_reviewer(room.shop.pk, days())


def _rules(room: Reviewing) -> dict[str, Outcomes]:
    with tenant_scope(room.shop.pk):
        return {row.of: row for row in by_rule(room.shop.pk, days())}


def test_each_person_s_decisions_are_counted_by_kind() -> None:
    room = sample_shop()
    Deciding(room, DOLLARS).approve(RESHIP)
    Deciding(room, YEN).reject()
    Deciding(room, DINARS).edit(amounts={REFUND: "10.000"}, name="Tomasz")
    Deciding(room, ESCALATED).handled()
    Deciding(room, DINARS).reject(after=timedelta(minutes=3))
    assert _people(room) == [
        Outcomes("Maya", approved=1, edited=0, rejected=2, handled=1),
        Outcomes("Tomasz", approved=0, edited=1, rejected=0, handled=0),
    ]


def test_questions_and_what_was_taken_back_are_no_decisions() -> None:
    room = sample_shop()
    Deciding(room, YEN).respond()
    Deciding(room, DOLLARS).approve(RESHIP)
    Deciding(room, DOLLARS).undo(after=timedelta(minutes=2))
    assert _people(room) == []
    assert _rules(room) == {}


def test_a_decision_counts_under_each_rule_that_asked_for_a_person() -> None:
    room = sample_shop()
    asked = room.proposal(DOLLARS).rule_ids
    assert set(asked) == {"APR-1", "SHP-2"}
    Deciding(room, DOLLARS).approve(RESHIP)
    Deciding(room, YEN).reject()
    rules = _rules(room)
    assert rules["SHP-2"] == Outcomes("SHP-2", approved=1, edited=0, rejected=1, handled=0)
    assert rules["APR-1"].approved == 1


def test_what_no_rule_asked_for_is_told_as_such() -> None:
    room = sample_shop()
    Proposal.objects.of(room.shop.pk).filter(order_id=ESCALATED).update(rule_ids=[])
    Deciding(room, ESCALATED).handled()
    assert _rules(room) == {"": Outcomes("", approved=0, edited=0, rejected=0, handled=1)}


def test_the_first_of_two_approvals_is_its_person_s_work_and_decides_nothing() -> None:
    room = sample_shop()
    room.numbers(approval_above_cents={"USD": 5000}, second_cap_cents={"USD": 6000})
    room.resolve(DOLLARS)
    Deciding(room, DOLLARS).approve(REFUND)
    assert [row.approved for row in _people(room)] == [1]
    assert _rules(room) == {}
    Deciding(room, DOLLARS).approve(REFUND, name="Tomasz", after=timedelta(minutes=2))
    assert [row.of for row in _people(room)] == ["Maya", "Tomasz"]
    assert _rules(room)["APR-3"].approved == 1
