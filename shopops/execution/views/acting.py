"""A person steps in. Success is shown after the commit, a refusal on the step's page."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from shopops.alarms.clock import database_now
from shopops.execution import commands, hands
from shopops.execution.pages.codes import refused_words
from shopops.execution.pages.detail import find_effect, of_same_order
from shopops.execution.pages.words import kind_words
from shopops.execution.views.reading import ONE, one_context
from shopops.execution.ways import Way
from shopops.outbox.models import Effect
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
    """With the other steps of the same order that the person names; one of them that is refused
    keeps the rest from nothing."""
    done = partial(commands.mark_done, remote_id=request.POST.get("remote_id", ""))
    answer = _answer(request, member, effect_id, Way.BY_HAND, done)
    if answer.status_code == HTTPStatus.FOUND:
        for one in _named_too(request, member, effect_id):
            _mark_too(request, member, one)
    return answer


def _named_too(request: HttpRequest, member: Membership, effect_id: int) -> list[Effect]:
    named = set(request.POST.getlist("also"))
    with shop_scope(member):
        effect = find_effect(member.tenant_id, effect_id)
        now = database_now()
        hand = hands.hand_of(member.tenant, effect, now)
        beside = of_same_order(hand, now) if named else []
    return [one for one in beside if str(one.pk) in named]


def _mark_too(request: HttpRequest, member: Membership, effect: Effect) -> None:
    reason, what = request.POST.get("reason", ""), kind_words(effect.kind)
    try:
        commands.mark_done(
            tenant_id=member.tenant_id, effect_id=effect.pk, by=member, reason=reason
        )
    except DecisionRefused as refusal:
        messages.error(request, f"{what}: {refused_words(refusal)}")
    else:
        messages.success(request, f"{what}: {_(DONE[Way.BY_HAND])}")


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
