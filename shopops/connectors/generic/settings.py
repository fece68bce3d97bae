"""What a person fills in."""

from django.utils.translation import gettext_noop as _

from shopops.connectors.shop import Made, Setting

ADDRESS, SECRET_OUT, SECRET_IN = "address", "secret_out", "secret_in"
OUT_LABEL = _("Secret for what ShopOps sends")
IN_LABEL = _("Secret for what your system sends")

SETTINGS = (
    Setting(
        ADDRESS,
        _("Address of your system"),
        _(
            "Below it are /orders, /refunds and the others of the protocol: "
            "https://shop.example.com/shopops"
        ),
        place=True,
    ),
    Setting(
        SECRET_OUT,
        OUT_LABEL,
        _(
            "You invent it here and paste it there: whsec_ and at least 24 random bytes in base64. "
            "Your system checks with it that it is we who ask."
        ),
        secret=True,
        made=Made.WHSEC,
    ),
    Setting(
        SECRET_IN,
        IN_LABEL,
        _(
            "Another one of the same kind, which you invent here and paste there. We check with it "
            "that a webhook is yours. While you change a secret, write both, separated by a space."
        ),
        secret=True,
        made=Made.WHSEC,
    ),
)
