"""Everybody of a demo shop was there once today, through the page that people sign in on, and a
program of the shop's own has a token and was refused once: the audit page has what it would have.
What is there already is left alone."""

from contextlib import suppress
from datetime import timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from shopops.accounts.models import AccountEvent
from shopops.administration.tokens import create_token
from shopops.alarms import broker
from shopops.alarms.asked import Asker
from shopops.alarms.refusals import Refused
from shopops.demo.script import Shop
from shopops.tenants.models import ApiToken, Membership, Tenant, User
from shopops.tenants.tokens import Scope

HOST = "localhost"
NIGHT_WATCH = "night-watch"
BROWSERS = (
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36",
)


def visit(shop: Shop) -> None:
    """The first one mistypes the password before."""
    for number, person in enumerate(shop.people):
        if AccountEvent.objects.filter(user__email=person.email).exists():
            continue
        browser = BROWSERS[number % len(BROWSERS)]
        client = Client(headers={"host": HOST, "user-agent": browser})
        typed = ["nothline", shop.password] if number == 0 else [shop.password]
        for password in typed:
            client.post(reverse("sign_in"), {"login": person.email, "password": password})
        client.post(reverse("sign_out"))
        _signed_in(person.email)


def plug_in(shop: Shop) -> None:
    """The program begins with a handle that nobody gave it."""
    tenant = Tenant.objects.get(slug=shop.slug)
    if ApiToken.objects.filter(tenant=tenant).exists():
        return
    now = timezone.now()
    made = create_token(
        tenant_id=tenant.pk,
        name="Night watch",
        scopes=[Scope.ALARMS_RING],
        skill=NIGHT_WATCH,
        author=Membership.objects.get(tenant=tenant, user__email=shop.settled_by),
        now=now,
        expires_at=now + timedelta(days=90),
    )
    asker = Asker(skill=NIGHT_WATCH, token_id=made.token.pk)
    with suppress(Refused):
        broker.append_event(tenant_id=tenant.pk, handle="from-last-night", asker=asker)


def _signed_in(email: str) -> None:
    """Nothing is told by a page that refuses."""
    if User.objects.get(email=email).last_login is None:
        raise RuntimeError(f"{email} could not sign in")
