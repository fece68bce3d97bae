"""How the library signs people in here: by invitation only, on record, in the site's words."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as context_of_request
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import authenticate
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language_from_request, gettext, gettext_lazy, override

from shopops.accounts.again import SIGN_IN_AGAIN
from shopops.accounts.freshness import is_recent, proven_at
from shopops.accounts.mails import Letter
from shopops.accounts.models import AccountEventKind
from shopops.accounts.recording import client_address, record
from shopops.accounts.tasks import post
from shopops.tenants.languages import spoken
from shopops.tenants.models import User
from shopops.tenants.people import account_with

# What the page that follows says anyway.
UNSAID = frozenset({"account/messages/logged_in.txt", "account/messages/logged_out.txt"})
NO_ADDRESS = "::"  # where the server is not told, as behind a socket


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": gettext_lazy(
            "E-mail address and password don’t fit together. Check both; the password is "
            "case-sensitive."
        ),
        "too_many_login_attempts": gettext_lazy(
            "Too many failed attempts. Wait five minutes, then try again, or have a link mailed "
            "with which you choose a new password."
        ),
        "too_many_proofs": gettext_lazy(
            "Too many failed attempts. Wait five minutes, then try again."
        ),
        "incorrect_password": gettext_lazy("That is not your password."),
        "incorrect_code": gettext_lazy(
            "That code does not fit, or its time is over. Type the one shown now."
        ),
        "account_inactive": gettext_lazy(
            "This account is closed. Ask an administrator of your shop."
        ),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            typed = account_with(credentials.get("email", ""))
            record(AccountEventKind.THROTTLED, request=request, user=typed, method="password")
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        typed = account_with(credentials.get("email", ""))
        record(
            AccountEventKind.REFUSED,
            request=request,
            user=typed,
            method="password",
            code="wrong_password" if typed else "unknown_address",
        )

    def reauthenticate(self, user: User, password: str) -> bool:
        """By the account's own address: people have no other name here. Failures are counted by
        session, so that nobody elsewhere, who knows the address alone, stops whoever is at work."""
        counted = {"action": "proof_failed", "key": f"session:{self.request.session.session_key}"}
        if not ratelimit.consume(self.request, **counted):
            record(AccountEventKind.THROTTLED, request=self.request, user=user, method="password")
            raise self.validation_error("too_many_proofs")
        found = authenticate(self.request, email=user.email, password=password)
        if found is None or found.pk != user.pk:
            self.authentication_failed(self.request, email=user.email)
            return False
        ratelimit.clear(self.request, **counted)
        return True

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Signing in is a proof like any other, while it is recent."""
        if not super().is_reauthentication_required(app=app, **kwargs):
            return False
        if is_recent(proven_at(self.request), timezone.now()):
            return False
        if not self.get_reauthentication_methods(self.request.user):
            raise PermissionDenied(gettext(SIGN_IN_AGAIN))
        return True

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        if message_template not in UNSAID:
            super().add_message(request, level, message_template, *args, **kwargs)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language that the person chose, else the one that the browser asks for."""
        asking = context_of_request.request
        known = User.objects.filter(email__iexact=email).values_list("language", flat=True).first()
        language = known or (get_language_from_request(asking) if asking else "")
        with override(spoken(language)):
            mail = self.render_mail(template_prefix, email, {"email": email, **context})
        post(Letter(recipient=email, subject=str(mail.subject), text=str(mail.body)))

    def get_reset_password_from_key_url(self, key: str) -> str:
        """At the address that is set, not the one that a request claims to be for."""
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return f"{settings.SHOPOPS_SITE_URL}{path.replace('UID-KEY', key)}"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request) or NO_ADDRESS
