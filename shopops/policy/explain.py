"""A rule's answer as one plain sentence, with the money and counts that were compared. English, or
whatever a `Tongue` makes of it: this room knows no other language."""

from collections.abc import Callable

from msgspec import Struct

from shopops.agents.proposal import ActionKind
from shopops.money import UnknownCurrency, format_minor
from shopops.policy.reasons import Reason
from shopops.policy.sentences import SENTENCES
from shopops.policy.verdicts import RuleResult

Numbers = dict[str, int | str | None]

MONEY = frozenset(
    {"amount", "approved", "asked", "cap", "captured", "limit", "order_total", "remaining"}
    | {"refunded", "reserved", "total"}
)
UNITS = {
    "hours": ("{number} hour", "{number} hours"),
    "limit_hours": ("{number} hour", "{number} hours"),
    "days": ("{number} day", "{number} days"),
    "every_days": ("{number} day", "{number} days"),
    "cited": ("{number} piece", "{number} pieces"),
    "unresolved": ("{number} piece", "{number} pieces"),
    "approvers": ("{number} person", "{number} people"),
    "needed": ("{number} person", "{number} people"),
}
KINDS: dict[str, str] = {
    ActionKind.PROPOSE_RESHIP: "sending again",
    ActionKind.PROPOSE_REFUND: "a refund",
    ActionKind.PROPOSE_STORE_CREDIT: "a store credit",
}
OF_AMOUNT: dict[str, str] = {
    ActionKind.PROPOSE_RESHIP: "sending goods of {amount} again",
    ActionKind.PROPOSE_REFUND: "a refund of {amount}",
    ActionKind.PROPOSE_STORE_CREDIT: "a store credit of {amount}",
}


CHANNELS: dict[str, str] = {"email": "email", "sms": "sms", "phone": "phone"}
PARTS = {
    "revision": "{remedy} (revision {revision})",
    "and": "{others} and {last}",
    "none": "none",
    "minor": "{minor} minor units",
}


class Tongue(Struct, frozen=True, kw_only=True):
    """How a language says the words of this module: one, one of two by a number, and an amount
    (which raises `MoneyError` for what is no currency)."""

    say: Callable[[str], str]
    count: Callable[[str, str, int], str]
    money: Callable[[int, str], str]


ENGLISH = Tongue(
    say=lambda words: words,
    count=lambda one, many, number: one if number == 1 else many,
    money=format_minor,
)


def sentence(result: RuleResult, currency: str | None, tongue: Tongue = ENGLISH) -> str:
    """Says why, for people: "The amount of 129.00 USD is above the cap of 50.00 USD."

    `currency` is the action's, for amounts; None shows bare minor units.
    """
    if result.reason == Reason.APPROVED:
        asked = str(result.numbers["answers"])
        said = tongue.say(SENTENCES[Reason.APPROVED])
        return f"{_filled(asked, result, currency, tongue)} {said}"
    return _filled(result.reason, result, currency, tongue)


def _filled(reason: str, result: RuleResult, currency: str | None, tongue: Tongue) -> str:
    shown = {name: _shown(name, value, currency, tongue) for name, value in result.numbers.items()}
    if reason == Reason.LIVE_REMEDY:
        shown["remedy"] = _live_remedy(result.numbers, tongue)
    return tongue.say(SENTENCES[Reason(reason)]).format_map(shown)


def _live_remedy(numbers: Numbers, tongue: Tongue) -> str:
    """ "a refund of 129.00 USD (revision 1)", in its own currency. What is not known is left out:
    results of an older version know the kind alone."""
    kind, minor, revision = (numbers.get(key) for key in ("kind", "remedy_minor", "revision"))
    words = tongue.say(KINDS[str(kind)])
    if isinstance(minor, int):
        amount = _money(minor, str(numbers["remedy_currency"]), tongue)
        words = tongue.say(OF_AMOUNT[str(kind)]).format(amount=amount)
    if not revision:
        return words
    return tongue.say(PARTS["revision"]).format(remedy=words, revision=revision)


def _shown(name: str, value: int | str | None, currency: str | None, tongue: Tongue) -> str:
    if value is None:
        return tongue.say(PARTS["none"])
    if isinstance(value, str):
        return _words(name, value, tongue)
    if name in MONEY:
        return _money(value, currency, tongue)
    if name not in UNITS:
        return str(value)
    return tongue.count(*UNITS[name], value).format(number=value)


def _words(name: str, value: str, tongue: Tongue) -> str:
    if name == "offers":
        *others, last = [_kind(kind, tongue) for kind in value.split(",")]
        joined = tongue.say(PARTS["and"])
        return joined.format(others=", ".join(others), last=last) if others else last
    if name == "channel":
        return tongue.say(CHANNELS.get(value, value))
    return _kind(value, tongue) if name == "kind" else value


def _kind(kind: str, tongue: Tongue) -> str:
    return tongue.say(KINDS[kind]) if kind in KINDS else kind


def _money(minor: int, currency: str | None, tongue: Tongue) -> str:
    try:
        return tongue.money(minor, currency or "")
    except UnknownCurrency:
        return tongue.say(PARTS["minor"]).format(minor=minor)
