"""How long does an alarm ring until somebody acknowledges it?"""

from shopops.dashboard.asking import within
from shopops.dashboard.period import Period
from shopops.dashboard.questions.spans import Spans, spans

# An event's handle is used at the time that the ledger gave the event. What an acknowledgment
# ends began with the first ring after the item was last new, acknowledged or in somebody's hands.
MEASURED = """
    SELECT told.used_at AS at, told.used_at - rung.since AS took
    FROM alarms_alarmhandle told
    CROSS JOIN LATERAL (
        SELECT max(quiet.used_at) AS since FROM alarms_alarmhandle quiet
        WHERE quiet.item_id = told.item_id AND quiet.used_at < told.used_at
          AND quiet.kind IN ('observed', 'acknowledged', 'unacknowledged', 'handed_off')
    ) AS quiet
    CROSS JOIN LATERAL (
        SELECT min(raised.used_at) AS since FROM alarms_alarmhandle raised
        WHERE raised.item_id = told.item_id AND raised.kind = 'raised'
          AND raised.used_at >= quiet.since AND raised.used_at <= told.used_at
    ) AS rung
    WHERE told.tenant_id = %(tenant)s AND told.kind = 'acknowledged'
      AND told.used_at >= %(before)s AND told.used_at < %(end)s AND rung.since IS NOT NULL
"""


def time_to_acknowledgment(tenant_id: int, period: Period) -> Spans:
    """From the ring that nobody had answered yet to its acknowledgment."""
    return spans(MEASURED, within(tenant_id, period))
