"""What docs/connect-own-system.md shows as webhooks leads, sent as it stands there, to a refund."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from shopops.proposals.models import Proposal
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.delivering import connect_own_system
from tests.support.pipeline import newest, resolve_stored

pytestmark = pytest.mark.django_db
DOC = (Path(__file__).parents[2] / "docs/connect-own-system.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```json ([\w.-]+)\n(.*?)```", DOC, re.DOTALL))
STOOD_STILL = datetime(2026, 3, 18, 12, 0, tzinfo=UTC)


def proposed(shop: Tenant, *told: Any) -> Proposal:
    sender = connect_own_system(shop)
    for one in told:
        assert sender.send(one["type"], one["data"]).json()["outcome"] == "taken"
    resolve_stored(shop, now=STOOD_STILL)
    return newest(shop, "N-1001")


def kinds(proposal: Proposal) -> set[str]:
    with tenant_scope(proposal.tenant_id):
        return {action.kind for action in proposal.actions.all()}


def test_the_two_examples_lead_to_a_proposal_to_refund(shop: Tenant) -> None:
    order, tracker = (json.loads(BLOCKS[name]) for name in ("webhook", "tracker"))
    assert "propose_refund" in kinds(proposed(shop, order, tracker))


@pytest.mark.parametrize(
    ("field", "more"), [("opted_out", {}), ("preferred_channel", {"phone": "+1 218 555 0100"})]
)
def test_without_a_field_that_it_needs_a_person_is_asked(
    shop: Tenant, field: str, more: dict[str, str]
) -> None:
    order, tracker = (json.loads(BLOCKS[name]) for name in ("webhook", "tracker"))
    del order["data"]["customer"][field]
    order["data"]["customer"] |= more
    assert f"`customer.{field}`" in DOC
    assert kinds(proposed(shop, order, tracker)) == {"await_human"}
