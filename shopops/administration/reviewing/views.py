"""The page on which an admin sets how decisions are taken, and who lends whom a limit."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST
from msgspec.structs import replace

from shopops.accounts.again import proof_asked
from shopops.administration.examples import in_shops_money
from shopops.administration.looking_back import beside, to_restore, why_restored
from shopops.administration.merging import on_top_or_theirs
from shopops.administration.reviewing.forms import LendForm, ReviewForm, form_of
from shopops.administration.reviewing.history import review_changes, review_history
from shopops.administration.reviewing.settings import change_review
from shopops.administration.saving import save_or_show
from shopops.review import settings
from shopops.review.delegating import DelegationRefused, lend, revoke
from shopops.review.models import Delegation
from shopops.review.words.values import money
from shopops.tenants.access import allows, rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

TEMPLATE = "administration/review.html"


def review_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = save if request.method == "POST" else show
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership) -> HttpResponse:
    """With `?restore=` an older version is filled in, to be saved as the next."""
    at = partial(settings.at, member.tenant_id)
    filled, restores = to_restore(request, settings.current(member.tenant_id), at)
    form = form_of(filled)
    form.initial["reason"] = why_restored(restores)
    return _page(request, member, form, restores=restores)


@shop_command(least=Role.ADMIN)
def save(request: HttpRequest, member: Membership) -> HttpResponse:
    form = ReviewForm(request.POST)
    if form.is_valid() and (asks := proof_asked(request, gettext("Changing the review settings"))):
        return asks
    return save_or_show(
        request,
        member,
        form,
        save=partial(_save, member, form),
        page=partial(_page, request, member, form),
        moved=partial(_moved, request, member, form),
        done=gettext("Version {} is in force. The next decision is taken under it."),
        back="administration:review",
    )


@require_POST
@shop_command(least=Role.ADMIN)
def lend_limit(request: HttpRequest, member: Membership) -> HttpResponse:
    with shop_scope(member):  # the times are typed on the shop's clock
        form = LendForm(_deciders(member), request.POST)
        valid = form.is_valid()
    if valid:
        if asks := proof_asked(request, gettext("Lending a limit")):
            return asks
        data = form.cleaned_data
        try:
            lent = lend(
                giver=form.people[data["giver"]],
                receiver=form.people[data["receiver"]],
                currency=data["amount"][0],
                most_minor=data["amount"][1],
                starts_at=data["starts_at"],
                ends_at=data["ends_at"],
                reason=data["why"],
                author=member,
                now=timezone.now(),
            )
        except DelegationRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request,
                gettext("Lent to {display_name}.").format(display_name=lent.receiver.display_name),
            )
            return redirect("administration:review", member.tenant.slug)
    with shop_scope(member):
        current = form_of(settings.current(member.tenant_id))
        return rendered(_page(request, member, current, status=422, lending=form), member)


@require_POST
@shop_command(least=Role.ADMIN)
def revoke_limit(request: HttpRequest, member: Membership, delegation_id: int) -> HttpResponse:
    try:
        lent = revoke(delegation_id=delegation_id, author=member, now=timezone.now())
    except DelegationRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(
            request,
            gettext("Taken back from {display_name}.").format(
                display_name=lent.receiver.display_name
            ),
        )
    return redirect("administration:review", member.tenant.slug)


def _save(member: Membership, form: ReviewForm) -> int:
    return change_review(
        tenant_id=member.tenant_id,
        config=form.config,
        based_on=form.cleaned_data["based_on"],
        reason=form.cleaned_data["reason"],
        author=member,
        now=timezone.now(),
    ).version


def _moved(request: HttpRequest, member: Membership, form: ReviewForm, words: str) -> HttpResponse:
    """The page with what this author changed, on top of what somebody else saved."""
    with shop_scope(member):
        current = settings.current(member.tenant_id)
        base = settings.at(member.tenant_id, form.cleaned_data["based_on"]) or current
        draft = replace(form.config, people=base.people)  # the form doesn't hold them
        merged, clash = on_top_or_theirs(current, base=base, draft=draft)
        again = form_of(merged)
        again.initial["reason"] = form.cleaned_data["reason"]
        page = _page(request, member, again, status=409, moved=words, clash=clash)
        return rendered(page, member)


def _page(
    request: HttpRequest,
    member: Membership,
    form: ReviewForm,
    *,
    status: int = 200,
    moved: str = "",
    clash: bool = False,
    restores: int | None = None,
    lending: LendForm | None = None,
) -> TemplateResponse:
    current = settings.current(member.tenant_id)
    at = partial(settings.at, member.tenant_id)
    lending = lending or LendForm(_deciders(member))
    for one in (form, lending):
        in_shops_money(one, member.tenant_id)
    context = {
        "section": "settings",
        "current": current,
        "next_version": current.version + 1,
        "form": form,
        "moved": moved,
        "clash": clash,
        "lending": lending,
        "lent": _lent(member),
        "history": review_history(member.tenant_id),
        "beside": beside(request, at, review_changes(member.tenant_id)),
        "restores": restores,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)


def _deciders(member: Membership) -> list[Membership]:
    people = Membership.objects.filter(tenant_id=member.tenant_id, active=True)
    return [one for one in people.order_by("display_name") if allows(one, Role.REVIEWER)]


def _lent(member: Membership) -> list[tuple[Delegation, str]]:
    """What is lent now or will be, with its amount in words."""
    open_ones = Delegation.objects.of(member.tenant_id).filter(
        revoked_at=None, ends_at__gt=timezone.now()
    )
    found = open_ones.select_related("giver", "receiver").order_by("ends_at")
    return [(one, money(one.most_minor, one.currency)) for one in found]
