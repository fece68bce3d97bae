"""Mails that Policy allowed and would deny by now: the list is looked at again at each decision."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from shopops.agents.proposal import ActionKind, Proposal
from shopops.agents.records import Channel, Order
from shopops.connectors.models import Suppressed
from shopops.connectors.suppression import is_suppressed, refs_of
from shopops.policy.verdicts import Outcome, Verdict


def closed_mails(
    tenant_id: int, plan: Proposal, verdicts: Sequence[Verdict], order: Order | None
) -> frozenset[int]:
    """The indexes of those whose address has come onto the suppression list since the verdicts."""
    allowed = {one.action_index for one in verdicts if one.outcome is not Outcome.DENY}
    mails = {
        index
        for index, action in enumerate(plan.actions)
        if action.kind == ActionKind.DRAFT_EMAIL and action.channel == Channel.EMAIL
    }
    if not mails & allowed or order is None or order.customer is None:
        return frozenset()
    listed = is_suppressed(tenant_id, order.customer.email or "")
    return frozenset(mails & allowed) if listed else frozenset()


def no_more_mail_since(tenant_id: int, order: Order | None) -> datetime | None:
    """When the order's customer asked for it themselves, by a link in a mail."""
    email = order.customer.email if order and order.customer else None
    refs = refs_of(tenant_id, email or "")
    if not refs:
        return None
    listed = Suppressed.objects.of(tenant_id).filter(removed_at=None, added_by=None, ref__in=refs)
    return listed.order_by("pk").values_list("added_at", flat=True).first()


def as_by_now(verdicts: Sequence[Verdict], closed: frozenset[int]) -> list[Verdict]:
    """With the outcome that a decision would meet."""
    return [
        msgspec.structs.replace(one, outcome=Outcome.DENY) if one.action_index in closed else one
        for one in verdicts
    ]
