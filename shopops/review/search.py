"""Finding an order by its number, its customer, a tracking code, or its id. Reads only.

Numbers first, then names and codes, each in its own order out of one index; so a million orders
cost what a thousand cost.
"""

import re
from datetime import datetime
from typing import Any

from django.db import connection

from shopops.connectors.search_terms import LINK, searchable
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.cursor import Cursor
from shopops.review.row_steps import with_steps
from shopops.review.rows import Found, found_of, with_details

# Left out: nobody has judged it yet, or a newer revision stands.
NOT_FOUND = (ReviewStatus.UNJUDGED, ReviewStatus.STALE)
SPACED = re.compile(r"(?<=[^\W\d_])\s+(?=\d)")  # "O 1032" for O-1032
LAST = "\U0010ffff"  # after whatever begins with something comes that with this behind it

# Each order once: what its number finds is not found by name again, and of several terms, also of
# its tracker's record, the first one counts.
HITS = """
(SELECT false AS named, proposal.id AS place, proposal.id
 FROM proposals_proposal proposal
 WHERE proposal.tenant_id = %(tenant)s AND NOT proposal.review_status = ANY (%(out)s)
   AND upper(order_number) COLLATE "C" >= %(number)s
   AND upper(order_number) COLLATE "C" < %(number_end)s
   AND NOT %(named)s
   AND (%(after)s = 0 OR (upper(order_number) COLLATE "C", proposal.id) > (
        (SELECT upper(order_number) COLLATE "C" FROM proposals_proposal
         WHERE tenant_id = %(tenant)s AND id = %(after)s), %(after)s))
 ORDER BY upper(order_number) COLLATE "C", proposal.id
 LIMIT %(most)s)
UNION ALL
(SELECT true, found.id, proposal.id
 FROM (
    SELECT term.id, term.term, term.order_id FROM connectors_searchterm term
    WHERE term.tenant_id = %(tenant)s AND term.term >= %(term)s AND term.term < %(term_end)s
      AND (NOT %(named)s OR (term.term, term.id) > (
           (SELECT term FROM connectors_searchterm
            WHERE tenant_id = %(tenant)s AND id = %(after)s), %(after)s))
      AND NOT EXISTS (
           SELECT FROM connectors_searchterm same
           WHERE same.tenant_id = term.tenant_id AND same.order_id = term.order_id
             AND same.term >= %(term)s AND (same.term, same.id) < (term.term, term.id))
    ORDER BY term.term, term.id
    LIMIT %(most)s) AS found
 LEFT JOIN connectors_searchterm link
   ON link.tenant_id = %(tenant)s AND link.term = found.order_id AND found.order_id ^@ %(link)s
 JOIN proposals_proposal proposal
   ON proposal.tenant_id = %(tenant)s
   AND proposal.order_id = coalesce(link.order_id, found.order_id)
 WHERE NOT proposal.review_status = ANY (%(out)s)
   AND NOT (upper(order_number) COLLATE "C" >= %(number)s
            AND upper(order_number) COLLATE "C" < %(number_end)s)
 ORDER BY found.term, found.id, proposal.revision DESC)
"""
Hit = tuple[bool, int, int]


def search(
    tenant_id: int, typed: str, after: Cursor | None, now: datetime, *, size: int
) -> tuple[list[Found], Cursor | None]:
    """A page in the order found, and where it ended if there is more. Inside a tenant scope."""
    typed = typed.strip().removeprefix("#").strip()
    hits = _hits(tenant_id, typed, after, size + 1)
    if not hits and (hyphened := SPACED.sub("-", typed)) != typed:
        hits = _hits(tenant_id, hyphened, after, size + 1)
    if not hits and after is None:
        return _read(tenant_id, _by_id(tenant_id, typed), now), None
    shown, last = _cut(hits, size)
    found = {one.proposal.pk: one for one in _read(tenant_id, [hit[2] for hit in shown], now)}
    return [found[hit[2]] for hit in shown if hit[2] in found], last


def _cut(hits: list[Hit], size: int) -> tuple[list[Hit], Cursor | None]:
    """A page ends between two terms: what one term finds stands on one page."""
    if len(hits) <= size:
        return hits, None
    shown = [hit for hit in hits[:size] if hit[:2] != hits[size][:2]] or hits
    return shown, Cursor(shown[-1][1], named=shown[-1][0])


def _hits(tenant_id: int, typed: str, after: Cursor | None, most: int) -> list[Hit]:
    number, term = typed.upper(), searchable(typed)
    values: dict[str, Any] = {
        "tenant": tenant_id,
        "out": list(NOT_FOUND),
        "number": number,
        "number_end": number + LAST,
        "term": term or LAST,
        "link": LINK,
        "term_end": term + LAST,
        "named": after is not None and after.named,
        "after": after.id if after is not None else 0,
        "most": most,
    }
    with connection.cursor() as cursor:
        cursor.execute(HITS, values)
        return list(cursor.fetchall())


def _by_id(tenant_id: int, typed: str) -> list[int]:
    """As the ledger names orders."""
    of_order = Proposal.objects.of(tenant_id).filter(order_id=typed)
    return list(of_order.exclude(review_status__in=NOT_FOUND).values_list("pk", flat=True))


def _read(tenant_id: int, ids: list[int], now: datetime) -> list[Found]:
    if not ids:
        return []
    found = Proposal.objects.of(tenant_id).filter(pk__in=ids).order_by("pk")
    listed = with_steps(with_details(found, tenant_id, now), tenant_id)
    return [found_of(one, one) for one in listed]
