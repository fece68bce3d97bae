"""An action without evidence of its own pack can't be stored, whoever writes it."""

import msgspec
import pytest
from django.db import IntegrityError

from shopops.agents.facts import Pack as Facts
from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.proposal import Proposal as Proposed
from shopops.agents.resolution import ResolutionAgent
from shopops.proposals.models import Action, Evidence, EvidenceLink, Pack, Proposal, Verdict
from shopops.proposals.refusals import UnprovenAction
from shopops.proposals.store import save_proposals
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pipeline import NOON, newest, open_shop, resolve_fakes

pytestmark = pytest.mark.django_db


def _agents(order_id: str = "O-1001") -> tuple[Facts, Proposed]:
    oms = FakeOms(now=NOON)
    pack = IntakeAgent(oms, now=lambda: NOON).build(order_id, "store_northline")
    return pack, ResolutionAgent().propose(pack)


def _citing(proposed: Proposed, *evidence_ids: str) -> Proposed:
    first = msgspec.structs.replace(proposed.actions[0], evidence_ids=list(evidence_ids))
    return msgspec.structs.replace(proposed, actions=[first, *proposed.actions[1:]])


@pytest.mark.parametrize("evidence_ids", [[], ["made:up"]])
def test_an_action_that_cites_nothing_of_its_pack_is_refused_at_commit(
    evidence_ids: list[str],
) -> None:
    shop = open_shop()
    pack, proposed = _agents()
    with (
        pytest.raises(UnprovenAction, match=r"action 0 .* cites no evidence"),
        tenant_scope(shop.pk),
    ):
        save_proposals(shop.pk, [(pack, _citing(proposed, *evidence_ids))], NOON)
    assert not Pack.objects.exists()


def test_an_unknown_id_beside_a_known_one_is_kept_in_the_proposal_and_not_linked() -> None:
    shop = open_shop()
    pack, proposed = _agents()
    with tenant_scope(shop.pk):
        save_proposals(shop.pk, [(pack, _citing(proposed, "oms:order_total", "made:up"))], NOON)
    action = newest(shop, "O-1001").actions.get(index=0)
    assert action.body["evidence_ids"] == ["oms:order_total", "made:up"]
    assert [link.evidence.short_id for link in action.evidence_links.all()] == ["oms:order_total"]
    assert not newest(shop, "O-1001").can_proceed


def test_a_raw_action_row_is_refused_at_commit_too() -> None:
    shop = open_shop()
    resolve_fakes(shop, ["O-1001"])
    proposal = newest(shop, "O-1001")
    with pytest.raises(UnprovenAction), tenant_scope(shop.pk):
        Action.objects.create(
            tenant=shop,
            pack=proposal.pack,
            proposal=proposal,
            index=99,
            kind="propose_refund",
            cause="stalled",
            requires_approval=True,
            body={},
        )
    assert not proposal.actions.filter(index=99).exists()


@pytest.fixture
def two_shops() -> tuple[Tenant, Tenant]:
    shops = open_shop(), open_shop("other")
    for shop in shops:
        resolve_fakes(shop, ["O-1001"])
    return shops


def _link(action: Action, evidence: Evidence, *, tenant: Tenant, pack: Pack) -> None:
    with tenant_scope(tenant.pk):
        EvidenceLink.objects.create(tenant=tenant, pack=pack, action=action, evidence=evidence)


def test_evidence_of_another_order_cannot_be_cited() -> None:
    shop = open_shop()
    resolve_fakes(shop)
    one, other = Pack.objects.order_by("id")[:2]
    action, evidence = (
        Action.objects.filter(pack=one).earliest("id"),
        other.evidence_rows.earliest("id"),
    )
    for pack in (one, other):
        with pytest.raises(IntegrityError, match=r"evidence_link_\w+_of_pack"):
            _link(action, evidence, tenant=shop, pack=pack)


def test_evidence_of_another_shop_cannot_be_cited(two_shops: tuple[Tenant, Tenant]) -> None:
    mine, theirs = two_shops
    action = newest(mine, "O-1001").actions.earliest("id")
    evidence = newest(theirs, "O-1001").pack.evidence_rows.earliest("id")
    for tenant in two_shops:
        for pack in (action.pack, evidence.pack):
            with pytest.raises(IntegrityError, match=r"evidence_link_\w+_of_pack"):
                _link(action, evidence, tenant=tenant, pack=pack)


def test_no_row_can_hang_below_another_shops_row(two_shops: tuple[Tenant, Tenant]) -> None:
    mine, theirs = two_shops
    pack = newest(theirs, "O-1001").pack
    proposal = newest(theirs, "O-1001")
    action = proposal.actions.earliest("id")
    rows = {
        "evidence_pack_of_tenant": Evidence(
            tenant=mine,
            pack=pack,
            short_id="x",
            source_object="x",
            json_path="$",
            payload_sha256=b"0" * 32,
            value_sha256=b"0" * 32,
            received_at=NOON,
        ),
        "action_proposal_of_pack": Action(
            tenant=mine,
            pack=pack,
            proposal=proposal,
            index=9,
            kind="x",
            cause="x",
            requires_approval=True,
            body={},
        ),
        "verdict_action_of_pack": Verdict(
            tenant=mine,
            pack=pack,
            action=action,
            outcome="permit",
            thresholds_version=1,
            results=[],
            context={},
        ),
    }
    for constraint, row in rows.items():
        with pytest.raises(IntegrityError, match=constraint), tenant_scope(mine.pk):
            row.save()


def test_a_proposal_names_numbers_that_its_shop_has_had() -> None:
    shop = open_shop()
    pack, proposed = _agents()
    pack.thresholds_version = 7
    with (
        pytest.raises(IntegrityError, match="proposal_thresholds_of_tenant"),
        tenant_scope(shop.pk),
    ):
        save_proposals(shop.pk, [(pack, proposed)], NOON)
    assert not Proposal.objects.exists()
