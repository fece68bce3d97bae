"""What the library tells by signal, kept as account events."""

from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.signals import (
    authentication_step_completed,
    password_changed,
    password_reset,
    password_set,
    user_logged_in,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from allauth.socialaccount.signals import social_account_added, social_account_removed
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest

from shopops.accounts.models import AccountEventKind
from shopops.accounts.recording import record
from shopops.tenants.models import User

SIGNALS_OF_PASSWORDS = (password_set, password_changed, password_reset)


def listen() -> None:
    user_logged_in.connect(_signed_in)
    user_logged_out.connect(_signed_out)
    authentication_step_completed.connect(_step)
    for one in SIGNALS_OF_PASSWORDS:
        one.connect(_password_set)
    for one in (authenticator_added, authenticator_reset):
        one.connect(_factor_added)
    authenticator_removed.connect(_factor_removed)
    social_account_added.connect(_connected)
    social_account_removed.connect(_disconnected)


def _signed_in(*, request: HttpRequest, user: User, **kwargs: Any) -> None:
    methods = [_method(one) for one in get_authentication_records(request, user)]
    record(AccountEventKind.SIGNED_IN, request=request, user=user, method="+".join(methods))


def _signed_out(*, request: HttpRequest | None, user: User | None, **kwargs: Any) -> None:
    if request is not None and user is not None:
        record(AccountEventKind.SIGNED_OUT, request=request, user=user)


def _step(*, request: HttpRequest, user: User, method: str, **kwargs: Any) -> None:
    """A step of signing in is part of the sign-in; one taken again is kept by itself."""
    if kwargs.get("reauthenticated"):
        record(
            AccountEventKind.CONFIRMED_AGAIN,
            request=request,
            user=user,
            method=_method({"method": method, **kwargs}),
        )


def _password_set(*, request: HttpRequest, user: User, **kwargs: Any) -> None:
    record(AccountEventKind.PASSWORD_SET, request=request, user=user)


def _factor_added(
    *, request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    is_codes = authenticator.type == Authenticator.Type.RECOVERY_CODES
    kind = AccountEventKind.CODES_MADE if is_codes else AccountEventKind.FACTOR_ADDED
    record(kind, request=request, user=user, method=authenticator.type)


def _factor_removed(
    *, request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    record(AccountEventKind.FACTOR_REMOVED, request=request, user=user, method=authenticator.type)


def _connected(*, request: HttpRequest, sociallogin: Any, **kwargs: Any) -> None:
    record(
        AccountEventKind.PROVIDER_CONNECTED,
        request=request,
        user=sociallogin.user,
        method=sociallogin.account.provider,
    )


def _disconnected(*, request: HttpRequest, socialaccount: Any, **kwargs: Any) -> None:
    record(
        AccountEventKind.PROVIDER_REMOVED,
        request=request,
        user=socialaccount.user,
        method=socialaccount.provider,
    )


def _method(entry: dict[str, Any]) -> str:
    """password, totp, recovery_codes, webauthn, or the provider's id."""
    return str(entry.get("type") or entry.get("provider") or entry["method"])
