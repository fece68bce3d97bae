"""How much money was proposed, approved and paid? Each currency by itself; nothing is converted."""

from dataclasses import dataclass

from shopops.dashboard.asking import ask, within
from shopops.dashboard.period import Period
from shopops.dashboard.questions.decided import STANDS
from shopops.policy.payments import PAYS_OUT

KINDS = ", ".join(f"'{kind.value}'" for kind in sorted(PAYS_OUT))
OF_EACH_KIND = ", ".join(
    f"sum(action.amount_minor) FILTER (WHERE action.kind = '{kind.value}')"
    for kind in sorted(PAYS_OUT)
)
# Of alternatives the dearest kind counts, as AGG-1 counts them.
STATEMENT = f"""
WITH proposed AS (
    SELECT currency, sum(minor)::bigint AS minor FROM (
        SELECT action.currency, greatest({OF_EACH_KIND}) AS minor
        FROM proposals_proposal proposal
        JOIN proposals_action action ON action.tenant_id = proposal.tenant_id
            AND action.proposal_id = proposal.id AND action.kind IN ({KINDS})
        WHERE proposal.tenant_id = %(tenant)s AND proposal.created_at >= %(start)s
          AND proposal.created_at < %(end)s AND proposal.superseded_by_id IS NULL
          AND action.amount_minor IS NOT NULL
        GROUP BY action.proposal_id, action.currency,
                 CASE action.alternative WHEN '' THEN action.kind ELSE action.alternative END
    ) AS dearest
    GROUP BY currency
), approved AS (
    SELECT action.currency, sum(action.amount_minor)::bigint AS minor,
           coalesce(sum(action.amount_minor) FILTER (
               WHERE action.execution_status = 'succeeded'), 0)::bigint AS paid
    FROM review_decision decision
    JOIN proposals_action action ON action.tenant_id = decision.tenant_id
        AND action.proposal_id = decision.proposal_id AND action.kind IN ({KINDS})
    WHERE decision.tenant_id = %(tenant)s AND decision.decided_at >= %(start)s
      AND decision.decided_at < %(end)s AND decision.kind = 'approve' AND decision.final
      AND {STANDS} AND action.approved
    GROUP BY action.currency
)
SELECT currency, coalesce(proposed.minor, 0), coalesce(approved.minor, 0),
       coalesce(approved.paid, 0)
FROM proposed FULL JOIN approved USING (currency)
ORDER BY currency
"""  # noqa: S608  constants of ours


@dataclass(frozen=True, slots=True)
class Money:
    """Minor units of one currency."""

    currency: str
    proposed: int
    approved: int
    paid: int


def money_by_currency(tenant_id: int, period: Period) -> list[Money]:
    """Refunds and store credit. Proposed: by the newest revision made in the period. Approved:
    decided in the period; what of that has been carried out is paid."""
    return ask(STATEMENT, Money, within(tenant_id, period))
