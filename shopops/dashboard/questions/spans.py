"""How long something took: median and ninetieth percentile, of a period and of each day in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from shopops.dashboard.asking import ask

# Around a statement that gives `at` and `took` of each that counts.
AROUND = """
SELECT is_now, bucket, count(*),
       percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds),
       percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds)
FROM (
    SELECT at >= %(start)s AS is_now, extract(epoch FROM took)::float8 AS seconds,
           CASE WHEN at >= %(start)s
                THEN date_trunc(%(unit)s, at AT TIME ZONE %(zone)s)::date END AS bucket
    FROM ({}) AS measured
) AS spans
GROUP BY GROUPING SETS ((is_now), (is_now, bucket))
HAVING is_now OR grouping(bucket) = 1
"""


@dataclass(frozen=True, slots=True)
class Span:
    """`is_now`: of the period, not of the one before. `bucket` None: of all of it. In seconds."""

    is_now: bool
    bucket: date | None
    count: int
    half: float
    most: float


@dataclass(frozen=True, slots=True)
class Spans:
    """None: there were none."""

    whole: Span | None
    before: Span | None
    each: Mapping[date, Span]


def spans(measured: str, values: Mapping[str, Any]) -> Spans:
    rows = ask(AROUND.format(measured), Span, values)
    whole = {row.is_now: row for row in rows if row.bucket is None}
    each = {row.bucket: row for row in rows if row.bucket is not None}
    return Spans(whole.get(True), whole.get(False), each)
