"""Pack fields: their names, and their values as people read them."""

from collections.abc import Callable, Mapping
from datetime import datetime

from babel import Locale
from django.conf.locale import LANG_INFO
from django.utils.translation import get_language, gettext, pgettext

from shopops.agents.facts import Field, Pack, Scalar
from shopops.money import MoneyError
from shopops.review.words.times import moment
from shopops.tenants.amounts import amount_in

LABELS = {
    "exception_likely": "Trouble with a parcel likely",
    "order_total": "Order total",
    "order_currency": "Currency",
    "order_state": "Order state",
    "placed_at": "Placed",
    "preferred_channel": "Preferred channel",
    "email_on_file": "E-mail address on file",
    "opted_out": "Opted out of messages",
    "language": "Language",
    "ship_to": "Ships to",
    "ship_to_complete": "Address complete",
    "shipped": "Shipped",
    "digital_only": "Digital goods only",
    "claimed_missing": "Customer says it is missing",
    "chargeback_open": "Chargeback open",
    "duplicate_of": "Duplicate of",
    "customer_id_known": "Customer known to the shop",
    "credit_consent": "Agreed to store credit",
    "earlier_credit": "Earlier store credit",
    "requester_matched": "Asked by the customer of this order",
    "customer_choice": "What the customer wants",
    "customer_replied": "The customer answered",
}
WORDS = {
    "email": "e-mail",
    "sms": "text message",
    "phone": "phone",
    "choice_reship": "the goods sent again",
    "choice_refund": "the money back",
}
KINDS = {"fact": "fact", "inference": "inference", "unknown": "unknown"}
ACTORS = {"rule": "rule", "human": "human", "agent": "agent", "system": "system"}
REFUNDS = {"pending": "pending", "succeeded": "succeeded", "failed": "failed"}
REASONS = {
    "stalled": "no carrier scan for too long",
    "returning": "the carrier sends it back",
    "failed": "the carrier could not deliver",
    "attempted_twice": "delivery was tried twice",
    "no_data_past_eta": "no tracking data, delivery date passed",
    "pre_transit_late": "not handed to the carrier in time",
    "pickup_late": "not picked up in time",
    "not_shipped": "nothing has been shipped",
    "chargeback_open": "the dispute is open",
    "chargeback_closed": "the dispute is closed",
    "no_data": "the carrier has no data",
    "moving": "scans keep coming",
    "delivered": "delivered",
    "cancelled": "the parcel was cancelled",
    "not_given": "not given by the shop",
    "supplied_by_person": "a colleague found it out",
    "supplied_differs": "the source says so, and a colleague was told otherwise",
    "no_lines": "the order lists no items",
    "no_request": "nobody asked for anything",
    "requester_unknown": "not known who asked",
    "none_on_record": "none on record",
    "not_comparable": "customer or date not known",
    "customer_claim": "the customer says so",
    "undeliverable": "mail to this address came back",
    "claim_on_order": "the request is on the customer's own order",
    "only_email_on_file": "the only address on file",
    "ship_to_country": "guessed from the country",
    "same_customer_lines_total": "same customer, items and total",
}


def label(field: str) -> str:
    return gettext(_label(field))


def label_within(field: str) -> str:
    """Within a sentence."""
    return gettext(_label(field).lower())


def _label(field: str) -> str:
    return LABELS.get(field, field.replace("_", " ").capitalize())


def reason(code: str) -> str:
    return gettext(REASONS.get(code, code.replace("_", " ")))


def money(minor: int | None, currency: str | None) -> str:
    """Such as 129.00 USD; an amount in no known currency stays a number of minor units."""
    if minor is None:
        return "—"
    try:
        return amount_in(minor, currency or "")
    except MoneyError:
        said = gettext("{minor} minor units {currency}")
        return said.format(minor=minor, currency=currency or "").strip()


def language(code: str) -> str:
    base, _, _ = code.lower().partition("-")
    info = LANG_INFO.get(code.lower()) or LANG_INFO.get(base) or {}
    return f"{gettext(info['name'])} ({code})" if "name" in info else code


def country(code: str) -> str:
    """Such as Puerto Rico; a code that no country has stays as it is."""
    return _countries().get(code, code)


def _countries() -> Mapping[str, str]:
    return Locale.parse(get_language() or "en", sep="-").territories


def value(name: str, field: Field, pack: Pack) -> str:
    """The field's value; an unknown is a dash, never a guess."""
    if field.value is None:
        return "—"
    if name == "order_total" and isinstance(field.value, int):
        currency = pack.fields.get("order_currency")
        return money(field.value, str(currency.value) if currency else None)
    shown = SHOWN.get(name)
    return shown(str(field.value)) if shown else plain(field.value)


def _day(text: str) -> str:
    return moment(datetime.fromisoformat(text))


def _state(code: str) -> str:
    states = {
        "open": pgettext("order state", "open"),
        "cancelled": pgettext("order state", "cancelled"),
    }
    return states.get(code, code)


SHOWN: Mapping[str, Callable[[str], str]] = {
    "language": language,
    "ship_to": country,
    "order_state": _state,
    "placed_at": _day,
}


def plain(value: Scalar) -> str:
    if value is None:
        return "—"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return gettext(WORDS[str(value)]) if str(value) in WORDS else str(value)
