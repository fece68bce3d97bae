"""Where the links of a customer's mail lead: the page changes nothing, its button does.

Nobody signs in and no cookie is set: the signed address is all the proof there is, so what follows
from it is small, and what is shown is the shop, the order's number and what was offered.
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from shopops.agents.records import ClaimKind
from shopops.choosing import choice, leaving
from shopops.choosing.mails import mail_linked
from shopops.choosing.offered import refund_offered
from shopops.choosing.words import words_in
from shopops.outbox.models import Effect
from shopops.outreach.links import CHOOSE, LEAVE, Whose, is_over, read_link
from shopops.tenants.scope import tenant_scope

TEMPLATE = "customers/answer.html"
READ_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


@csrf_exempt
@never_cache
@READ_OR_POST
def choose(request: HttpRequest, token: str) -> HttpResponse:
    whose = read_link(CHOOSE, token)
    found = _find(whose)
    if whose is None or found is None:
        return _page(request, "en", "unknown", status=HTTPStatus.NOT_FOUND)
    effect, before = found
    now = timezone.now()
    if before is None and is_over(whose, now):
        return _page(request, whose.language, "over", effect, status=HTTPStatus.GONE)
    if request.method == "POST" and before is None:
        wanted = next((one for one in whose.choices if one == request.POST.get("choice")), None)
        if wanted is None:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
            return _page(request, whose.language, "choose", effect, whose.choices, status=status)
        choice.choose(whose=whose, choice=wanted, now=now)
        return redirect(request.path)
    if before is not None:
        return _page(request, whose.language, "chosen", effect, [before])
    return _page(request, whose.language, "choose", effect, whose.choices)


@csrf_exempt
@never_cache
@READ_OR_POST
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """A mail program that knows RFC 8058 posts here by itself when its reader asks it to."""
    whose = read_link(LEAVE, token)
    found = _find(whose)
    if whose is None or found is None:
        return _page(request, "en", "unknown", status=HTTPStatus.NOT_FOUND)
    if request.method == "POST":
        if not leaving.leave(whose=whose, now=timezone.now()):
            return _page(request, whose.language, "over", status=HTTPStatus.GONE)
        return _page(request, whose.language, "left", found[0])
    left = leaving.has_left(whose=whose)
    return _page(request, whose.language, "left" if left else "leave", found[0])


def _find(whose: Whose | None) -> tuple[Effect, ClaimKind | None] | None:
    if whose is None:
        return None
    with tenant_scope(whose.tenant_id):
        effect = mail_linked(whose)
        return None if effect is None else (effect, choice.chosen_before(effect))


def _page(
    request: HttpRequest,
    language: str,
    state: str,
    effect: Effect | None = None,
    choices: list[ClaimKind] | None = None,
    *,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    code, said = words_in(language)
    refund = ""
    if effect and choices and ClaimKind.CHOICE_REFUND in choices:
        with tenant_scope(effect.tenant_id):
            refund = refund_offered(effect, code)
    context = {
        "language": code,
        "state": state,
        "said": said,
        "title": getattr(said, state),
        "order": said.order.format(number=effect.order_number) if effect else "",
        "shop": effect.tenant.name if effect else "",
        "options": [
            (one.value, said.options[one], refund if one is ClaimKind.CHOICE_REFUND else "")
            for one in choices or ()
        ],
        "taken": said.taken[choices[0]] if state == "chosen" and choices else "",
    }
    answer = render(request, TEMPLATE, context, status=status)
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer
