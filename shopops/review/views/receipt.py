"""A decision's proof page, for people and printers, or as JSON for machines."""

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone, translation

from shopops.ledger.taken_out import note_taken_out
from shopops.review.receipt.build import receipt_of
from shopops.review.receipt.find import find_decision
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership


@shop_page()
def receipt(request: HttpRequest, member: Membership, decision_id: int) -> HttpResponse:
    decision = find_decision(member.tenant_id, decision_id)
    for_machines = request.GET.get("format") == "json"
    if for_machines:
        note_taken_out("receipt", by=member, now=timezone.now(), decision=decision.pk)
    language = settings.LANGUAGE_CODE if for_machines else translation.get_language()
    with translation.override(language):
        found = receipt_of(member.tenant, decision, timezone.now())
    if for_machines:
        body = msgspec.json.format(msgspec.json.encode(found), indent=2)
        return HttpResponse(body, content_type="application/json")
    context = {"receipt": found, "decision": decision, "section": "review"}
    return TemplateResponse(request, "review/receipt/receipt.html", context)
