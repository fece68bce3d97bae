"""The library's forms: passwords in the site's words, and codes of which the refused are kept."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm, ResetPasswordKeyForm, SetPasswordForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.webauthn.forms import AuthenticateWebAuthnForm, ReauthenticateWebAuthnForm
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import Form
from django.utils.translation import gettext, gettext_noop

from shopops.accounts.models import AccountEventKind
from shopops.accounts.recording import record
from shopops.tenants.models import User

WRONG = "incorrect_code"
LABELS = {
    "oldpassword": gettext_noop("Your password now"),
    "password1": gettext_noop("New password"),
    "password2": gettext_noop("New password again"),
}

PASSWORD_RULES = gettext_noop(
    "{number} characters or more, whatever they are: several words are fine. Not one that many "
    "people use, and not your name or address."
)


def password_rules() -> str:
    return gettext(PASSWORD_RULES).format(number=settings.SHORTEST_PASSWORD)


class Labelled(Form):
    """The labels say what the fields are; nothing is repeated inside them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = gettext(LABELS[name])
            field.widget.attrs.pop("placeholder", None)
            field.help_text = password_rules() if name == "password1" else ""


class NewPasswordForm(Labelled, ChangePasswordForm):  # type: ignore[misc]
    pass


class FirstPasswordForm(Labelled, SetPasswordForm):  # type: ignore[misc]
    pass


class MailedPasswordForm(Labelled, ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class Recorded(Form):
    user: User

    def clean_code(self) -> Any:
        return self._kept("code", super().clean_code)  # type: ignore[misc]

    def clean_credential(self) -> Any:
        return self._kept("webauthn", super().clean_credential)  # type: ignore[misc]

    def _kept(self, method: str, check: Callable[[], Any]) -> Any:
        try:
            return check()
        except ValidationError as problem:
            wrong = problem.code in (None, WRONG)
            record(
                AccountEventKind.REFUSED if wrong else AccountEventKind.THROTTLED,
                request=context.request,
                user=self.user,
                method=method,
                code=WRONG if wrong else "",
            )
            if wrong:
                raise
            # The library speaks of passwords here, and of a link that no such page has.
            raise get_adapter().validation_error("too_many_proofs") from problem


class CodeForm(Recorded, AuthenticateForm):  # type: ignore[misc]
    pass


class CodeAgainForm(Recorded, ReauthenticateForm):  # type: ignore[misc]
    pass


class KeyForm(Recorded, AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class KeyAgainForm(Recorded, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass
