"""The settings pages of connected shops, as tests ask for them."""

from typing import Any

from shopops.tenants.models import Tenant
from tests.support.shop_double import SECRET_IN, SECRET_OUT

# What may be typed for each kind of shop.
KINDS: dict[str, dict[str, str]] = {
    "shopify": {
        "shop": "lamps.myshopify.com",
        "client_id": "id",
        "client_secret": "shpss_0123456789abcdef",
        "reship_as": "draft",
    },
    "woocommerce": {
        "address": "https://shop.example",
        "consumer_key": "ck_1",
        "consumer_secret": "cs_1",
        "webhook_secret": "0123456789abcdef",
        "reship_status": "on-hold",
    },
    "easypost": {"api_key": "EZAK1", "webhook_secret": "0123456789abcdef"},
    "generic": {
        "address": "https://shop.example",
        "secret_out": SECRET_OUT,
        "secret_in": SECRET_IN,
    },
}


def at(shop: Tenant, rest: str = "") -> str:
    return f"/t/{shop.slug}/settings/connections/{rest}"


def typed(settings: dict[str, str], **more: Any) -> dict[str, Any]:
    named = {f"setting_{name}": value for name, value in settings.items()}
    return {"title": "Own shop", "reason": "We start", **named, **more}
