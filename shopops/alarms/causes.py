"""Which records a proposal's trouble is about, and what is owed for each. Pure: the one mapping.

The parts are chosen by what stays the same from day to day, so that the item does: a shipment in
trouble, a transaction whose money has not all gone back; else the order.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from shopops.agents.facts import Parcel, TransactionMoney
from shopops.agents.proposal import GOODWILL, Track
from shopops.agents.resolution.codes import Blocked, Cause
from shopops.agents.resolution.troubles import trouble_of
from shopops.alarms.identity import Obligation, RecordKind


class Step(Struct, frozen=True, kw_only=True):
    """An action, as far as it says what is wrong with which part, and what it is worth."""

    cause: str
    shipment_ids: tuple[str, ...] = ()
    transaction_id: str | None = None
    amount_minor: int | None = None
    currency: str | None = None


class Matter(Struct, frozen=True, kw_only=True):
    """One thing owed. `part` None: for the order as a whole."""

    obligation: Obligation
    kind: RecordKind
    part: str | None
    cause: str
    amount_minor: int | None = None
    currency: str | None = None


def rings_at_once(track: str) -> bool:
    """Escalations ring at once, what merely needs approval after the shop's delay."""
    return track == Track.ESCALATE


def obligation_of(cause: str) -> Obligation:
    """A status update or a present is no trouble, so it is a review that is owed; and a cause
    that nobody knows needs somebody to look."""
    if cause in (Cause.STATUS_UPDATE, GOODWILL):
        return Obligation.REVIEW
    trouble = trouble_of(cause)
    return Obligation.REVIEW if trouble is None else Obligation(trouble.value)


def matters(
    *,
    cause: str,
    blocked_reasons: Sequence[str],
    steps: Sequence[Step],
    parcels: Sequence[Parcel],
    money: Sequence[TransactionMoney],
) -> list[Matter]:
    """Each record and obligation once, by the first cause that names it."""
    found: dict[tuple[Any, ...], Matter] = {}
    for one in blocked_reasons or dict.fromkeys((cause, *(step.cause for step in steps))):
        for matter in _of_cause(one, steps, parcels, money):
            found.setdefault((matter.obligation, matter.kind, matter.part), matter)
    trouble = [one for one in found.values() if one.obligation is not Obligation.REVIEW]
    return trouble or list(found.values())  # what is offered beside trouble is decided with it


def _of_cause(
    one: str,
    steps: Sequence[Step],
    parcels: Sequence[Parcel],
    money: Sequence[TransactionMoney],
) -> Iterator[Matter]:
    obligation = obligation_of(one)
    kind, parts = RecordKind.ORDER, list[str]()
    if obligation is Obligation.SHIPMENT:
        kind, parts = RecordKind.SHIPMENT, _shipments(one, steps, parcels)
    elif one == Cause.CANCELLED_NOT_RETURNED:
        kind, parts = RecordKind.TRANSACTION, _not_gone_back(money)
    for part in parts:
        yield _matter(obligation, kind, part, one, [s for s in steps if _is_about(s, part)])
    if not parts:
        same = [step for step in steps if step.cause == one]
        yield _matter(obligation, RecordKind.ORDER, None, one, same)


def _shipments(one: str, steps: Sequence[Step], parcels: Sequence[Parcel]) -> list[str]:
    """Those that the actions name; else those that the cause is true of."""
    named = dict.fromkeys(
        shipment for step in steps if step.cause == one for shipment in step.shipment_ids
    )
    return list(named) or [parcel.id for parcel in parcels if _is_in_trouble(one, parcel)]


def _is_in_trouble(one: str, parcel: Parcel) -> bool:
    match one:
        case Blocked.SHIPMENT_CANCELLED:
            return parcel.cancelled
        case Blocked.TRACKING:
            return parcel.exception_likely.value is None and not parcel.cancelled
        case Cause.RETURN_TO_SENDER:
            return parcel.returning
        case Cause.CLAIMED_MISSING:
            return parcel.delivered
        case _:
            return parcel.exception_likely.known(value=True)


def _not_gone_back(money: Iterable[TransactionMoney]) -> list[str]:
    """A pending refund proves nothing, so what is reserved has not gone back yet."""
    return [one.id for one in money if one.captured > one.refunded]


def _is_about(step: Step, part: str) -> bool:
    return part in step.shipment_ids or part == step.transaction_id


def _matter(
    obligation: Obligation, kind: RecordKind, part: str | None, one: str, steps: Sequence[Step]
) -> Matter:
    """Worth what its largest step is worth: alternatives answer the same trouble."""
    dearest = max(
        (step for step in steps if step.amount_minor is not None),
        key=lambda step: step.amount_minor or 0,
        default=None,
    )
    return Matter(
        obligation=obligation,
        kind=kind,
        part=part,
        cause=one,
        amount_minor=dearest.amount_minor if dearest else None,
        currency=dearest.currency if dearest else None,
    )
