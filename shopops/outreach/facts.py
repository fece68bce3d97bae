"""What a mail may state: each fact with the evidence that it comes from. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

from msgspec import Struct

from shopops.agents.facts import Pack, Parcel, TransactionMoney
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.records import Order, Tracker
from shopops.agents.resolution.codes import Outline
from shopops.outreach.settled import Settled

# Names come from outside: one that could be read as a link, a number or markup is left out.
PLAIN = re.compile(r"[^\W\d_][^\W\d_ .’'-]*(?:[ .’'-]+[^\W\d_]+)*\.?")
LIKE_A_LINK = re.compile(r"\.[^\W\d_]{2,}")
LONGEST = 60


class Sum(Struct, frozen=True, kw_only=True):
    """Minor units of one currency."""

    minor: int
    currency: str
    evidence_ids: list[str]


class Scanned(Struct, frozen=True, kw_only=True):
    at: datetime
    carrier: str
    evidence_ids: list[str]


class Facts(Struct, frozen=True, kw_only=True):
    """`sums` by the outline's code. `to` and `name` are None once the order's record is erased."""

    shop: str
    number: str
    to: str | None
    name: str | None
    zone: tzinfo
    scanned: Scanned | None
    sums: dict[str, Sum]


class Known(Struct, frozen=True, kw_only=True):
    """Where facts are read from."""

    shop: str
    pack: Pack
    order: Order | None
    trackers: dict[str, Tracker]
    zone: tzinfo


def facts_of(known: Known, mail: Action, beside: Sequence[Action]) -> Facts:
    """`beside`: the actions whose money the mail may state (`Choice.spoken_of`)."""
    customer = known.order.customer if known.order else None
    return Facts(
        shop=" ".join(known.shop.split()),
        number=" ".join(known.pack.order_number.split()),
        to=customer.email if customer else None,
        name=plain(customer.name) if customer else None,
        zone=known.zone,
        scanned=_scanned(known, mail),
        sums=_sums(known.pack, mail, beside),
    )


def plain(name: str | None) -> str | None:
    """The name if it is one that can be written as it stands."""
    said = " ".join(unicodedata.normalize("NFC", name or "").split())
    if not said or len(said) > LONGEST or LIKE_A_LINK.search(said):
        return None
    return said if PLAIN.fullmatch(said) else None


def _scanned(known: Known, mail: Action) -> Scanned | None:
    """The last scan of the one parcel that the mail is about; of several nobody could tell which
    of them is meant."""
    parcels = [one for one in known.pack.parcels if set(one.evidence_ids) & set(mail.evidence_ids)]
    if len(parcels) != 1:
        return None
    (parcel,) = parcels
    at = parcel.last_scan_at
    if at is None:
        return None
    return Scanned(at=at, carrier=_carrier(known, parcel), evidence_ids=_scans(known.pack, parcel))


def _scans(pack: Pack, parcel: Parcel) -> list[str]:
    """Of the parcel's evidence what was seen at that time; else all of it."""
    exact = [
        name
        for name in parcel.evidence_ids
        if name in pack.evidence and pack.evidence[name].occurred_at == parcel.last_scan_at
    ]
    return exact or list(parcel.evidence_ids)


def _carrier(known: Known, parcel: Parcel) -> str:
    """Empty where it is not known, or not fit to be written."""
    shipments = known.order.shipments if known.order else ()
    named = {one.id: one.tracker_id or "" for one in shipments}
    tracker = known.trackers.get(named.get(parcel.id, ""))
    return plain(tracker.carrier) or "" if tracker else ""


def _sums(pack: Pack, mail: Action, beside: Sequence[Action]) -> dict[str, Sum]:
    """Only where one amount is the whole truth."""
    refunds = [one for one in beside if one.kind is ActionKind.PROPOSE_REFUND]
    credited = [one for one in beside if one.kind is ActionKind.PROPOSE_STORE_CREDIT]
    groups = {one.alternative for one in refunds}
    refund = _proposed(refunds) if len(groups) == 1 else None
    found: dict[Outline | Settled, Sum | None] = {
        Outline.RESHIP_OR_REFUND: refund,
        Outline.REFUND: refund,
        Outline.REFUND_OF_REMAINDER: _proposed(refunds),
        Outline.CREDIT: _proposed(credited) if len(credited) == 1 else None,
        Settled.REFUNDED: _proposed(refunds),
        Settled.REFUNDED_PART: _proposed(refunds),
        Settled.CREDITED: _proposed(credited),
        Outline.GOODWILL: _proposed([mail]),
        Outline.REFUND_PENDING: _moved(pack.money, "reserved"),
        Outline.REFUND_COMPLETED: _moved(pack.money, "refunded"),
    }
    if pack.money_conflicts:
        return {}
    return {str(code): one for code, one in found.items() if one is not None}


def _proposed(actions: Iterable[Action]) -> Sum | None:
    """Added up; None where an amount is missing, or the currencies differ."""
    amounts = [(one.amount_minor, one.currency) for one in actions]
    currencies = {currency for _, currency in amounts}
    minors = [minor for minor, _ in amounts if minor]
    (currency,) = currencies if len(currencies) == 1 else (None,)
    if currency is None or len(minors) != len(amounts):
        return None
    cited = dict.fromkeys(name for one in actions for name in one.evidence_ids)
    return Sum(minor=sum(minors), currency=currency, evidence_ids=list(cited))


def _moved(money: Sequence[TransactionMoney], what: str) -> Sum | None:
    """What was refunded, or is on its way, of all payments; None where there is nothing."""
    moved = [(getattr(one, what), one) for one in money if getattr(one, what)]
    currencies = {one.currency for _, one in moved}
    if len(currencies) != 1:
        return None
    cited = dict.fromkeys(name for _, one in moved for name in one.evidence_ids)
    return Sum(
        minor=sum(minor for minor, _ in moved),
        currency=currencies.pop(),
        evidence_ids=list(cited),
    )
