"""A proposal's status only goes forwards, and a decision is for good."""

from itertools import permutations
from typing import Any

import pytest
from django.db import IntegrityError

from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.proposals.refusals import AlternativesClash, FrozenColumn, StepRefused
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pipeline import NOON, hire, newest, open_shop, propose_fakes, resolve_fakes

pytestmark = pytest.mark.django_db

ALLOWED = {
    "unjudged": {"pending", "not_required", "stale", "cancelled"},
    "not_required": {"stale", "cancelled"},
    "pending": {
        "changes_requested",
        "approved",
        "rejected",
        "handled",
        "stale",
        "expired",
        "cancelled",
    },
    "changes_requested": {"pending", "rejected", "handled", "stale", "expired", "cancelled"},
}
WAY_TO = {
    "unjudged": (),
    "not_required": ("not_required",),
    "pending": ("pending",),
    "changes_requested": ("pending", "changes_requested"),
    "approved": ("pending", "approved"),
    "rejected": ("pending", "rejected"),
    "handled": ("pending", "handled"),
    "stale": ("stale",),
    "expired": ("pending", "expired"),
    "cancelled": ("cancelled",),
}
DECIDED = {"approved", "rejected", "handled"}


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


@pytest.fixture
def maya(shop: Tenant) -> Membership:
    return hire(shop)


@pytest.fixture
def unjudged(shop: Tenant) -> Proposal:
    propose_fakes(shop, ["O-1001"])
    return newest(shop, "O-1001")


def _step(proposal: Proposal, status: str, by: Membership) -> None:
    changes: dict[str, Any] = {"review_status": status}
    if status == "pending":
        changes["waiting_since"] = NOON
    if status in DECIDED:
        changes |= {"decided_by": by, "decided_at": NOON}
    _change(proposal, **changes)


def _change(proposal: Proposal, **changes: Any) -> None:
    with tenant_scope(proposal.tenant_id):
        assert Proposal.objects.filter(pk=proposal.pk).update(**changes) == 1


@pytest.mark.parametrize(("old", "new"), list(permutations(ReviewStatus.values, 2)))
def test_a_status_follows_another_only_forwards(
    unjudged: Proposal, maya: Membership, old: str, new: str
) -> None:
    for status in WAY_TO[old]:
        _step(unjudged, status, maya)
    if new in ALLOWED.get(old, set()):
        _step(unjudged, new, maya)
        assert Proposal.objects.get(pk=unjudged.pk).review_status == new
    else:
        with pytest.raises(StepRefused, match=f"{old} can't become {new}"):
            _step(unjudged, new, maya)


@pytest.mark.parametrize("status", sorted(DECIDED))
def test_a_second_decision_is_refused(shop: Tenant, unjudged: Proposal, status: str) -> None:
    maya, ben = hire(shop, "Maya"), hire(shop, "Ben")
    _step(unjudged, "pending", maya)
    _step(unjudged, status, maya)
    with pytest.raises(StepRefused, match="its decision stays"):
        _step(unjudged, status, ben)
    assert Proposal.objects.get(pk=unjudged.pk).decided_by == maya


@pytest.mark.parametrize("status", sorted(DECIDED))
def test_a_decision_names_who_and_when(unjudged: Proposal, maya: Membership, status: str) -> None:
    _step(unjudged, "pending", maya)
    for changes in ({}, {"decided_by": maya}, {"decided_at": NOON}):
        with pytest.raises(IntegrityError, match="proposal_deci"):
            _change(unjudged, review_status=status, **changes)


def test_somebody_of_another_shop_cannot_decide(unjudged: Proposal, maya: Membership) -> None:
    stranger = hire(open_shop("other"))
    _step(unjudged, "pending", maya)
    with pytest.raises(IntegrityError, match="proposal_decider_of_tenant"):
        _step(unjudged, "approved", stranger)


def test_an_escalation_can_be_handled_but_never_approved(shop: Tenant, maya: Membership) -> None:
    resolve_fakes(shop)
    escalated = Proposal.objects.filter(track="escalate", review_status="pending").earliest("id")
    with pytest.raises(IntegrityError, match="proposal_approved_can_proceed"):
        _step(escalated, "approved", maya)
    _step(escalated, "handled", maya)


@pytest.mark.parametrize(
    "change",
    [
        {"track": "standard"},
        {"amount_minor": 1},
        {"can_proceed": True},
        {"revision": 9},
        {"digest": b"0" * 32},
        {"blocked_reasons": []},
        {"order_id": "O-1"},
        {"thresholds_version": 2},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_was_proposed_cannot_change(shop: Tenant, change: dict[str, Any]) -> None:
    resolve_fakes(shop)
    escalated = Proposal.objects.filter(track="escalate").earliest("id")
    with pytest.raises(FrozenColumn, match="only review_status"):
        _change(escalated, **change)


@pytest.mark.parametrize(
    "change",
    [
        {"amount_minor": 1, "currency": "USD"},
        {"kind": "x"},
        {"body": {}},
        {"index": 9},
        {"requires_approval": False},
        {"alternative": "x"},
        {"cause": "x"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_proposed_action_cannot_change(unjudged: Proposal, change: dict[str, Any]) -> None:
    with pytest.raises(FrozenColumn, match="only approved"), tenant_scope(unjudged.tenant_id):
        unjudged.actions.filter(index=0).update(**change)


def test_a_proposal_begins_unjudged_and_an_action_not_approved(unjudged: Proposal) -> None:
    values = {f.attname: getattr(unjudged, f.attname) for f in Proposal._meta.concrete_fields}
    born = values | {"id": None, "revision": 2, "review_status": "pending", "waiting_since": NOON}
    with pytest.raises(StepRefused, match="begins unjudged"), tenant_scope(unjudged.tenant_id):
        Proposal.objects.create(**born)
    action = unjudged.actions.earliest("id")
    values = {f.attname: getattr(action, f.attname) for f in Action._meta.concrete_fields}
    for more in ({"approved": True}, {"execution_status": "held"}):
        with pytest.raises(StepRefused, match="begins not"), tenant_scope(unjudged.tenant_id):
            Action.objects.create(**values | {"id": None, "index": 9} | more)


def _approve(proposal: Proposal, by: Membership, **which: Any) -> None:
    with tenant_scope(proposal.tenant_id):
        Proposal.objects.filter(pk=proposal.pk).update(
            review_status="approved", decided_by=by, decided_at=NOON
        )
        proposal.actions.filter(**which).update(approved=True)


def test_actions_are_approved_in_the_transaction_that_approves_the_proposal(
    unjudged: Proposal, maya: Membership
) -> None:
    _step(unjudged, "pending", maya)
    _approve(unjudged, maya, kind="propose_reship")
    assert unjudged.actions.get(approved=True).kind == "propose_reship"


@pytest.mark.django_db(transaction=True)
def test_nothing_more_is_approved_afterwards(unjudged: Proposal, maya: Membership) -> None:
    _step(unjudged, "pending", maya)
    _approve(unjudged, maya, kind="draft_email")
    with (
        pytest.raises(StepRefused, match="only together with its proposal"),
        tenant_scope(unjudged.tenant_id),
    ):
        unjudged.actions.filter(kind="propose_reship").update(approved=True)


def test_an_action_is_not_approved_without_its_proposal(unjudged: Proposal) -> None:
    with (
        pytest.raises(StepRefused, match="only together with its proposal"),
        tenant_scope(unjudged.tenant_id),
    ):
        unjudged.actions.update(approved=True)


def test_an_approval_is_not_taken_back(unjudged: Proposal, maya: Membership) -> None:
    _step(unjudged, "pending", maya)
    _approve(unjudged, maya, kind="draft_email")
    with pytest.raises(StepRefused, match="for good"), tenant_scope(unjudged.tenant_id):
        unjudged.actions.filter(kind="draft_email").update(approved=False)


def test_of_two_alternatives_one_kind_is_approved(shop: Tenant, maya: Membership) -> None:
    resolve_fakes(shop)
    refund = Action.objects.filter(kind="propose_refund").exclude(alternative="").earliest("id")
    with pytest.raises(AlternativesClash, match="another kind"):
        _approve(refund.proposal, maya, alternative=refund.alternative)
    assert not Action.objects.filter(approved=True).exists()


def test_carrying_out_goes_step_by_step(unjudged: Proposal, maya: Membership) -> None:
    _step(unjudged, "pending", maya)
    _approve(unjudged, maya, kind="draft_email")
    mail = unjudged.actions.filter(kind="draft_email")
    with (
        pytest.raises(StepRefused, match="none can't become succeeded"),
        tenant_scope(unjudged.tenant_id),
    ):
        mail.update(execution_status="succeeded")
    for status in ("held", "running", "unknown", "succeeded"):
        with tenant_scope(unjudged.tenant_id):
            mail.update(execution_status=status)
    with (
        pytest.raises(StepRefused, match="succeeded can't become running"),
        tenant_scope(unjudged.tenant_id),
    ):
        mail.update(execution_status="running")
