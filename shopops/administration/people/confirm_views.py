"""Where the link of a confirmation mail leads: the page changes nothing, its button does."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache

from shopops.administration.people.confirming import confirm, contact_of
from shopops.alarms.models import RosterContact

TEMPLATE = "administration/confirm.html"


@never_cache
def confirm_page(request: HttpRequest, token: str) -> HttpResponse:
    contact = contact_of(token)
    if contact is None:
        return _answer(request, "gone", status=404)
    if _is_somebody_else(request, contact):
        return _answer(request, "other", contact)  # no 4xx: it is logged, and the link works
    if contact.verified_at is not None:
        return _answer(request, "done", contact)
    if request.method != "POST":
        return _answer(request, "ask", contact)
    confirm(contact)
    return _answer(request, "done", contact)


def _is_somebody_else(request: HttpRequest, contact: RosterContact) -> bool:
    """Signed in as another person, who does not vouch for this one."""
    if contact.shared or not request.user.is_authenticated:
        return False
    return bool(contact.membership.user_id != request.user.pk)


def _answer(
    request: HttpRequest, state: str, contact: RosterContact | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "state": state,
        "contact": contact,
        "person": contact and contact.membership,
        "shop_name": contact and contact.membership.tenant.name,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)
