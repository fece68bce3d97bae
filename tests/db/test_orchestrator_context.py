"""What Policy is told about the order's other remedies and about goodwill."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from shopops.agents.intake import FakeOms
from shopops.agents.records import OrderState
from shopops.agents.thresholds import Thresholds
from shopops.orchestrator.context import contexts_of
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Context
from shopops.proposals.models import Action, Proposal
from shopops.proposals.read import verdicts_of
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import create_tenant
from tests.support.pipeline import (
    NOON,
    hire,
    import_fakes,
    newest,
    open_shop,
    resolve_fakes,
    resolve_stored,
)

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(days=30)


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


def _approve(proposal: Proposal, **which: Any) -> list[Action]:
    tenant = Tenant.objects.get(pk=proposal.tenant_id)
    with tenant_scope(tenant.pk):
        Proposal.objects.filter(pk=proposal.pk).update(
            review_status="approved", decided_by=hire(tenant), decided_at=NOON
        )
        proposal.actions.filter(**which).update(approved=True, execution_status="held")
    return list(proposal.actions.filter(approved=True))


def _context(proposal: Proposal) -> Context:
    with tenant_scope(proposal.tenant_id):
        return contexts_of(proposal.tenant_id, [proposal], now=LATER)[proposal.pk]


def _next_revision(shop: Tenant, oms: FakeOms, order_id: str = "O-1001") -> Proposal:
    order = oms.orders[order_id]
    oms.orders[order_id] = msgspec.structs.replace(order, state=OrderState.CLOSED)
    resolve_fakes(shop, [order_id], oms=oms)
    return newest(shop, order_id)


def test_an_approved_remedy_of_an_earlier_revision_lives(shop: Tenant) -> None:
    oms = FakeOms(now=NOON)
    resolve_fakes(shop, ["O-1001"], oms=oms)
    (reship,) = _approve(newest(shop, "O-1001"), kind="propose_reship")
    proposal = _next_revision(shop, oms)
    (live,) = _context(proposal).live_remedies
    assert (live.action_id, live.kind, live.cause) == (str(reship.pk), "propose_reship", "stalled")
    assert live.shipment_ids == reship.body["shipment_ids"]
    denied = {
        result.rule
        for v in verdicts_of(proposal)
        for result in v.results
        if result.outcome == "deny"
    }
    assert RuleId.DUP_1 in denied


def test_a_failed_remedy_does_not_live(shop: Tenant) -> None:
    oms = FakeOms(now=NOON)
    resolve_fakes(shop, ["O-1001"], oms=oms)
    (reship,) = _approve(newest(shop, "O-1001"), kind="propose_reship")
    for status in ("running", "failed"):
        with tenant_scope(shop.pk):
            Action.objects.filter(pk=reship.pk).update(execution_status=status)
    assert _context(_next_revision(shop, oms)).live_remedies == []


def test_a_mail_is_no_remedy_and_a_proposal_is_not_its_own(shop: Tenant) -> None:
    oms = FakeOms(now=NOON)
    resolve_fakes(shop, ["O-1001"], oms=oms)
    first = newest(shop, "O-1001")
    _approve(first, kind="draft_email")
    assert _context(_next_revision(shop, oms)).live_remedies == []
    assert _context(first).live_remedies == []


def test_the_same_order_id_in_another_shop_is_another_order(shop: Tenant) -> None:
    other = open_shop("other")
    for tenant in (shop, other):
        resolve_fakes(tenant, ["O-1001"])
    _approve(newest(other, "O-1001"), kind="propose_reship")
    assert _context(newest(shop, "O-1001")).live_remedies == []


def test_only_evidence_of_the_proposals_own_pack_resolves(shop: Tenant) -> None:
    resolve_fakes(shop)
    proposal = newest(shop, "O-1001")
    held = set(proposal.pack.evidence_rows.values_list("short_id", flat=True))
    assert _context(proposal).resolvable_evidence_ids == held == set(proposal.pack.body["evidence"])


@pytest.fixture
def generous() -> Tenant:
    return create_tenant(
        slug="generous",
        name="Generous",
        thresholds=Thresholds(
            standard_update_cents={"USD": 300},
            goodwill_cap_cents={"USD": 500},
        ),
    )


def _quiet_orders(tenant: Tenant, *, same_customer: bool) -> tuple[Proposal, Proposal]:
    """Two orders on their way, each offered goodwill with its status update."""
    oms = FakeOms(now=NOON)
    resolve_fakes(tenant, oms=oms)
    offered = Action.objects.of(tenant.pk).filter(cause="goodwill").earliest("id")
    order = oms.orders[offered.proposal.order_id]
    assert order.customer is not None
    assert order.placed_at is not None
    for number, days in ((1, 2), (2, 4)):
        customer = f"c-{1 if same_customer else number}"
        copy = msgspec.structs.replace(
            order,
            id=f"Q-{number}",
            customer=msgspec.structs.replace(order.customer, id=customer),
            placed_at=order.placed_at - timedelta(days=days),
        )
        oms.add(copy)
    import_fakes(tenant, oms)
    resolve_stored(tenant, ["Q-1", "Q-2"])
    return newest(tenant, "Q-1"), newest(tenant, "Q-2")


def test_goodwill_on_another_order_of_the_customer_counts(generous: Tenant) -> None:
    first, second = _quiet_orders(generous, same_customer=True)
    assert _context(second).goodwill_given_at == []
    _give(first)
    assert _context(second).goodwill_given_at == [first.created_at]
    assert _context(first).goodwill_given_at == []


def test_goodwill_to_another_customer_does_not_count(generous: Tenant) -> None:
    first, second = _quiet_orders(generous, same_customer=False)
    _give(first)
    assert _context(second).goodwill_given_at == []


def _give(proposal: Proposal) -> None:
    """As execution will: the offer goes out."""
    with tenant_scope(proposal.tenant_id):
        changed = proposal.actions.filter(cause="goodwill").update(execution_status="held")
    assert changed == 1
