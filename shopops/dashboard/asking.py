"""One statement, its rows as dataclasses. Inside a tenant scope."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import connection

from shopops.dashboard.period import Period

Row = TypeVar("Row")

# Until the transaction ends. A page of an index costs here what it costs in memory, else whole
# tables are read for the rows of some days; and the rows of some weeks are sorted without files.
PLANNER = """
SELECT set_config('random_page_cost', '1.1', true), set_config('work_mem', '32MB', true)
"""


def prepare() -> None:
    """Before the first question of a page."""
    with connection.cursor() as cursor:
        cursor.execute(PLANNER)


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
