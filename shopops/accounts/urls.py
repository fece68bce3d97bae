"""Signing in, and one's own account. The library asks for its own names, so those that other
rooms use stand beside them. What it offers besides (signing up, several addresses) has no address.
"""

from allauth.account import views as library
from allauth.mfa.base import views as factors
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as keys
from allauth.socialaccount import views as social
from allauth.socialaccount.providers.openid_connect import views as openid
from django.urls import path, re_path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from shopops.accounts.views import account, entrance

sign_in = entrance.SignIn.as_view()
sign_out = require_POST(library.logout)

urlpatterns = [
    path("sign-in/", sign_in, name="sign_in"),
    path("sign-in/", sign_in, name="account_login"),
    path("sign-out/", sign_out, name="sign_out"),
    path("sign-out/", sign_out, name="account_logout"),
    path("sign-in/code/", factors.authenticate, name="mfa_authenticate"),
    path("sign-in/again/", never_cache(library.reauthenticate), name="account_reauthenticate"),
    path("sign-in/again/code/", never_cache(factors.reauthenticate), name="mfa_reauthenticate"),
    path(
        "sign-in/again/key/",
        never_cache(keys.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("sign-in/closed/", library.account_inactive, name="account_inactive"),
    path("sign-in/forgotten/", entrance.ForgottenPassword.as_view(), name="account_reset_password"),
    path(
        "sign-in/forgotten/sent/", library.password_reset_done, name="account_reset_password_done"
    ),
    re_path(
        r"^sign-in/password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        library.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "sign-in/password/chosen/",
        library.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("sign-in/with/<str:provider_id>/login/", openid.login, name="openid_connect_login"),
    path(
        "sign-in/with/<str:provider_id>/login/callback/",
        openid.callback,
        name="openid_connect_callback",
    ),
    path("sign-in/with/cancelled/", social.login_cancelled, name="socialaccount_login_cancelled"),
    path("sign-in/with/failed/", social.login_error, name="socialaccount_login_error"),
    path("account/", account.account, name="account"),
    path("account/", account.account, name="mfa_index"),
    path("account/", account.account, name="mfa_list_webauthn"),
    path("account/language/", account.choose_language, name="choose_language"),
    path("account/sessions/end/", account.end_session, name="end_session"),
    path("account/password/", never_cache(library.password_change), name="account_change_password"),
    path("account/password/first/", never_cache(library.password_set), name="account_set_password"),
    path("account/authenticator/", never_cache(totp.activate_totp), name="mfa_activate_totp"),
    path(
        "account/authenticator/remove/",
        never_cache(totp.deactivate_totp),
        name="mfa_deactivate_totp",
    ),
    path("account/keys/add/", never_cache(keys.add_webauthn), name="mfa_add_webauthn"),
    path(
        "account/keys/<int:pk>/remove/",
        never_cache(keys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
    path("account/recovery-codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "account/recovery-codes/new/",
        never_cache(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/recovery-codes/download/",
        codes.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
]
