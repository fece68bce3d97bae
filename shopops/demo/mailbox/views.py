"""The demo's mailboxes: read an alarm, answer it. There are none outside of the demo."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from shopops.alarms.clock import database_now
from shopops.alarms.models import RosterContact
from shopops.demo.mailbox.answering import AUTHSERV_ID, NotDelivered, compose, deliver
from shopops.demo.mailbox.folder import get, is_address, people
from shopops.demo.mailbox.mails import Mail, mails_of, read
from shopops.mailing.outgoing import tag_of
from shopops.mailing.reply_address import CUSTOMERS
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope

LONGEST = 5000
View = Callable[..., HttpResponse]


def mailbox_folder() -> Path:
    return Path(settings.SHOPOPS_VAR) / "mailbox"


def demo_only(view: View) -> View:
    """Whoever opens it can write as any demo person, so it is nowhere else."""

    @wraps(view)
    def door(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if settings.SHOPOPS_ENV != "demo" or settings.SHOPOPS_AUTHSERV_ID != AUTHSERV_ID:
            raise Http404
        response = view(request, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return door


@demo_only
@require_safe
def boxes(request: HttpRequest) -> HttpResponse:
    folder = mailbox_folder()
    found = [(owner(address), len(mails_of(folder, address))) for address in people(folder)]
    return TemplateResponse(request, "demo/boxes.html", {"boxes": found})


@demo_only
@require_safe
def box(request: HttpRequest, address: str) -> HttpResponse:
    if not is_address(address):
        raise Http404
    context = {"owner": owner(address), "mails": mails_of(mailbox_folder(), address)}
    return TemplateResponse(request, "demo/box.html", context)


@demo_only
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest, address: str, name: str) -> HttpResponse:
    raw = get(mailbox_folder(), address, name)
    if raw is None:
        raise Http404
    found, who = read(name, raw), owner(address)
    who.slug = who.slug or _slug_of_customers(found)
    if request.method == "POST":
        return _answer(request, who, found)
    codes = [coded.code for coded in found.codes]
    chosen = request.GET.get("code", "")
    context = {
        "owner": who,
        "mail": found,
        "chosen": chosen if chosen in codes else next(iter(codes), ""),
    }
    return TemplateResponse(request, "demo/mail.html", context)


def _slug_of_customers(found: Mail) -> str:
    """Of the shop that wrote to its customer; empty where it is no such mail."""
    tag = tag_of(found.reply_to, purpose=CUSTOMERS)
    if tag is None:
        return ""
    return Tenant.objects.filter(pk=tag.tenant_id).values_list("slug", flat=True).first() or ""


class Owner:
    """Whose mailbox it is; `slug` of the shop they work for or answer, or empty."""

    def __init__(self, address: str, member: Membership | None) -> None:
        self.address = address
        self.name = member.display_name if member else address
        self.slug = member.tenant.slug if member else ""


def owner(address: str) -> Owner:
    """Who signs in with it, else who was put on call with it."""
    found = Membership.objects.filter(user__email__iexact=address).select_related("tenant")
    return Owner(address, found.first() or _on_call(address))


def _on_call(address: str) -> Membership | None:
    for tenant_id in Tenant.objects.values_list("id", flat=True):
        with tenant_scope(tenant_id):
            contacts = RosterContact.objects.of(tenant_id).filter(email__iexact=address)
            contact = contacts.select_related("membership__tenant").first()
        if contact:
            member: Membership = contact.membership
            return member
    return None


def _answer(request: HttpRequest, who: Owner, found: Mail) -> HttpResponse:
    if not who.slug:
        raise Http404
    now = database_now()
    raw = compose(
        name=who.name,
        address=who.address,
        to=found,
        text=request.POST.get("text", "")[:LONGEST],
        now=now,
    )
    url = request.build_absolute_uri(reverse("acknowledgments:raw", args=[who.slug]))
    try:
        deliver(raw, url=url, slug=who.slug, now=now)
    except NotDelivered as problem:
        messages.error(request, f"Your answer was not taken: {problem}")
        return redirect("mailbox:mail", who.address, found.name)
    messages.success(request, "Your answer has arrived.")
    return redirect("mailbox:box", who.address)
