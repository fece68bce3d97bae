"""Why this order is here: two or three sentences out of the pack's facts."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from shopops.agents.facts import Pack, Parcel
from shopops.agents.proposal import Proposal, Track
from shopops.agents.thresholds import Thresholds
from shopops.review.words.actions import offer
from shopops.review.words.headlines import blocked_reason
from shopops.review.words.parcels import reason_of, status
from shopops.review.words.times import day, days, whole_days
from shopops.review.words.values import money

MONEY_CONFLICTS = {
    "currency_unknown": "a currency is not in the ISO table",
    "currency": "amounts stand in currencies that don't belong together",
    "totals_disagree": "the total is told twice and differently",
    "lines_over_total": "the lines cost more than the order",
    "captured_over_total": "more was paid than the order costs",
    "refund_over_capture": "more was refunded than was paid",
    "refund_without_transaction": "a refund belongs to no known payment",
    "id_twice": "one id is used twice",
    "parcel_line_unknown": "a parcel holds a line that the order lacks",
}
ABROAD = gettext_noop("The shop's limit for cross-border parcels is {days} without a scan.")
DOMESTIC = gettext_noop("The shop's limit for domestic parcels is {days} without a scan.")
SOMEWHERE = gettext_noop("The shop's limit for parcels of unknown route is {days} without a scan.")
PAST_ITS_DATE = gettext_noop("The shop's limit is {days} past that date.")


@dataclass(frozen=True, slots=True)
class Seen:
    """What the sentences are made of. `places`: parcel id to the place of its last scan.
    `forbidden`: the actions, by index, that policy denies."""

    pack: Pack
    proposal: Proposal
    thresholds: Thresholds
    places: dict[str, str]
    now: datetime
    forbidden: frozenset[int] = frozenset()


def why(seen: Seen) -> str:
    if seen.proposal.track is Track.ESCALATE:
        return " ".join([_("A person has to act."), *_blocked(seen)])
    parts = [_because(seen), offer(seen.proposal.actions, seen.forbidden)]
    return " ".join(part for part in parts if part)


def _blocked(seen: Seen) -> list[str]:
    said = []
    for code in seen.proposal.blocked_reasons:
        words = blocked_reason(code)
        if code == "conflict:money" and seen.pack.money_conflicts:
            said_of = [_(MONEY_CONFLICTS.get(one, one)) for one in seen.pack.money_conflicts]
            words = f"{words}: {', '.join(said_of)}"
        twin = seen.pack.fields.get("duplicate_of")
        if code == "duplicate_order" and twin is not None and twin.value:
            words = _("{words} of {order}").format(words=words, order=twin.value)
        said.append(f"{words}.")
    return said


def _because(seen: Seen) -> str:
    told = ORDERS.get(seen.proposal.cause)
    if told is not None:
        return told(seen)
    for parcel in seen.pack.parcels:
        reason = reason_of(parcel)
        if reason == seen.proposal.cause and reason in PARCELS:
            return PARCELS[reason](seen, parcel)
    return ""


def _stalled(seen: Seen, parcel: Parcel) -> str:
    limits = seen.thresholds
    domestic, abroad = limits.stall_days_domestic, limits.stall_days_cross_border
    limit, said = {
        True: (abroad, ABROAD),
        False: (domestic, DOMESTIC),
        None: (max(domestic, abroad), SOMEWHERE),
    }[parcel.cross_border]
    told = _("No carrier scan since {last}{due}.")
    told = told.format(last=_last(seen, parcel), due=_due(seen, parcel))
    if _only_past_its_date(seen, parcel, limit):
        limit, said = limits.stall_days_past_eta, PAST_ITS_DATE
    return f"{told} {_(said).format(days=days(limit))}"


def _only_past_its_date(seen: Seen, parcel: Parcel, silent_limit: int) -> bool:
    if parcel.due_at is None or parcel.last_scan_at is None:
        return False
    return whole_days(parcel.last_scan_at, seen.pack.built_at) < silent_limit


def _returning(seen: Seen, parcel: Parcel) -> str:
    said = _("The carrier reports the parcel {status}{scan}.")
    return said.format(status=status(parcel.status), scan=_scan(seen, parcel))


def _failed(seen: Seen, parcel: Parcel) -> str:
    said = _("The carrier reports that delivery failed{scan}.")
    return said.format(scan=_scan(seen, parcel))


def _attempted(seen: Seen, parcel: Parcel) -> str:
    return _("The carrier tried twice to deliver{scan}.").format(scan=_scan(seen, parcel))


def _no_data(seen: Seen, parcel: Parcel) -> str:
    return _("The carrier sends no data{due}.").format(due=_due(seen, parcel))


def _pre_transit(seen: Seen, parcel: Parcel) -> str:
    limit = seen.thresholds.pre_transit_business_days
    said = _("A label was made, and the carrier has not got the parcel{due}.")
    allows = ngettext(
        "The shop allows {number} business day.", "The shop allows {number} business days.", limit
    )
    return f"{said.format(due=_due(seen, parcel))} {allows.format(number=limit)}"


def _pickup(seen: Seen, parcel: Parcel) -> str:
    said = _("The parcel waits at the pickup point{scan}. The shop's limit is {days}.")
    return said.format(scan=_scan(seen, parcel), days=days(seen.thresholds.pickup_days))


def _last(seen: Seen, parcel: Parcel) -> str:
    if parcel.last_scan_at is None:
        return _("the label was made")
    place, at = seen.places.get(parcel.id), day(parcel.last_scan_at, now=seen.now)
    return _("{day} in {place}").format(day=at, place=place) if place else at


def _scan(seen: Seen, parcel: Parcel) -> str:
    if not parcel.last_scan_at:
        return ""
    return ", " + _("last scan {last}").format(last=_last(seen, parcel))


def _due(seen: Seen, parcel: Parcel) -> str:
    if parcel.due_at is None:
        return ""
    over = parcel.due_at < seen.now
    said = _("delivery was due {day}") if over else _("delivery is due {day}")
    return "; " + said.format(day=day(parcel.due_at, now=seen.now))


def _claimed(seen: Seen) -> str:
    delivered = next((one for one in seen.pack.parcels if one.delivered), None)
    known = delivered is not None and delivered.last_scan_at is not None
    scan = _last(seen, delivered) if delivered and known else _("an unknown day")
    said = _(
        "The carrier's scan of {scan} says delivered, the customer says it did not arrive. "
        "The scan is a fact, the claim is not, so a person decides."
    )
    return said.format(scan=scan)


def _not_returned(seen: Seen) -> str:
    part = _("of {captured} paid, {refunded} went back and {reserved} is pending")
    paid = [
        part.format(
            captured=money(one.captured, one.currency),
            refunded=money(one.refunded, one.currency),
            reserved=money(one.reserved, one.currency),
        )
        for one in seen.pack.money
    ]
    said = _("The order is cancelled; {paid}.")
    return said.format(paid="; ".join(paid) or _("no payment is on record"))


ORDERS: dict[str, Callable[[Seen], str]] = {
    "claimed_missing": _claimed,
    "cancelled_not_returned": _not_returned,
    "cancelled_returned": lambda _seen: _("The order is cancelled and all of the money went back."),
    "fully_refunded": lambda _seen: _("All of the money went back, so nothing more is proposed."),
    "status_update": lambda _seen: _("Nothing is wrong with this order."),
}
PARCELS: dict[str, Callable[[Seen, Parcel], str]] = {
    "stalled": _stalled,
    "return_to_sender": _returning,
    "failed": _failed,
    "attempted_twice": _attempted,
    "no_data_past_eta": _no_data,
    "pre_transit_late": _pre_transit,
    "pickup_late": _pickup,
}
