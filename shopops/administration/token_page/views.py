"""The page on which an admin makes, replaces and revokes API tokens.

A new secret is in the answer to the form that asked for it and nowhere else: no redirect carries
it, no cache keeps the answer (`no-store`), and the form can't be sent a second time.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from shopops.accounts.again import proof_asked
from shopops.administration.token_page.forms import ReplaceForm, TokenForm
from shopops.administration.token_page.listing import ended, live_rows
from shopops.administration.tokens import (
    DelegationRefused,
    NameTaken,
    SkillRefused,
    TokenMoved,
    create_token,
    replace_token,
    revoke_token,
)
from shopops.review.claiming import assignable
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import ApiToken, Membership, Role

MAKING = gettext_noop("Making an API token")
TEMPLATE = "administration/tokens.html"


def tokens_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = create if request.method == "POST" else show
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership) -> HttpResponse:
    return _page(request, member, {})


@shop_command(least=Role.ADMIN)
def create(request: HttpRequest, member: Membership) -> HttpResponse:
    now = timezone.now()
    with shop_scope(member):
        form = TokenForm(assignable(member.tenant_id), request.POST)
        valid = form.is_valid()
    if not valid:
        return _answer(request, member, {"making": form}, status=422)
    if asks := proof_asked(request, gettext(MAKING)):
        return asks
    data = form.cleaned_data
    try:
        made = create_token(
            tenant_id=member.tenant_id,
            name=data["name"],
            scopes=data["scopes"],
            author=member,
            now=now,
            expires_at=now + timedelta(days=data["days"]),
            skill=data["skill"],
            acts_for=form.acting,
            name_once=True,
        )
    except NameTaken as refusal:
        form.add_error("name", str(refusal))
    except SkillRefused as refusal:
        form.add_error("skill", str(refusal))
    except DelegationRefused as refusal:
        form.add_error("acts_for", str(refusal))
    else:
        return _answer(request, member, {"made": made})
    return _answer(request, member, {"making": form}, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@shop_command(least=Role.ADMIN)
def replace(request: HttpRequest, member: Membership, token_id: int) -> HttpResponse:
    if request.method != "POST":
        return _back(member)  # the address that a new secret was shown at, opened again
    token, form, now = _token(member, token_id), ReplaceForm(request.POST), timezone.now()
    if not form.is_valid():
        why = "; ".join(f"{name}: {errors[0]}" for name, errors in form.errors.items())
        return _answer(
            request,
            member,
            {"refused": gettext("{name} stays. {why}").format(name=token.name, why=why)},
            status=422,
        )
    if asks := proof_asked(request, gettext(MAKING)):
        return asks
    try:
        made = replace_token(
            token=token,
            seen_expires_at=form.seen,
            overlap=form.after,
            expires_at=now + timedelta(days=form.cleaned_data["days"]),
            author=member,
            now=now,
        )
    except TokenMoved as moved:
        return _answer(request, member, {"refused": str(moved)}, status=409)
    except DelegationRefused as refusal:
        return _answer(request, member, {"refused": str(refusal)}, status=422)
    return _answer(request, member, {"made": made, "replaced": token})


@require_POST
@shop_command(least=Role.ADMIN)
def revoke(request: HttpRequest, member: Membership, token_id: int) -> HttpResponse:
    token = _token(member, token_id)
    if revoke_token(token=token, author=member, now=timezone.now()):
        messages.success(
            request,
            gettext("{name} ({prefix}…) is revoked.").format(name=token.name, prefix=token.prefix),
        )
    else:
        messages.error(
            request,
            gettext("{name} ({prefix}…) was revoked before.").format(
                name=token.name, prefix=token.prefix
            ),
        )
    return _back(member)


def _token(member: Membership, token_id: int) -> ApiToken:
    found = ApiToken.objects.filter(tenant_id=member.tenant_id, pk=token_id).first()
    if found is None:
        raise Http404
    return found


def _back(member: Membership) -> HttpResponse:
    return redirect("administration:tokens", member.tenant.slug)


def _answer(
    request: HttpRequest, member: Membership, shown: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    with shop_scope(member):
        return rendered(_page(request, member, shown, status), member)


def _page(
    request: HttpRequest, member: Membership, shown: Mapping[str, Any], status: int = 200
) -> TemplateResponse:
    """In the shop's scope."""
    now = timezone.now()
    context = {
        "section": "settings",
        "making": TokenForm(assignable(member.tenant_id)),
        "rows": live_rows(member.tenant_id, now),
        "ended": ended(member.tenant_id, now),
        **shown,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)
