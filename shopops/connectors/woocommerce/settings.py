"""What a person fills in to connect a WooCommerce shop."""

from django.utils.translation import gettext_noop as _

from shopops.connectors.shop import LEAST_PROOF, Made, Setting

ADDRESS, KEY, SECRET = "address", "consumer_key", "consumer_secret"
WEBHOOK_SECRET, RESHIP_STATUS = "webhook_secret", "reship_status"
LABELS = {
    ADDRESS: _("Address of the shop"),
    KEY: _("Consumer key"),
    SECRET: _("Consumer secret"),
    WEBHOOK_SECRET: _("Secret of the webhooks"),
    RESHIP_STATUS: _("Status of a replacement order"),
}
BEGINNINGS = {KEY: "ck_", SECRET: "cs_"}

SETTINGS = (
    Setting(
        ADDRESS, LABELS[ADDRESS], _("As in the browser, such as https://shop.example."), place=True
    ),
    Setting(
        KEY,
        LABELS[KEY],
        _(
            "It begins with ck_. WooCommerce → Settings → Advanced → REST API → Add key, with "
            "Read/Write if anything is to be carried out, else with Read."
        ),
        secret=True,
    ),
    Setting(
        SECRET,
        LABELS[SECRET],
        _("It begins with cs_ and is shown once, below the key."),
        secret=True,
    ),
    Setting(
        WEBHOOK_SECRET,
        LABELS[WEBHOOK_SECRET],
        _(
            "You invent it here and paste it there, into each webhook: WooCommerce → Settings → "
            "Advanced → Webhooks. At least 16 characters."
        ),
        secret=True,
        least=LEAST_PROOF,
        made=Made.HEX,
    ),
    Setting(
        RESHIP_STATUS,
        LABELS[RESHIP_STATUS],
        _("What is sent again becomes a new order with prices of 0."),
        required=False,
        choices=(
            ("processing", _("Processing: it is packed at once")),
            ("on-hold", _("On hold: somebody looks at it first")),
        ),
        default="processing",
    ),
)
