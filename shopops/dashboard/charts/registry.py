"""Every chart of the page by the name that addresses give it, in the page's order: two of about the
same height stand in a row."""

from collections.abc import Callable, Mapping

from shopops.dashboard.charts.carriers import carrier_chart
from shopops.dashboard.charts.money import money_chart
from shopops.dashboard.charts.outcomes import reviewer_chart, rule_chart
from shopops.dashboard.charts.parts import Asked, Chart
from shopops.dashboard.charts.ringing import ringing_chart
from shopops.dashboard.charts.spans import acknowledgment_chart, decision_chart
from shopops.dashboard.charts.waiting import waiting_chart

CHARTS: Mapping[str, Callable[[Asked], Chart]] = {
    "waiting": waiting_chart,
    "time-to-decision": decision_chart,
    "time-to-acknowledgment": acknowledgment_chart,
    "rings-per-alarm": ringing_chart,
    "by-reviewer": reviewer_chart,
    "exceptions-by-carrier": carrier_chart,
    "by-rule": rule_chart,
    "money": money_chart,
}


def all_charts(asked: Asked) -> list[Chart]:
    return [make(asked) for make in CHARTS.values()]
