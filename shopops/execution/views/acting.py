"""A person steps in. Success is shown after the commit, a refusal on the step's page."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from shopops.execution import commands
from shopops.execution.pages.codes import refused_words
from shopops.execution.pages.detail import find_effect
from shopops.execution.pages.offers import Way
from shopops.execution.views.reading import ONE, one_context
from shopops.review.refusals import DecisionRefused
from shopops.tenants.access import rendered, shop_command, shop_scope
from shopops.tenants.models import Membership, Role

DONE = {
    Way.RUN: gettext_noop("It runs next. This page shows what becomes of it."),
    Way.RETRY: gettext_noop("It is tried again. This page shows what becomes of it."),
    Way.BY_HAND: gettext_noop("Marked as done by hand."),
    Way.GIVE_UP: gettext_noop("Given up. Nothing is sent."),
}
Command = Callable[..., None]


@require_POST
@shop_command(Role.REVIEWER)
def run(request: HttpRequest, member: Membership, effect_id: int) -> HttpResponse:
    return _answer(request, member, effect_id, Way.RUN, commands.run_held)


@require_POST
@shop_command(Role.REVIEWER)
def retry(request: HttpRequest, member: Membership, effect_id: int) -> HttpResponse:
    return _answer(request, member, effect_id, Way.RETRY, commands.retry)


@require_POST
@shop_command(Role.REVIEWER)
def by_hand(request: HttpRequest, member: Membership, effect_id: int) -> HttpResponse:
    done = partial(commands.mark_done, remote_id=request.POST.get("remote_id", ""))
    return _answer(request, member, effect_id, Way.BY_HAND, done)


@require_POST
@shop_command(Role.REVIEWER)
def give_up(request: HttpRequest, member: Membership, effect_id: int) -> HttpResponse:
    return _answer(request, member, effect_id, Way.GIVE_UP, commands.give_up)


def _answer(
    request: HttpRequest, member: Membership, effect_id: int, way: Way, command: Command
) -> HttpResponse:
    with shop_scope(member):
        find_effect(member.tenant_id, effect_id)
    reason = request.POST.get("reason", "")
    try:
        command(tenant_id=member.tenant_id, effect_id=effect_id, by=member, reason=reason)
    except DecisionRefused as refusal:
        return _refused(request, member, effect_id, way, refusal)
    messages.success(request, _(DONE[way]))
    return redirect("execution:one", member.tenant.slug, effect_id)


def _refused(
    request: HttpRequest, member: Membership, effect_id: int, way: Way, refusal: DecisionRefused
) -> HttpResponse:
    """The step as it is now, why nothing was done, and what was typed."""
    shown = {
        "said": refused_words(refusal),
        "code": refusal.code,
        "way": way,
        "reason": request.POST.get("reason", ""),
        "remote_id": request.POST.get("remote_id", ""),
    }
    with shop_scope(member):
        context = {**one_context(member, effect_id), "refusal": shown}
        page = TemplateResponse(request, ONE, context, status=refusal.status)
        return rendered(page, member)
