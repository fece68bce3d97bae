"""What a person fills in to connect a Shopify shop, and which rights its app needs."""

import re
from collections.abc import Mapping

from django.conf import settings as site
from django.utils.translation import gettext_noop as _

from shopops.connectors.shop import LEAST_PROOF, Setting

DRAFT, ORDER = "draft", "order"

SETTINGS = (
    Setting(
        "shop",
        _("Shop"),
        _(
            "The address that ends in .myshopify.com, such as lamps.myshopify.com. It stands in "
            "the admin under Settings → Domains."
        ),
        place=True,
    ),
    Setting(
        "client_id",
        _("Client ID"),
        _(
            "Of the app that you made for ShopOps: Dev Dashboard → Apps → the app → Settings. "
            "Leave it empty if you have an access token instead."
        ),
        required=False,
        instead=True,
    ),
    Setting(
        "client_secret",
        _("Client secret"),
        _(
            "Of the same app. It proves webhooks, and with the client ID it is exchanged for "
            "access tokens, each good for a day. Apps from before 2026 call it the API secret key."
        ),
        secret=True,
        least=LEAST_PROOF,
    ),
    Setting(
        "access_token",
        _("Access token"),
        _(
            "Only for an app that was made in the admin of the shop, before 2026: its Admin API "
            "access token, which begins with shpat_."
        ),
        secret=True,
        required=False,
        instead=True,
    ),
    Setting(
        "webhook_secret",
        _("Signing secret of webhooks"),
        _(
            "Only if you made webhooks by hand under Settings → Notifications → Webhooks: what "
            "stands below them."
        ),
        secret=True,
        required=False,
        least=LEAST_PROOF,
    ),
    Setting(
        "reship_as",
        _("What is sent again becomes"),
        _("It has the same products and address, and costs nothing."),
        required=False,
        choices=(
            (DRAFT, _("A draft order: somebody completes it first")),
            (ORDER, _("An order: it is packed at once")),
        ),
        default=DRAFT,
    ),
)

# What each right is for. One to write includes the one to read.
RIGHTS = {
    "read_orders": _("to read orders, payments and parcels"),
    "write_orders": _("for refunds, notes, and orders that are sent again"),
    "read_customers": _("to read who ordered"),
    "write_draft_orders": _("to send again as a draft order"),
    "write_store_credit_account_transactions": _("for store credit"),
}

_SHOP = re.compile(r"[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com")
_ON_THIS_MACHINE = re.compile(r"127\.0\.0\.1:[0-9]{2,5}")


class NotAShop(ValueError):
    """This is not the address of a Shopify shop. Write the one that ends in .myshopify.com."""


def address_of(settings: Mapping[str, str]) -> str:
    """Where its API is; raises `NotAShop`.

    Beside Shopify's own names only a double on this machine passes, and that only on a site that
    may call private addresses, which a site in production may not.
    """
    shop = settings.get("shop", "").strip().lower().removeprefix("https://").rstrip("/")
    if _SHOP.fullmatch(shop):
        return f"https://{shop}"
    if site.SHOPOPS_PRIVATE_SHOPS and _ON_THIS_MACHINE.fullmatch(shop):
        return f"http://{shop}"
    raise NotAShop(NotAShop.__doc__)
