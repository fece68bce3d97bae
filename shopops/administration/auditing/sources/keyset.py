"""The same rows of a table as the page asks for: by moment, then by number, the newest first."""

from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from shopops.administration.auditing.asked import AuditAsked

Row = TypeVar("Row", bound=Model)


def newest(
    rows: QuerySet[Row], asked: AuditAsked, *, source: int, at: str, limit: int
) -> list[Row]:
    """`rows` of the shop. The first condition alone is what an index by `at` can begin from."""
    until, number = asked.before(source)
    found = rows.filter(
        Q(**{f"{at}__lt": until}) | Q(**{at: until, "pk__lt": number}),
        **{f"{at}__lte": until, f"{at}__gte": asked.since},
    )
    if asked.person is not None:
        found = found.filter(membership=asked.person)
    return list(found.order_by(f"-{at}", "-pk")[:limit])
