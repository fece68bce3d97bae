"""What was decided, by whom, and under which rules?"""

from dataclasses import dataclass

from shopops.dashboard.asking import ask, within
from shopops.dashboard.period import Period
from shopops.dashboard.questions.decided import COUNTED, IS_DECISION, STANDS

OF_PERIOD = f"""
    decision.tenant_id = %(tenant)s AND decision.decided_at >= %(start)s
    AND decision.decided_at < %(end)s AND {IS_DECISION} AND {STANDS}"""
BY_REVIEWER = f"""
SELECT person.display_name, {COUNTED}
FROM review_decision decision
JOIN tenants_membership person ON person.id = decision.membership_id
WHERE {OF_PERIOD}
GROUP BY person.id
ORDER BY count(*) DESC, person.display_name, person.id
"""  # noqa: S608  constants of ours
# Decisions that the same rules asked for are counted together before each of their rules is.
BY_RULE = f"""
SELECT rule, sum(approved)::bigint, sum(edited)::bigint, sum(rejected)::bigint,
       sum(handled)::bigint
FROM (
    SELECT decision.rule_ids, {COUNTED}
    FROM review_decision decision
    WHERE {OF_PERIOD} AND decision.final
    GROUP BY decision.rule_ids
) AS counted (rule_ids, approved, edited, rejected, handled)
CROSS JOIN unnest(CASE WHEN rule_ids = '{{}}' THEN '{{""}}' ELSE rule_ids END) AS rule
GROUP BY rule
ORDER BY sum(approved + edited + rejected + handled) DESC, rule
"""  # noqa: S608  constants of ours


@dataclass(frozen=True, slots=True)
class Outcomes:
    """`of`: a person's name or a rule id; empty for what no rule asked a person for."""

    of: str
    approved: int
    edited: int
    rejected: int
    handled: int

    @property
    def total(self) -> int:
        return self.approved + self.edited + self.rejected + self.handled


def by_reviewer(tenant_id: int, period: Period) -> list[Outcomes]:
    """Who decided most comes first. The first of two approvals counts for its person too."""
    return ask(BY_REVIEWER, Outcomes, within(tenant_id, period))


def by_rule(tenant_id: int, period: Period) -> list[Outcomes]:
    """Each rule that asked for a person. What two rules asked for counts under both."""
    return ask(BY_RULE, Outcomes, within(tenant_id, period))
