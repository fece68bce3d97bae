"""People who sign in by the page, as a browser does."""

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client

from shopops.accounts.models import AccountEvent
from shopops.tenants.models import Membership, Role, Tenant, User
from shopops.tenants.people import create_member
from tests.support.pipeline import open_shop

Answer = Any  # what the test client makes of a response
MAIL, PASSWORD = "maya@northline.example", "a-long-password"


@dataclass
class Person:
    member: Membership
    password: str | None = PASSWORD

    @property
    def mail(self) -> str:
        return str(self.member.user.email)

    def signed_in(self) -> Client:
        """Without a password, as single sign-on does."""
        client = Client()
        client.force_login(self.member.user)
        return client

    def browser(self) -> Client:
        """A browser in which this person has signed in."""
        client = Client()
        answer = sign_in(client, self.mail, self.password or "")
        assert answer.status_code == 302
        return client


def person(
    mail: str = MAIL,
    *,
    slug: str = "store_northline",
    role: Role = Role.REVIEWER,
    password: str | None = PASSWORD,
) -> Person:
    shop = Tenant.objects.filter(slug=slug).first() or open_shop(slug)
    member = create_member(
        tenant=shop, email=mail, display_name="Maya", role=role, password=password
    )
    return Person(member, password)


def sign_in(client: Client, mail: str = MAIL, password: str = PASSWORD) -> Answer:
    return client.post("/sign-in/", {"login": mail, "password": password})


def told(user_id: int | None) -> list[tuple[str, str, str]]:
    """Kind, method and code of what is kept of this account, the oldest first."""
    rows = AccountEvent.objects.filter(user=user_id).order_by("id")
    return list(rows.values_list("kind", "method", "code"))


def proven(client: Client, *, ago: timedelta = timedelta()) -> Client:
    """The session as if its person had typed the password so long ago."""
    session = client.session
    at = time.time() - ago.total_seconds()
    session["account_authentication_methods"] = [{"method": "password", "at": at}]
    session["account_authentication_methods_user"] = session["_auth_user_id"]
    session.save()
    return client


def code_of(secret: str) -> str:
    """What an authenticator app shows now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def with_factor(user: User) -> str:
    """The secret that the person's app now has."""
    secret = str(generate_totp_secret())
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret
