"""The dashboard's page, and each chart's file."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from shopops.dashboard.asking import prepare
from shopops.dashboard.charts.parts import Asked
from shopops.dashboard.charts.registry import CHARTS, all_charts
from shopops.dashboard.csv_file import csv_text
from shopops.dashboard.drawing import drawings
from shopops.dashboard.period import MOST_DAYS, PRESETS, USUAL, Period, latest, read_period, today
from shopops.dashboard.refusals import PeriodRefused
from shopops.ledger.taken_out import note_taken_out
from shopops.review import settings
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership


@shop_page()
def page(request: HttpRequest, member: Membership) -> HttpResponse:
    """A range that can't be shown is said beside its fields, above the usual days."""
    now, zone = timezone.now(), member.tenant.timezone
    refusal = None
    try:
        period = read_period(request.GET, zone=zone, now=now)
    except PeriodRefused as problem:
        refusal = problem
        period = latest(USUAL, zone=zone, now=now)
    charts = all_charts(_asked(member, period, now))
    context = {
        "section": "dashboard",
        "charts": charts,
        "tiles": [tile for chart in charts for tile in chart.tiles],
        "drawings": drawings(charts),
        "range": _range(request, period, now),
        "refusal": refusal,
        "now": now,
    }
    status = HTTPStatus.OK if refusal is None else HTTPStatus.BAD_REQUEST
    return TemplateResponse(request, "dashboard/dashboard.html", context, status=status)


@shop_page()
def sheet(request: HttpRequest, member: Membership, chart: str) -> HttpResponse:
    if chart not in CHARTS:
        raise Http404
    now = timezone.now()
    try:
        period = read_period(request.GET, zone=member.tenant.timezone, now=now)
    except PeriodRefused as problem:
        plain = "text/plain; charset=utf-8"
        return HttpResponse(str(problem), content_type=plain, status=HTTPStatus.BAD_REQUEST)
    made = CHARTS[chart](_asked(member, period, now))
    days = {"from": period.first.isoformat(), "to": period.last.isoformat()}
    note_taken_out("dashboard", by=member, now=now, chart=chart, **days)
    name = f"{member.tenant.slug}-{chart}-{period.first}-{period.last}.csv"
    return HttpResponse(
        csv_text(made.sheet),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _asked(member: Membership, period: Period, now: datetime) -> Asked:
    prepare()
    tenant_id = member.tenant_id
    return Asked(tenant_id, period, now, settings.current(tenant_id))


def _range(request: HttpRequest, period: Period, now: datetime) -> dict[str, Any]:
    """`chosen`: the preset that is shown, if it is one. `typed`: what the fields show again."""
    last = today(period.zone, now)
    return {
        "period": period,
        "presets": PRESETS,
        "chosen": period.days if period.last == last and period.days in PRESETS else None,
        "typed": {
            "from": request.GET.get("from") or period.first.isoformat(),
            "to": request.GET.get("to") or period.last.isoformat(),
        },
        "query": f"from={period.first}&to={period.last}",
        "today": last,
        "most_days": MOST_DAYS,
    }
