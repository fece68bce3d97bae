"""Who gets which answer on the pages of no shop: (nobody, a shop's person, an operator)."""

from collections.abc import Mapping

from tests.support.walls.answers import (
    FORBIDDEN,
    NOT_FOUND,
    NOT_TAKEN,
    SIGN_IN,
    SitePage,
    alike,
)

OPEN = SitePage(get=alike(200), post=alike(NOT_TAKEN))
EITHER_WAY = SitePage(get=alike(200), post=alike(200))
NOWHERE = SitePage(get=alike(NOT_FOUND), post=alike(NOT_FOUND))
# The operator of these tests has not typed the password lately: 302 to where it is asked for.
PROVEN = SitePage(get=(SIGN_IN, 200, 302), post=(SIGN_IN, 200, 302))

ENTRANCE: Mapping[str, SitePage] = {
    "": SitePage(get=(SIGN_IN, 302, 200), post=(SIGN_IN, 302, 200)),
    "shops/": SitePage(get=(SIGN_IN, 200, 200), post=(SIGN_IN, 200, 200)),
    "shops/new/": SitePage(get=(SIGN_IN, FORBIDDEN, 200), post=(SIGN_IN, FORBIDDEN, 422)),
    "sign-in/": SitePage(get=(200, 302, 302), post=(200, 302, 302)),
    "sign-out/": SitePage(get=alike(NOT_TAKEN), post=alike(302)),
    "sign-in/code/": SitePage(get=alike(302), post=alike(302)),
    # Nothing to prove oneself with: the people of these tests have no password.
    "sign-in/again/": SitePage(get=(SIGN_IN, FORBIDDEN, 200), post=(SIGN_IN, FORBIDDEN, 200)),
    "sign-in/again/code/": SitePage(get=(SIGN_IN, FORBIDDEN, 302), post=(SIGN_IN, FORBIDDEN, 302)),
    "sign-in/again/key/": SitePage(get=(SIGN_IN, FORBIDDEN, 302), post=(SIGN_IN, FORBIDDEN, 302)),
    "sign-in/closed/": OPEN,
    "sign-in/forgotten/": EITHER_WAY,
    "sign-in/forgotten/sent/": OPEN,
    "^sign-in/password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$": SitePage(
        get=alike(200), post=alike(200), path="sign-in/password/1-made-up/"
    ),
    "sign-in/password/chosen/": OPEN,
    "sign-in/with/<str:provider_id>/login/": NOWHERE,
    "sign-in/with/<str:provider_id>/login/callback/": NOWHERE,
    "sign-in/with/cancelled/": OPEN,
    "sign-in/with/failed/": SitePage(get=alike(401), post=alike(NOT_TAKEN)),
}
ACCOUNT: Mapping[str, SitePage] = {
    "account/": SitePage(get=(SIGN_IN, 200, 200), post=alike(NOT_TAKEN)),
    "account/authenticator/": PROVEN,
    "account/authenticator/remove/": SitePage(
        get=(SIGN_IN, NOT_FOUND, NOT_FOUND), post=(SIGN_IN, NOT_FOUND, NOT_FOUND)
    ),
    "account/keys/add/": PROVEN,
    "account/keys/<int:pk>/remove/": SitePage(
        get=(SIGN_IN, NOT_FOUND, 302), post=(SIGN_IN, NOT_FOUND, 302)
    ),
    "account/language/": SitePage(get=alike(NOT_TAKEN), post=(SIGN_IN, 302, 302)),
    "account/password/": SitePage(get=(SIGN_IN, 302, 200), post=(SIGN_IN, 302, 200)),
    "account/password/first/": SitePage(get=(SIGN_IN, 200, 302), post=(SIGN_IN, 200, 302)),
    "account/recovery-codes/": SitePage(
        get=(SIGN_IN, NOT_FOUND, NOT_FOUND), post=(SIGN_IN, NOT_TAKEN, NOT_TAKEN)
    ),
    "account/recovery-codes/download/": SitePage(
        get=(SIGN_IN, NOT_FOUND, NOT_FOUND), post=(SIGN_IN, NOT_FOUND, NOT_FOUND)
    ),
    "account/recovery-codes/new/": PROVEN,
    "account/sessions/end/": SitePage(get=alike(NOT_TAKEN), post=(SIGN_IN, NOT_FOUND, 302)),
}
GUIDES: Mapping[str, SitePage] = {
    "guides/": SitePage(get=(SIGN_IN, 200, 200), post=alike(NOT_TAKEN)),
    "guides/<slug:name>/": SitePage(
        get=(SIGN_IN, 200, 200), post=alike(NOT_TAKEN), path="guides/mail-setup/"
    ),
}
# A link's secret is its key; who opens it need not be signed in.
LINKS: Mapping[str, SitePage] = {
    "invitation/<str:token>/": NOWHERE,
    "confirm-address/<str:token>/": NOWHERE,
    "choose/<str:token>/": NOWHERE,
    "unsubscribe/<str:token>/": NOWHERE,
}
PROGRAMS: Mapping[str, SitePage] = {
    "healthz": EITHER_WAY,
    "healthz/alarms": SitePage(get=alike(503), post=alike(503)),  # these tests have no mail server
    "healthz/provenance": EITHER_WAY,
    "healthz/execution": EITHER_WAY,
    "healthz/write-back": EITHER_WAY,
    "inbound/<slug:slug>/raw": SitePage(get=alike(NOT_TAKEN), post=alike(FORBIDDEN)),
    "inbound/<slug:slug>/<slug:name>": SitePage(get=alike(NOT_TAKEN), post=alike(NOT_FOUND)),
    "inbound/<slug:slug>/<slug:name>/mime": SitePage(get=alike(NOT_TAKEN), post=alike(NOT_FOUND)),
    "webhooks/<str:token>": SitePage(get=alike(NOT_TAKEN), post=alike(NOT_FOUND)),
    # There are neither shops nor mailboxes outside of the demo.
    "demo/shop/": NOWHERE,
    "demo/shop/<slug:slug>/": NOWHERE,
    "demo/shop/<slug:slug>/api/": NOWHERE,
    "demo/shop/<slug:slug>/api/<path:path>": NOWHERE,
    "demo/shop/<slug:slug>/new-order/": NOWHERE,
    "demo/shop/<slug:slug>/refund-fails/": NOWHERE,
    "demo/shop/<slug:slug>/orders/<str:order_id>/": NOWHERE,
    "demo/shop/<slug:slug>/orders/<str:order_id>/happen/": NOWHERE,
    "demo/mailbox/": NOWHERE,
    "demo/mailbox/<str:address>/": NOWHERE,
    "demo/mailbox/<str:address>/<str:name>/": NOWHERE,
    "^api/": SitePage(get=alike(NOT_FOUND), post=alike(NOT_FOUND), path="api/nothing"),
    "api/v1/": NOWHERE,
    "api/v1/docs": EITHER_WAY,
    "api/v1/openapi.json": EITHER_WAY,
}

LOGIN = 302  # away from the admin, to where people sign in
ADMIN = "admin/"


def _operators(get: int, post: int, path: str = "") -> SitePage:
    """Nothing for anybody else."""
    return SitePage(get=(LOGIN, LOGIN, get), post=(LOGIN, LOGIN, post), path=path)


def _read(model: str, there: int = 200) -> Mapping[str, SitePage]:
    """The pages of a model, which only reads; what an operator gets who opens, and then posts.
    `there`: of one row, of which there may be none."""
    one = f"{ADMIN}{model}/<path:object_id>/"
    return {
        f"{ADMIN}{model}/": _operators(200, 403),
        f"{ADMIN}{model}/add/": _operators(403, 403),
        one: _operators(302, 302),
        f"{one}change/": _operators(there, 403),
        f"{one}delete/": _operators(403, 403),
        f"{one}history/": _operators(there, 403),
    }


APPS = "accounts|acknowledgments|administration|alarms|ledger|proposals|review|tenants"
# Nothing is at their addresses until a shop was chosen.
MODELS_OF_ONE_SHOP = (
    *("alarms/alarmitem", "alarms/ringmail", "alarms/ringitem", "alarms/alarmrefusal"),
    *("acknowledgments/inboundmail", "ledger/event", "proposals/pack", "proposals/evidence"),
    *("proposals/proposal", "proposals/action", "proposals/verdict", "review/decision"),
    *("review/refuseddecision", "review/delegation", "tenants/membership", "tenants/apitoken"),
    *("administration/invitation", "tenants/thresholdversion"),
)
OPERATORS: Mapping[str, SitePage] = {
    ADMIN: _operators(200, 200),
    f"{ADMIN}login/": SitePage(get=(SIGN_IN, FORBIDDEN, 302), post=(SIGN_IN, FORBIDDEN, 200)),
    f"{ADMIN}logout/": SitePage(get=(302, 302, NOT_TAKEN), post=(302, 302, 302)),
    f"{ADMIN}password_change/": _operators(302, 302),
    f"{ADMIN}password_change/done/": _operators(200, NOT_TAKEN),
    f"{ADMIN}autocomplete/": _operators(FORBIDDEN, NOT_TAKEN),
    f"{ADMIN}jsi18n/": _operators(200, NOT_TAKEN),
    f"{ADMIN}r/<path:content_type_id>/<path:object_id>/": _operators(404, 404),
    f"{ADMIN}^(?P<app_label>{APPS})/$": _operators(200, 200, path="admin/tenants/"),
    f"{ADMIN}(?P<url>.*)$": _operators(404, 404, path="admin/nothing"),
    **_read("tenants/tenant"),
    **_read("tenants/user"),
    **_read("accounts/accountevent", there=302),
    **_read("alarms/alarmaudit", there=302),
    **_read("ledger/verifypass", there=302),
    **{page: row for model in MODELS_OF_ONE_SHOP for page, row in _read(model).items()},
}
SITE_PAGES: Mapping[str, SitePage] = {
    **ENTRANCE,
    **ACCOUNT,
    **GUIDES,
    **LINKS,
    **PROGRAMS,
    **OPERATORS,
}
