"""The library's forms for a second factor's code, which keep what was refused."""

from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from django.core.exceptions import ValidationError
from django.forms import Form

from shopops.accounts.models import AccountEventKind
from shopops.accounts.recording import record
from shopops.tenants.models import User

WRONG = "incorrect_code"


class Recorded(Form):
    user: User

    def clean_code(self) -> str:
        try:
            return str(super().clean_code())  # type: ignore[misc]
        except ValidationError as problem:
            wrong = problem.code in (None, WRONG)
            record(
                AccountEventKind.REFUSED if wrong else AccountEventKind.THROTTLED,
                request=context.request,
                user=self.user,
                method="code",
                code=WRONG if wrong else "",
            )
            raise


class CodeForm(Recorded, AuthenticateForm):  # type: ignore[misc]
    pass


class CodeAgainForm(Recorded, ReauthenticateForm):  # type: ignore[misc]
    pass
