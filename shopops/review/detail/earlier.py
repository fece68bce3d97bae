"""What was decided before on this order, and on other orders of the same customer.

The customer is found by the reference that the shop's own records hold (`customer_ref`), so nothing
here names a person, and nobody else's orders are ever looked at.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext

from shopops.agents.proposal import ActionKind
from shopops.proposals.models import Proposal
from shopops.review.models import DecisionHandle, DecisionKind
from shopops.review.recording import event_id_of
from shopops.review.words.actions import TITLES
from shopops.review.words.decided import with_others
from shopops.review.words.labels import said, small
from shopops.review.words.people import SOMEBODY
from shopops.review.words.values import money

ORDERS, MOST = 50, 40  # of the customer the newest orders, and of their decisions the newest
PAYS = (ActionKind.PROPOSE_REFUND, ActionKind.PROPOSE_STORE_CREDIT)
# Each step goes through an index: the customer's orders by reference, an order's proposals, a
# proposal's decisions.
SQL = """
WITH orders AS MATERIALIZED (
    SELECT %(order)s AS order_id
    UNION
    SELECT others.external_id
    FROM connectors_sourcerecord here
    CROSS JOIN LATERAL (
        SELECT other.external_id FROM connectors_sourcerecord other
        WHERE other.tenant_id = %(tenant)s AND other.record_type = 'order'
            AND other.customer_ref = here.customer_ref
        ORDER BY other.authored_at DESC
        LIMIT %(orders)s
    ) others
    WHERE here.tenant_id = %(tenant)s AND here.record_type = 'order'
        AND here.external_id = %(order)s
), proposals AS MATERIALIZED (
    SELECT newest.* FROM orders
    CROSS JOIN LATERAL (
        SELECT id, order_id, order_number, revision FROM proposals_proposal
        WHERE tenant_id = %(tenant)s AND order_id = orders.order_id
        ORDER BY revision DESC
        LIMIT %(most)s
    ) newest
), decisions AS MATERIALIZED (
    SELECT decision.*, proposal.order_id, proposal.order_number, proposal.revision
    FROM proposals proposal
    CROSS JOIN LATERAL (
        SELECT id, kind, final, decided_at, proposal_id, action_indexes, handle_id, membership_id,
               together
        FROM review_decision
        WHERE tenant_id = %(tenant)s AND proposal_id = proposal.id
        ORDER BY id DESC
        LIMIT %(most)s
    ) decision
    ORDER BY decision.id DESC
    LIMIT %(most)s
)
SELECT decision.id, decision.kind, decision.final, decision.decided_at, decision.order_id,
       decision.order_number, decision.proposal_id, decision.revision, member.display_name,
       handle.handle_sha256, undo.id IS NOT NULL, decision.together,
       (SELECT jsonb_agg(jsonb_build_array(action.kind, action.amount_minor, action.currency)
                         ORDER BY action.index)::text
        FROM proposals_action action
        WHERE action.proposal_id = decision.proposal_id
            AND action.index = ANY (decision.action_indexes))
FROM decisions decision
JOIN review_decisionhandle handle ON handle.id = decision.handle_id
LEFT JOIN tenants_membership member ON member.id = decision.membership_id
LEFT JOIN review_decision undo ON undo.undoes_id = decision.id
ORDER BY decision.id DESC
"""


@dataclass(frozen=True, slots=True)
class Earlier:
    """`what`: "Approved: send again (goods of 129.00 USD)". `undone`: it was taken back."""

    decision_id: int
    proposal_id: int
    order_number: str
    revision: int
    what: str
    by: str
    at: datetime
    undone: bool


@dataclass(frozen=True, slots=True)
class EarlierDecisions:
    """Newest first. `receipts`: decision id by the ledger's event id."""

    of_order: list[Earlier]
    of_customer: list[Earlier]
    receipts: dict[UUID, int]


def earlier_decisions(proposal: Proposal) -> EarlierDecisions:
    """In one statement, which looks at no more orders however many there are."""
    with connection.cursor() as cursor:
        cursor.execute(
            SQL,
            {
                "tenant": proposal.tenant_id,
                "order": proposal.order_id,
                "orders": ORDERS,
                "most": MOST,
            },
        )
        found = [_read(row) for row in cursor.fetchall()]
    return EarlierDecisions(
        of_order=[one for order, _, one in found if order == proposal.order_id],
        of_customer=[one for order, _, one in found if order != proposal.order_id],
        receipts={event_id: one.decision_id for _, event_id, one in found},
    )


def _read(row: tuple[Any, ...]) -> tuple[str, UUID, Earlier]:
    pk, kind, final, at, order_id, number, proposal_id, revision, name, sha256, *more = row
    undone, together, actions = more
    event_id = event_id_of(DecisionHandle(handle_sha256=bytes(sha256)))
    return (
        order_id,
        event_id,
        Earlier(
            decision_id=pk,
            proposal_id=proposal_id,
            order_number=number,
            revision=revision,
            what=_what(kind, final, json.loads(actions or "[]")) + with_others(together),
            by=name or gettext(SOMEBODY),
            at=at,
            undone=undone,
        ),
    )


def _what(kind: str, final: bool, actions: Sequence[tuple[str, int | None, str]]) -> str:
    label = said(DecisionKind(kind).label)
    if kind == DecisionKind.APPROVE and not final:
        label = gettext("Approved, 1 of 2")
    named = [_step(*action) for action in actions]
    return f"{label}: {', '.join(named)}" if named else label


def _step(kind: str, minor: int | None, currency: str) -> str:
    """A mail only talks about money."""
    what = small(TITLES[ActionKind(kind)])
    if minor is None or kind not in PAYS:
        return what
    return f"{what} {money(minor, currency)}"
