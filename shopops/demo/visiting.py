"""Everybody of a demo shop was there once today: through the page that people sign in on, so that
the audit page has what it would have. Who signed in ever is left alone."""

from django.test import Client
from django.urls import reverse

from shopops.accounts.models import AccountEvent
from shopops.demo.script import Shop
from shopops.tenants.models import User

HOST = "localhost"
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


def _signed_in(email: str) -> None:
    """Nothing is told by a page that refuses."""
    if User.objects.get(email=email).last_login is None:
        raise RuntimeError(f"{email} could not sign in")
