"""What a person fills in to connect EasyPost."""

from shopops.connectors.shop import Setting

SETTINGS = (
    Setting(
        "api_key",
        "API key",
        "EasyPost → Account settings → API keys. A production key begins with EZAK; a test key "
        "knows no real parcel.",
        secret=True,
    ),
    Setting(
        "webhook_secret",
        "Secret of the webhook",
        "EasyPost → Webhooks: what was filled in as the webhook's HMAC secret.",
        secret=True,
    ),
)
