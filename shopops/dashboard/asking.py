"""One statement, its rows as dataclasses. Inside a tenant scope."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import connection

from shopops.dashboard.period import Period

Row = TypeVar("Row")


def ask(statement: str, into: type[Row], values: Mapping[str, Any]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [into(*row) for row in cursor.fetchall()]


def within(tenant_id: int, period: Period) -> dict[str, Any]:
    """What statements call a period: its own instants, and the start of the one before."""
    return {
        "tenant": tenant_id,
        "before": period.before.start,
        "start": period.start,
        "end": period.end,
        "zone": period.zone,
        "unit": period.unit,
    }
