"""What a person fills in to connect EasyPost."""

from django.utils.translation import gettext_noop as _

from shopops.connectors.shop import LEAST_PROOF, Made, Setting

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
        _(
            "You invent it here and paste it there: EasyPost → Webhooks, as the webhook's secret. "
            "At least 16 characters."
        ),
        secret=True,
        least=LEAST_PROOF,
        made=Made.HEX,
    ),
)
