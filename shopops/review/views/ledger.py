"""The shop's ledger, newest first: all of it, or what is looked for."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from shopops.ledger.pages import last_verified, latest
from shopops.ledger.searching import Hits, look
from shopops.review.detail.people import names_of
from shopops.review.detail.timeline import ledger_rows
from shopops.review.ids import read_id
from shopops.review.ledger_asked import KINDS, LedgerAsked, read_asked, sought
from shopops.review.receipt.find import decisions_told
from shopops.review.words.people import people_in
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership

PAGE = 100
MOST_PEOPLE = 500  # in the list to choose from


@shop_page()
def ledger(request: HttpRequest, member: Membership) -> HttpResponse:
    # A cursor that no page gave out shows the newest page.
    before = read_id(request.GET.get("before", ""))
    asked = read_asked(request.GET, member.tenant_id)
    hits = _hits(member.tenant_id, asked, before)
    names = names_of(member.tenant_id, people_in(hits.entries))
    context = {
        "section": "ledger",
        "rows": ledger_rows(hits.entries, names, decisions_told(member.tenant_id, hits.entries)),
        "hits": hits,
        "before": hits.before,
        "first": before is None,
        "asked": asked,
        "kinds": [(name, label) for name, (label, _) in KINDS.items()],
        "people": _people(member.tenant_id),
        "verified": last_verified(member.tenant_id),
    }
    return TemplateResponse(request, "ledger/ledger.html", context)


def _hits(tenant_id: int, asked: LedgerAsked, before: int | None) -> Hits:
    if asked.query:
        wanted = sought(asked, tenant_id, timezone.now())
        return look(tenant_id, wanted, before=before, limit=PAGE)
    entries = latest(tenant_id, before=before, limit=PAGE + 1)
    return Hits(entries[:PAGE], entries[PAGE - 1].seq if len(entries) > PAGE else None)


def _people(tenant_id: int) -> Sequence[Membership]:
    found = Membership.objects.filter(tenant_id=tenant_id).order_by("-active", "display_name")
    return list(found[:MOST_PEOPLE])
