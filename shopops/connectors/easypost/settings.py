"""What a person fills in to connect EasyPost."""

from django.utils.translation import gettext_noop as _

from shopops.connectors.shop import Setting

API_KEY, WEBHOOK_SECRET = "api_key", "webhook_secret"
KEY_LABEL, SECRET_LABEL = _("API key"), _("Secret of the webhook")

SETTINGS = (
    Setting(
        API_KEY,
        KEY_LABEL,
        _("EasyPost → API keys. A production key begins with EZAK; a test key knows no parcel."),
        secret=True,
    ),
    Setting(
        WEBHOOK_SECRET,
        SECRET_LABEL,
        _("EasyPost → Webhooks: what stands there as the webhook's secret."),
        secret=True,
    ),
)
