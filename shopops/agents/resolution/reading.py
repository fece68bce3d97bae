"""Reading a pack: what counts as known, likely, left to pay back, and what to cite for it."""

from collections.abc import Iterable

from shopops.agents.facts import FactKind, Field, Pack, Parcel
from shopops.agents.thresholds import Thresholds

_NOTHING = Field(kind=FactKind.UNKNOWN)
# A guess is used when it is more likely right than wrong; "by country" never is (Intake: <= 0.5).
_BETTER_THAN_A_COIN = 0.5


def field(pack: Pack, name: str) -> Field:
    return pack.fields.get(name, _NOTHING)


def is_known(pack: Pack, name: str) -> bool:
    found = field(pack, name)
    return found.kind is not FactKind.UNKNOWN and found.value is not None


def is_true(pack: Pack, name: str) -> bool:
    return field(pack, name).known(value=True)


def is_false(pack: Pack, name: str) -> bool:
    """Known to be false; an unknown is neither."""
    return field(pack, name).known(value=False)


def proven(pack: Pack, name: str, *, value: bool) -> bool:
    """A fact, where an inference would not do."""
    found = field(pack, name)
    return found.kind is FactKind.FACT and found.value is value


def likely(found: Field, thresholds: Thresholds) -> bool:
    """Whether the tenant calls this parcel (or order) an exception; a fact is certain."""
    if not found.known(value=True):
        return False
    confidence = 1.0 if found.kind is FactKind.FACT else found.confidence or 0.0
    return confidence >= thresholds.exception_at_percent / 100


def language(pack: Pack) -> str | None:
    """The customer's language, or None when it is unknown or merely guessed."""
    found = field(pack, "language")
    guess = found.kind is FactKind.INFERENCE and (found.confidence or 0.0) <= _BETTER_THAN_A_COIN
    if guess or not is_known(pack, "language"):
        return None
    return str(found.value)


def total_is_readable(pack: Pack) -> bool:
    """Whole minor units, not negative, of a named currency. A text or a bool is no amount."""
    total, currency = field(pack, "order_total").value, field(pack, "order_currency").value
    return (
        is_known(pack, "order_total")
        and is_known(pack, "order_currency")
        and type(total) is int
        and total >= 0
        and isinstance(currency, str)
    )


def order_total(pack: Pack) -> tuple[int, str]:
    """Minor units and currency. Only for packs that passed the blockers."""
    return int(field(pack, "order_total").value or 0), str(field(pack, "order_currency").value)


def returned_in_full(pack: Pack) -> bool:
    """All captured money has provably gone back; a pending refund proves nothing."""
    return all(money.captured == money.refunded for money in pack.money)


def nothing_left(pack: Pack) -> bool:
    """Whether refunds, done or pending, already take everything that was captured."""
    return bool(pack.money) and all(money.remaining <= 0 for money in pack.money)


def troubled(pack: Pack, thresholds: Thresholds) -> list[Parcel]:
    """Parcels that need a remedy: on their way back, or likely not to arrive."""
    return [
        parcel
        for parcel in pack.parcels
        if parcel.returning or likely(parcel.exception_likely, thresholds)
    ]


def claimed_missing(pack: Pack) -> list[Parcel]:
    """Delivered parcels that the customer says never came: the claim is an inference, the scan a
    fact. If no claim tells which parcel it is about, each delivered one may be meant.
    """
    if not is_true(pack, "claimed_missing"):
        return []
    named = any(parcel.claim_ids for parcel in pack.parcels)
    return [
        parcel for parcel in pack.parcels if parcel.delivered and (parcel.claim_ids or not named)
    ]


def can_be_sent(pack: Pack) -> bool:
    """Goods to send, and not all of their money on its way back."""
    return not is_true(pack, "digital_only") and not nothing_left(pack)


def lacks_address(pack: Pack) -> bool:
    """Whether only the address keeps goods from being sent: it is a complete fact, or missing."""
    known = _stated(pack, "ship_to") and _stated(pack, "ship_to_complete")
    return can_be_sent(pack) and not known


def _stated(pack: Pack, name: str) -> bool:
    """A fact with something in it: nothing is sent to a guess."""
    return field(pack, name).kind is FactKind.FACT and bool(field(pack, name).value)


def cite(
    pack: Pack,
    thresholds: Thresholds,
    fields: Iterable[str],
    also: Iterable[str] = (),
) -> list[str]:
    """Evidence behind these fields, then `also`, then the thresholds; each id once, in order."""
    ids = [found for name in fields for found in field(pack, name).evidence_ids]
    return list(dict.fromkeys([*ids, *also, f"cfg:thresholds@{thresholds.version}"]))


def of_parcels(parcels: Iterable[Parcel]) -> list[str]:
    return [
        found
        for parcel in parcels
        for found in [*parcel.evidence_ids, *parcel.exception_likely.evidence_ids]
    ]


def of_money(pack: Pack) -> list[str]:
    return [found for money in pack.money for found in money.evidence_ids]


def of_kind(pack: Pack, *prefixes: str) -> list[str]:
    """Ids in the pack that begin so: "oms:lines", "refund:"."""
    return [found for found in pack.evidence if found.startswith(prefixes)]
