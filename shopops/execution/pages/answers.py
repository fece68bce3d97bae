"""What a shop answered, or why it did not, in words: by the stable code that its connector gives.
What the shop itself wrote stands behind."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

# What connectors put before the shop's own words.
MARKS = ("Shopify says: ", "The shop says: ", "It says: ")

# Whole by themselves: of these codes the shop says nothing of its own.
OURS: Mapping[str, str] = {
    "timed_out": gettext_noop("The shop did not answer in time."),
    "unreachable": gettext_noop("The shop could not be reached."),
    "name_not_found": gettext_noop("The shop’s address was not found."),
    "not_sendable": gettext_noop(
        "The connection’s address or key holds a character that can’t be sent. Check its settings."
    ),
    "private_address": gettext_noop(
        "The shop’s address is one of a private network, and nothing is sent there."
    ),
    "not_encrypted": gettext_noop("The shop’s address must begin with https://."),
    "not_a_shop": gettext_noop("The connection’s address is not one of a Shopify shop."),
    "moved": gettext_noop("The shop’s address has changed. Check it in the connection’s settings."),
    "busy": gettext_noop("The shop asks to come back later."),
    "throttled": gettext_noop("The shop was asked too much at once."),
    "unreadable_answer": gettext_noop("The shop’s answer can’t be understood."),
    "pending": gettext_noop("The shop has taken it, and has not done it yet."),
    "too_early": gettext_noop("The shop does not show it yet. It is looked for again."),
    "too_soon": gettext_noop("The shop does not show it yet. It is looked for again."),
    "too_many": gettext_noop(
        "There are too many in the shop to look through. Look for it in the shop’s admin."
    ),
    "too_large": gettext_noop("The order is too large to be read whole."),
    "no_transaction": gettext_noop("The refund is there, but no money moved yet."),
    "declined": gettext_noop("The payment provider turned the refund down. No money moved."),
    "other_amount": gettext_noop("The shop shows the refund with another amount. Look there."),
    "payment_not_confirmed": gettext_noop(
        "The shop has the refund, but nothing in it says that the payment provider sent the money. "
        "Look at the payment provider."
    ),
    "refund_not_shown": gettext_noop(
        "The shop shows no such refund, and takes one away again when the payment provider did not "
        "answer it in time. Look at the payment provider; if no money went, refund there."
    ),
    "customer_gone": gettext_noop("The shop no longer has this customer."),
    "no_orders": gettext_noop("This connection knows parcels, not orders."),
    "no_rest_api": gettext_noop(
        "There is no REST interface at the shop’s address. In WordPress, Settings → Permalinks "
        "must be set to anything but Plain."
    ),
    "no_action": gettext_noop("What was to be done is not on record any more."),
    "no_amount": gettext_noop("The amount is not on record any more."),
}
KEY = gettext_noop("The shop does not accept the connection’s key. Test the connection.")
RIGHTS = gettext_noop("The shop does not let ShopOps do this. Test the connection.")
REFUSED = gettext_noop("The shop refused it.")
FAILED = gettext_noop("The shop’s server failed.")

# Behind these stands what the shop said.
CLASSES: Mapping[str, str] = {
    "key_refused": KEY,
    "no_token": KEY,
    "status_401": KEY,
    "not_authorized": RIGHTS,
    "access_denied": RIGHTS,
    "forbidden": RIGHTS,
    "status_403": RIGHTS,
    "refused": REFUSED,
    "refused_by_shop": REFUSED,
    "shop_failed": FAILED,
    "server_error": FAILED,
    "source_unreadable": OURS["unreadable_answer"],
    "no_woocommerce": gettext_noop("WordPress answers at the shop’s address, but not WooCommerce."),
    "key_conflict": gettext_noop("The shop knows this key with another content."),
    "refund_refused": gettext_noop(
        "The shop did not make this refund. Look at the payment provider before it is tried again."
    ),
}
STATUS = "status_"


def answer_words(code: str, detail: str) -> str:
    """Empty where there is nothing to say."""
    if code in OURS:
        return _(OURS[code])
    said = _(CLASSES[code]) if code in CLASSES else _status(code)
    if code.startswith(STATUS):
        return said
    words = _of_shop(detail)
    if words:
        return " ".join(filter(None, [said, _("The shop says: {words}").format(words=words)]))
    return said or code.replace("_", " ").capitalize()


def _status(code: str) -> str:
    status = code.removeprefix(STATUS)
    if status == code:
        return ""
    return _("The shop answered with HTTP {status}.").format(status=status)


def _of_shop(detail: str) -> str:
    """Without the connector's own words before them."""
    for mark in MARKS:
        _ours, found, theirs = detail.partition(mark)
        if found:
            return theirs
    return detail
