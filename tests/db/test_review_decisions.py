"""Deciding: what is written, and every way in which a decision is refused."""

from datetime import timedelta
from hashlib import sha256

import pytest

from shopops.agents.records import OrderState
from shopops.connectors.models import SourceRecord
from shopops.ledger import EventKind
from shopops.proposals.models import Action, ExecutionStatus, ReviewStatus
from shopops.review import refusals
from shopops.review.decisions import Decided, approve, handle_outside, reject
from shopops.review.handles import LIFETIME
from shopops.review.models import Decision, DecisionHandle, DecisionKind, ReviewNote
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
ORDER = "O-1001"
MAIL, RESHIP, REFUND = 0, 1, 2


@pytest.fixture
def room() -> Reviewing:
    return reviewing([ORDER, "O-1008", "O-1011"])


def _approve(
    room: Reviewing,
    *indexes: int,
    order: str = ORDER,
    name: str = "Maya",
    handle: str = "",
    after: timedelta = timedelta(minutes=1),
) -> Decided:
    return approve(
        tenant_id=room.shop.pk,
        handle=handle or room.handle(order, name),
        reviewer=room.person(name),
        action_indexes=indexes,
        now=room.now + after,
    )


def _reject(room: Reviewing, reason: str, *, handle: str = "", name: str = "Maya") -> Decided:
    return reject(
        tenant_id=room.shop.pk,
        handle=handle or room.handle(ORDER, name),
        reviewer=room.person(name),
        reason=reason,
        now=room.now,
    )


def _handled(room: Reviewing, order: str, outcome: str, reason: str) -> Decided:
    return handle_outside(
        tenant_id=room.shop.pk,
        handle=room.handle(order),
        reviewer=room.person(),
        outcome=outcome,
        reason=reason,
        now=room.now,
    )


def _decision_bodies(room: Reviewing) -> list[dict[str, object]]:
    with tenant_scope(room.shop.pk):
        return bodies_of_kind(room.shop.pk, EventKind.DECISION)


def test_the_teaching_order_offers_mail_reship_and_refund(room: Reviewing) -> None:
    with tenant_scope(room.shop.pk):
        kinds = [action.kind for action in room.proposal_in_scope(ORDER).actions.all()]
    assert kinds == ["draft_email", "propose_reship", "propose_refund"]


def test_approved_actions_are_held_and_the_others_are_not(room: Reviewing) -> None:
    decided = _approve(room, MAIL, RESHIP)
    proposal = room.proposal(ORDER)
    assert decided == Decided(proposal.pk, proposal.order_number, DecisionKind.APPROVE, final=True)
    assert proposal.review_status == ReviewStatus.APPROVED
    assert proposal.decided_by == room.person()
    assert proposal.decided_at == room.now + timedelta(minutes=1)
    states = list(
        Action.objects.filter(proposal=proposal).values_list("approved", "execution_status")
    )
    held, none = ExecutionStatus.HELD, ExecutionStatus.NONE
    assert states == [(True, held), (True, held), (False, none)]


def test_a_decision_is_on_the_ledger_with_who_and_what_and_no_name(room: Reviewing) -> None:
    digest = bytes(room.proposal(ORDER).digest).hex()
    _approve(room, MAIL, REFUND)
    [body] = _decision_bodies(room)
    assert body == {
        "order": ORDER,
        "proposal": digest,
        "revision": 1,
        "decision": "approve",
        "final": True,
        "approved": [MAIL, REFUND],
        "kinds": ["draft_email", "propose_refund"],
        "pays": {"propose_refund": {"USD": 12900}},
        "approvals_given": 1,
        "approvals_needed": 1,
        "outcome": None,
        "reviewer": bytes(room.person().identity_key).hex(),
        "reviewer_name_sha256": room.person().names.get().name_sha256.hex(),
        "reason_sha256": None,
        "thresholds_version": 1,
    }


def test_the_verdict_that_let_it_pass_is_kept_with_its_context(room: Reviewing) -> None:
    _approve(room, RESHIP)
    decision = Decision.objects.get()
    assert [verdict["outcome"] for verdict in decision.verdicts] == ["permit"]
    assert decision.context["approval"]["approver"] == bytes(room.person().identity_key).hex()


def test_a_rejection_keeps_its_reason_out_of_the_ledger_but_for_a_salted_hash(
    room: Reviewing,
) -> None:
    _reject(room, "  Ines called, it has arrived ")
    note = ReviewNote.objects.get()
    assert note.text == "Ines called, it has arrived"
    [body] = _decision_bodies(room)
    assert body["decision"] == "reject"
    assert body["reason_sha256"] == sha256(bytes(note.salt) + note.text.encode()).hexdigest()
    assert "Ines" not in str(body)
    assert room.proposal(ORDER).review_status == ReviewStatus.REJECTED
    assert not Action.objects.filter(approved=True).exists()


@pytest.mark.parametrize("reason", ["", "   \n"])
def test_a_rejection_needs_a_reason(room: Reviewing, reason: str) -> None:
    with pytest.raises(refusals.ReasonRequired):
        _reject(room, reason)
    assert room.proposal(ORDER).review_status == ReviewStatus.PENDING


def test_a_reason_longer_than_the_column_is_refused_not_cut(room: Reviewing) -> None:
    with pytest.raises(refusals.ReasonTooLong):
        _reject(room, "x" * 2001)


def test_an_escalation_is_recorded_as_handled_outside(room: Reviewing) -> None:
    _handled(room, "O-1011", "customer_contacted", "Called, wants to wait")
    assert room.proposal("O-1011").review_status == ReviewStatus.HANDLED
    [body] = _decision_bodies(room)
    assert (body["decision"], body["outcome"]) == ("handled_outside", "customer_contacted")


def test_so_is_a_claim_that_a_person_must_look_into(room: Reviewing) -> None:
    _handled(room, "O-1008", "nothing_needed", "The neighbour had it")
    assert room.proposal("O-1008").review_status == ReviewStatus.HANDLED


def test_what_can_be_approved_is_not_handled_outside(room: Reviewing) -> None:
    with pytest.raises(refusals.NotEscalated):
        _handled(room, ORDER, "other", "because")


@pytest.mark.parametrize(
    ("outcome", "reason", "refusal"),
    [
        ("", "because", refusals.OutcomeRequired),
        ("dunno", "because", refusals.OutcomeRequired),
        ("other", " ", refusals.ReasonRequired),
    ],
)
def test_handling_outside_needs_an_outcome_and_a_reason(
    room: Reviewing, outcome: str, reason: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        _handled(room, "O-1011", outcome, reason)


def test_an_escalation_is_never_approved(room: Reviewing) -> None:
    with pytest.raises(refusals.NeedsPerson):
        _approve(room, 0, order="O-1011")


def test_a_step_that_a_person_takes_is_not_approved(room: Reviewing) -> None:
    with pytest.raises(refusals.NeedsPerson):
        _approve(room, 0, order="O-1008")


@pytest.mark.parametrize(
    ("chosen", "refusal"),
    [
        ((), refusals.NothingChosen),
        ((7,), refusals.UnknownAction),
        ((RESHIP, REFUND), refusals.OneAlternative),
        ((MAIL, RESHIP, REFUND), refusals.OneAlternative),
    ],
)
def test_a_choice_that_cannot_be_is_refused_and_nothing_is_written(
    room: Reviewing, chosen: tuple[int, ...], refusal: type[Exception]
) -> None:
    handle = room.handle(ORDER)
    with pytest.raises(refusal):
        _approve(room, *chosen, handle=handle)
    assert room.proposal(ORDER).review_status == ReviewStatus.PENDING
    assert not Decision.objects.exists()
    assert DecisionHandle.objects.get().used_at is None


def test_after_a_refused_choice_the_same_form_can_be_sent_again(room: Reviewing) -> None:
    handle = room.handle(ORDER)
    with pytest.raises(refusals.OneAlternative):
        _approve(room, RESHIP, REFUND, handle=handle)
    assert _approve(room, RESHIP, handle=handle).final


def test_a_decided_proposal_tells_who_decided_and_when(room: Reviewing) -> None:
    late = room.handle(ORDER, "Noor")
    _approve(room, RESHIP)
    with pytest.raises(refusals.AlreadyDecided) as refused:
        _reject(room, "too late", handle=late, name="Noor")
    assert (refused.value.by, refused.value.status_label) == ("Maya", "Approved")
    assert refused.value.at == room.now + timedelta(minutes=1)


def test_sending_the_same_form_again_decides_once(room: Reviewing) -> None:
    handle = room.handle(ORDER)
    _approve(room, RESHIP, handle=handle)
    with pytest.raises(refusals.AlreadyDecided):
        _approve(room, RESHIP, handle=handle)
    assert len(_decision_bodies(room)) == 1


def test_a_handle_of_another_person_is_refused(room: Reviewing) -> None:
    noors = room.handle(ORDER, "Noor")
    with pytest.raises(refusals.HandleUnknown):
        _approve(room, RESHIP, name="Maya", handle=noors)


def test_a_handle_of_another_shop_is_refused(room: Reviewing) -> None:
    other = reviewing([ORDER], slug="store_other")
    with pytest.raises(refusals.HandleUnknown):
        _approve(room, RESHIP, handle=other.handle(ORDER))
    with pytest.raises(refusals.NotReviewer):
        approve(
            tenant_id=other.shop.pk,
            handle=other.handle(ORDER),
            reviewer=room.person(),
            action_indexes=[RESHIP],
            now=room.now,
        )


def test_a_made_up_handle_is_refused(room: Reviewing) -> None:
    with pytest.raises(refusals.HandleUnknown):
        _approve(room, RESHIP, handle="x" * 43)


def test_a_handle_decides_the_proposal_that_it_was_made_for(room: Reviewing) -> None:
    _approve(room, RESHIP, handle=room.handle(ORDER))
    assert room.proposal("O-1008").review_status == ReviewStatus.PENDING


def test_a_handle_expires(room: Reviewing) -> None:
    with pytest.raises(refusals.Expired):
        _approve(room, RESHIP, after=LIFETIME)
    assert _approve(room, RESHIP, after=LIFETIME - timedelta(seconds=1)).final


@pytest.mark.parametrize("role", [Role.VIEWER, Role.ADMIN])
def test_viewers_do_not_decide_and_admins_do(room: Reviewing, role: Role) -> None:
    person = room.person("Vik", role)
    if role is Role.ADMIN:
        assert _approve(room, RESHIP, name="Vik").final
        return
    with pytest.raises(refusals.NotReviewer):
        _approve(room, RESHIP, name=person.display_name)


def test_who_was_taken_off_the_roster_does_not_decide(room: Reviewing) -> None:
    handle = room.handle(ORDER)
    room.person().active = False
    with pytest.raises(refusals.NotReviewer):
        _approve(room, RESHIP, handle=handle)


def test_changed_evidence_makes_it_stale_and_names_the_difference(room: Reviewing) -> None:
    room.change(ORDER, state=OrderState.CANCELLED)
    with pytest.raises(refusals.Stale) as refused:
        _approve(room, RESHIP)
    assert refused.value.replaced_by is None
    [change] = refused.value.changes
    assert (change.what, change.before, change.after) == ("Order state", "open", "cancelled")
    assert room.proposal(ORDER).review_status == ReviewStatus.PENDING


def test_changed_thresholds_make_it_stale_and_name_the_number(room: Reviewing) -> None:
    room.numbers(approval_above_cents={"USD": 8000})
    with pytest.raises(refusals.Stale) as refused:
        _approve(room, RESHIP)
    told = [(change.what, change.before, change.after) for change in refused.value.changes]
    assert told == [
        ("The shop's thresholds", "version 1", "version 2"),
        ("Approval above (USD)", "50.00 USD", "80.00 USD"),
    ]


def test_a_superseded_proposal_leads_to_the_one_that_stands(room: Reviewing) -> None:
    handle = room.handle(ORDER)
    room.change(ORDER, state=OrderState.CANCELLED)
    room.resolve(ORDER)
    with pytest.raises(refusals.Stale) as refused:
        _approve(room, RESHIP, handle=handle)
    assert refused.value.replaced_by == room.proposal(ORDER).pk
    assert [change.what for change in refused.value.changes] == ["Order state"]


def test_time_alone_can_make_a_proposal_stale(room: Reviewing) -> None:
    """Two failed attempts, and then no scan for longer than the shop waits: another trouble."""
    room.resolve("O-1004")
    late = timedelta(days=10)
    with pytest.raises(refusals.Stale) as refused:
        _approve(room, RESHIP, order="O-1004", after=late, handle=_late(room, "O-1004", late))
    changed = {change.what: change.after for change in refused.value.changes}
    assert "no carrier scan for too long" in changed["Parcel s1"]


def _late(room: Reviewing, order: str, after: timedelta) -> str:
    return room.handle(order, now=room.now + after)


def test_an_order_whose_record_was_erased_is_not_decided(room: Reviewing) -> None:
    handle = room.handle(ORDER)
    SourceRecord.objects.filter(external_id=ORDER).delete()
    with pytest.raises(refusals.EvidenceMissing):
        _approve(room, RESHIP, handle=handle)
