"""Signing in with the company's own account. It opens accounts that are here, and makes none."""

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import render
from django.urls import reverse
from msgspec import Struct

from shopops.accounts.models import AccountEventKind
from shopops.accounts.recording import record
from shopops.settings.sign_in import PROVIDER
from shopops.tenants.models import User
from shopops.tenants.people import account_with


class Provider(Struct, frozen=True):
    name: str
    address: str


def provider() -> Provider | None:
    """None: no single sign-on is set."""
    apps = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    if not apps:
        return None
    return Provider(apps[0]["name"], reverse("openid_connect_login", args=[PROVIDER]))


class SingleSignOnAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return False

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """The first time, the provider's word for the address decides whose account it is: the
        provider is the operator's choice, and accounts are made for addresses by administrators
        only. After that the provider's own id for the person does."""
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            raise _refused(request, None, "not_offered")
        if sociallogin.is_existing:
            return
        user = _account_for(sociallogin)
        if user is None:
            raise _refused(request, None, "no_account")
        sociallogin.connect(request, user)

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, *args: Any, **kwargs: Any
    ) -> None:
        record(
            AccountEventKind.REFUSED,
            request=request,
            user=None,
            method=PROVIDER,
            code=str(error or "provider_error"),
        )


def _account_for(sociallogin: SocialLogin) -> User | None:
    for one in sociallogin.email_addresses:
        if one.verified:
            found = account_with(one.email)
            if found is not None and found.is_active:
                return found
    return None


def _refused(request: HttpRequest, user: User | None, code: str) -> ImmediateHttpResponse:
    record(AccountEventKind.REFUSED, request=request, user=user, method=PROVIDER, code=code)
    return ImmediateHttpResponse(render(request, "account/signup_closed.html", status=403))
