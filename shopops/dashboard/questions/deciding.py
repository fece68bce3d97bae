"""How long does an order wait until it is decided?"""

from shopops.dashboard.asking import within
from shopops.dashboard.period import Period
from shopops.dashboard.questions.decided import ENDED_THE_WAIT, STANDS
from shopops.dashboard.questions.spans import Spans, spans

MEASURED = f"""
    SELECT decision.decided_at AS at, decision.decided_at - decision.waiting_since AS took
    FROM review_decision decision
    WHERE decision.tenant_id = %(tenant)s AND decision.decided_at >= %(before)s
      AND decision.decided_at < %(end)s AND {ENDED_THE_WAIT} AND {STANDS}
      AND decision.waiting_since IS NOT NULL
"""  # noqa: S608  constants of ours


def time_to_decision(tenant_id: int, period: Period) -> Spans:
    """From when the order began to wait to the decision that ended its wait."""
    return spans(MEASURED, within(tenant_id, period))
