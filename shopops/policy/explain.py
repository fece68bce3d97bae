"""A rule's answer as one plain English sentence, with the money and counts that were compared."""

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
    "hours": "hour",
    "limit_hours": "hour",
    "days": "day",
    "every_days": "day",
    "cited": "piece",
    "unresolved": "piece",
    "approvers": "person",
    "needed": "person",
}
PLURALS = {"person": "people"}
KINDS: dict[str, str] = {
    ActionKind.PROPOSE_RESHIP: "sending again",
    ActionKind.PROPOSE_REFUND: "a refund",
    ActionKind.PROPOSE_STORE_CREDIT: "a store credit",
}
OF_AMOUNT: dict[str, str] = {
    ActionKind.PROPOSE_RESHIP: "sending goods of {} again",
    ActionKind.PROPOSE_REFUND: "a refund of {}",
    ActionKind.PROPOSE_STORE_CREDIT: "a store credit of {}",
}


def sentence(result: RuleResult, currency: str | None) -> str:
    """Says why, for people: "The amount of 129.00 USD is above the cap of 50.00 USD."

    `currency` is the action's, for amounts; None shows bare minor units.
    """
    if result.reason == Reason.APPROVED:
        asked = str(result.numbers["answers"])
        return f"{_filled(asked, result, currency)} {SENTENCES[Reason.APPROVED]}"
    return _filled(result.reason, result, currency)


def _filled(reason: str, result: RuleResult, currency: str | None) -> str:
    shown = {name: _shown(name, value, currency) for name, value in result.numbers.items()}
    if reason == Reason.LIVE_REMEDY:
        shown["remedy"] = _live_remedy(result.numbers)
    return SENTENCES[Reason(reason)].format_map(shown)


def _live_remedy(numbers: Numbers) -> str:
    """ "a refund of 129.00 USD (revision 1)", in its own currency. What is not known is left out:
    results of an older version know the kind alone."""
    kind, minor, revision = (numbers.get(key) for key in ("kind", "remedy_minor", "revision"))
    words = KINDS[str(kind)]
    if isinstance(minor, int):
        words = OF_AMOUNT[str(kind)].format(_money(minor, str(numbers["remedy_currency"])))
    return f"{words} (revision {revision})" if revision else words


def _shown(name: str, value: int | str | None, currency: str | None) -> str:
    if value is None:
        return "none"
    if isinstance(value, str):
        return _words(name, value)
    if name in MONEY:
        return _money(value, currency)
    return _count(value, UNITS[name]) if name in UNITS else str(value)


def _words(name: str, value: str) -> str:
    if name == "offers":
        *others, last = [KINDS.get(kind, kind) for kind in value.split(",")]
        return f"{', '.join(others)} and {last}" if others else last
    return KINDS.get(value, value) if name == "kind" else value


def _money(minor: int, currency: str | None) -> str:
    try:
        return format_minor(minor, currency or "")
    except UnknownCurrency:
        return f"{minor} minor units"


def _count(number: int, unit: str) -> str:
    return f"{number} {unit if number == 1 else PLURALS.get(unit, unit + 's')}"
