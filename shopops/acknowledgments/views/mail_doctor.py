"""The mail doctor's page: send a test mail, and watch how far the answer comes."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from shopops.acknowledgments.doctor.people import contacts_of
from shopops.acknowledgments.doctor.report import OUTCOMES, report_of
from shopops.acknowledgments.doctor.sending import start_test
from shopops.acknowledgments.doctor.sentences import shown
from shopops.acknowledgments.doctor.settings_check import check_settings, server_name, ways_in
from shopops.acknowledgments.doctor.steps import STEP_TITLES, State, Step
from shopops.acknowledgments.models import InboundRules, MailTest
from shopops.alarms.clock import database_now
from shopops.tenants.access import shop_command, shop_page
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope

TEMPLATE, PROGRESS = "acknowledgments/mail_doctor.html", "acknowledgments/_mail_doctor_test.html"
MOST_SHOWN = 20


def mail_doctor(request: HttpRequest, slug: str) -> HttpResponse:
    view = send if request.method == "POST" else show
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership) -> HttpResponse:
    """`test`: the number of the test to show; else the newest. `seen`: what the page shows."""
    tests = MailTest.objects.of(member.tenant_id).select_related("membership__tenant", "author")
    newest = list(tests.order_by("-id")[:MOST_SHOWN])
    test = _asked(request, newest, member.tenant_id)
    report = report_of(test, now=database_now()) if test else None
    if report is not None and request.GET.get("seen") == report.mark:
        return HttpResponse(status=204)  # htmx leaves the page as it is
    context: dict[str, object] = {
        "section": "settings",
        "tab": "doctor",
        "report": report,
        "tests": [{"test": test, "ended": _ended(test)} for test in newest],
    }
    only_progress = request.headers.get("HX-Target") == "mail-test" and test is not None
    if not only_progress:
        context |= _whole_page(member)
    response = TemplateResponse(request, PROGRESS if only_progress else TEMPLATE, context)
    patch_vary_headers(response, ["HX-Target"])
    return response


@shop_command(least=Role.ADMIN)
def send(request: HttpRequest, member: Membership) -> HttpResponse:
    """`contact`: the number of an address of the roster."""
    page = reverse("acknowledgments:mail_doctor", args=[member.tenant.slug])
    with tenant_scope(member.tenant_id):
        contacts = {str(contact.pk): contact for contact in contacts_of(member.tenant_id)}
    contact = contacts.get(request.POST.get("contact", ""))
    if contact is None:
        messages.error(request, _("Choose an address of the roster."))
        return redirect(page)
    test = start_test(contact=contact, author=member)
    return redirect(f"{page}?test={test.pk}")


def _asked(request: HttpRequest, newest: list[MailTest], tenant_id: int) -> MailTest | None:
    """Another shop's test looks like one that never was."""
    text = request.GET.get("test", "")
    if not text:
        return newest[0] if newest else None
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Http404
    tests = MailTest.objects.of(tenant_id).select_related("membership__tenant", "author")
    found = tests.filter(pk=int(text)).first()
    if found is None:
        raise Http404
    return found


def _whole_page(member: Membership) -> dict[str, object]:
    checked = check_settings()
    rules = InboundRules.objects.filter(pk=member.tenant_id).first() or InboundRules()
    return {
        "contacts": contacts_of(member.tenant_id),
        "checked": checked,
        "checked_says": shown(checked.says),
        "checked_do": shown(checked.do),
        "server": server_name(),
        "ways": ways_in(member.tenant.slug),
        "reply_address": settings.SHOPOPS_REPLY_ADDRESS,
        "trusted": rules.authserv_id or settings.SHOPOPS_AUTHSERV_ID,
    }


def _ended(test: MailTest) -> str:
    if test.failed_step:
        return _("Failed: {step}").format(step=_(STEP_TITLES[Step(test.failed_step)]))
    return _(OUTCOMES[State(test.outcome)])
