"""How a person comes to their first password, and in with it."""

from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from allauth.account.utils import user_pk_to_url_str
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from shopops.accounts.models import AccountEvent, AccountEventKind
from shopops.accounts.recording import record
from shopops.tenants.models import User


def needs_password(user: User) -> bool:
    """Whether the person can't sign in yet. Whoever can is only told that they were added."""
    return not user.has_usable_password() and not SocialAccount.objects.filter(user=user).exists()


def password_link(user: User) -> str:
    """The whole address of a page on which whoever has it chooses this person's password.

    The link of "forgotten password": signed, good for three days. Each call makes one; the password
    that the first one sets ends the others.
    """
    AccountEvent.objects.create(user=user, kind=AccountEventKind.INVITED)
    path = reverse(
        "account_reset_password_from_key",
        kwargs={
            "uidb36": user_pk_to_url_str(user),
            "key": default_token_generator.make_token(user),
        },
    )
    return f"{settings.SHOPOPS_SITE_URL}{path}"


def sign_in_newcomer(request: HttpRequest, user: User, *, onwards: str) -> HttpResponse:
    """Who chose their first password a moment ago is signed in with it, and led `onwards`."""
    record(AccountEventKind.PASSWORD_SET, request=request, user=user)
    login = Login(user=user, redirect_url=onwards)
    answer: HttpResponse = perform_password_login(request, {"email": user.email}, login)
    return answer
