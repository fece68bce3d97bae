"""The page on which an admin sees what was held and why. Nothing on it acknowledges anything."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext

from shopops.acknowledgments.models import InboundMail, MailStatus
from shopops.acknowledgments.outcomes import FAILED, SENTENCES, Reason
from shopops.acknowledgments.purging import HELD, purge_held
from shopops.tenants.access import shop_command, shop_page
from shopops.tenants.models import Membership, Role

TEMPLATE = "acknowledgments/quarantine.html"
MOST_SHOWN = 100


def quarantine_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = delete if request.method == "POST" else show
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership) -> HttpResponse:
    held = InboundMail.objects.of(member.tenant_id).filter(status__in=HELD)
    mails = held.order_by("-id").defer("sealed", "reply")[: MOST_SHOWN + 1]
    rows = [{"mail": mail, "why": _why(mail)} for mail in mails]
    context = {
        "section": "settings",
        "rows": rows[:MOST_SHOWN],
        "more": len(rows) > MOST_SHOWN,
        "count": held.count(),
    }
    return TemplateResponse(request, TEMPLATE, context)


@shop_command(least=Role.ADMIN)
def delete(request: HttpRequest, member: Membership) -> HttpResponse:
    """`mail`: the ids that were ticked; `all`: whatever is held."""
    ticked = [int(text) for text in request.POST.getlist("mail") if _is_number(text)]
    gone = purge_held(
        tenant_id=member.tenant_id, mail_ids=None if "all" in request.POST else ticked
    )
    said = ngettext("{number} held mail was deleted.", "{number} held mails were deleted.", gone)
    messages.success(request, said.format(number=gone))
    return redirect("acknowledgments:quarantine", member.tenant.slug)


def _why(mail: InboundMail) -> str:
    if mail.status == MailStatus.FAILED:
        return gettext(FAILED)
    return gettext(SENTENCES[Reason(mail.reason)])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
