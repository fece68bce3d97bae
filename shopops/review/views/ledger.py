"""The shop's ledger, newest first."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from shopops.ledger.pages import last_verified, latest
from shopops.review.detail.people import names_of
from shopops.review.detail.timeline import ledger_rows
from shopops.review.ids import read_id
from shopops.review.receipt.find import decisions_told
from shopops.review.words.people import people_in
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership

PAGE = 100


@shop_page()
def ledger(request: HttpRequest, member: Membership) -> HttpResponse:
    # A cursor that no page gave out shows the newest page.
    before = read_id(request.GET.get("before", ""))
    entries = latest(member.tenant_id, before=before, limit=PAGE + 1)
    shown = entries[:PAGE]
    names = names_of(member.tenant_id, people_in(shown))
    context = {
        "section": "ledger",
        "rows": ledger_rows(shown, names, decisions_told(member.tenant_id, shown)),
        "before": shown[-1].seq if len(entries) > PAGE else None,
        "first": before is None,
        "verified": last_verified(member.tenant_id),
    }
    return TemplateResponse(request, "ledger/ledger.html", context)
