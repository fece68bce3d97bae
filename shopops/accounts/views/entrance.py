"""The library's pages for signing in, with what this site adds to them."""

from typing import Any

from allauth.account import views as library
from django.http import HttpRequest, HttpResponse

from shopops.accounts import mails
from shopops.accounts.models import AccountEventKind
from shopops.accounts.recording import record
from shopops.accounts.single_sign_on import provider
from shopops.tenants.people import account_with

TOO_MANY = 429


class SignIn(library.LoginView):  # type: ignore[misc]
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        if answer.status_code == TOO_MANY:
            record(AccountEventKind.THROTTLED, request=request, user=None, method="password")
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "provider": provider()}


class ForgottenPassword(library.PasswordResetView):  # type: ignore[misc]
    def form_valid(self, form: Any) -> HttpResponse:
        typed = account_with(form.cleaned_data["email"])
        record(AccountEventKind.PASSWORD_ASKED, request=self.request, user=typed)
        answer: HttpResponse = super().form_valid(form)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "mail_goes_out": mails.can_send()}
