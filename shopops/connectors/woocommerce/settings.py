"""What a person fills in to connect a WooCommerce shop."""

from shopops.connectors.shop import Setting

SETTINGS = (
    Setting(
        "address",
        "Address of the shop",
        "As in the browser, such as https://shop.example. It begins with https.",
    ),
    Setting(
        "consumer_key",
        "Consumer key",
        "WooCommerce → Settings → Advanced → REST API → Add key. It begins with ck_. Give it "
        "Read/Write if anything is to be carried out, else Read.",
        secret=True,
    ),
    Setting(
        "consumer_secret",
        "Consumer secret",
        "Shown once beside the key. It begins with cs_.",
        secret=True,
    ),
    Setting(
        "webhook_secret",
        "Secret of the webhooks",
        "WooCommerce → Settings → Advanced → Webhooks: the same secret in each of them.",
        secret=True,
    ),
    Setting(
        "reship_status",
        "Status of a replacement order",
        "An order that is sent again is a new order with prices of 0.",
        required=False,
        choices=(("processing", "Processing: it is packed at once"), ("on-hold", "On hold")),
        default="processing",
    ),
)
