"""What a person fills in to connect a Shopify shop, and which rights its app needs."""

import re
from collections.abc import Mapping

from django.conf import settings as site
from django.utils.translation import gettext_lazy as _

from shopops.connectors.shop import Setting

DRAFT, ORDER = "draft", "order"

SETTINGS = (
    Setting(
        "shop",
        "Shop",
        "The address that ends in .myshopify.com, such as lamps.myshopify.com. It stands under "
        "Settings, Domains in your shop's admin.",
    ),
    Setting(
        "client_id",
        "Client ID",
        "Of the app that you made for ShopOps in Shopify's Dev Dashboard, under Settings. Leave it "
        "empty if you have an access token instead.",
        required=False,
    ),
    Setting(
        "client_secret",
        "Client secret",
        "Of the same app. It proves webhooks, and with the client ID it is exchanged for access "
        "tokens that end after a day. An app that was made in the shop's admin calls it the API "
        "secret key.",
        secret=True,
    ),
    Setting(
        "access_token",
        "Access token",
        "Only for an app that was made in the shop's admin before 2026: its Admin API access "
        "token, which begins with shpat_.",
        secret=True,
        required=False,
    ),
    Setting(
        "webhook_secret",
        "Webhook signing secret",
        "Only if you made webhooks by hand under Settings, Notifications, Webhooks: the secret "
        "that stands below them.",
        secret=True,
        required=False,
    ),
    Setting(
        "reship_as",
        "Send again as",
        "What is made in the shop when an order is sent again: an order that your warehouse packs "
        "at once, or a draft that a person completes first.",
        choices=((DRAFT, "A draft order"), (ORDER, "An order")),
        default=DRAFT,
    ),
)

# What each right is for. A right to write includes the one to read.
RIGHTS = {
    "read_orders": _("reading orders, payments, refunds and parcels"),
    "write_orders": _("refunds, orders that are sent again, and notes"),
    "read_customers": _("reading who ordered"),
}
MORE_RIGHTS = {
    "write_draft_orders": _("sending again as a draft order"),
    "write_store_credit_account_transactions": _("store credit"),
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
