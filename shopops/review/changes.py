"""What differs between two packs of one order, in words."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from shopops.agents import threshold_changes as numbers
from shopops.agents.facts import FactKind, Field, Pack, Parcel, TransactionMoney
from shopops.agents.thresholds import Thresholds
from shopops.review.words.parcels import SETTLED, status
from shopops.review.words.times import moment
from shopops.review.words.values import label, money, reason, value
from shopops.tenants.amounts import share


@dataclass(frozen=True, slots=True)
class Change:
    what: str
    before: str
    after: str


def pack_changes(before: Pack, after: Pack) -> list[Change]:
    """Only what a person would call a difference; times of receipt are not."""
    return [
        *_numbers(before, after),
        *_fields(before, after),
        *_parcels(before, after),
        *_money(before, after),
        *_conflicts(before, after),
    ]


def threshold_changes(before: Thresholds, after: Thresholds) -> list[Change]:
    """The shop's numbers, one by one: "Approval above (USD)", "50.00 USD", "80.00 USD"."""
    return [
        Change(
            _setting(one.setting, one.key),
            _number(one, one.before),
            _number(one, one.after),
        )
        for one in numbers.changes(before, after)
    ]


def _setting(setting: str, key: str | None) -> str:
    name = setting.removesuffix("_cents").replace("_", " ").capitalize()
    return f"{name} ({key.replace('_', ' ')})" if key else name


def _number(change: numbers.Change, number: Any) -> str:
    if number is None:
        return _("not set")
    return money(number, change.key) if change.setting in numbers.CAPS else str(number)


def _numbers(before: Pack, after: Pack) -> list[Change]:
    old, new = before.thresholds_version, after.thresholds_version
    if old == new:
        return []
    version = _("version {number}")
    what = _("The shop's thresholds")
    return [Change(what, version.format(number=old), version.format(number=new))]


def _fields(before: Pack, after: Pack) -> list[Change]:
    old, new = _shown(before), _shown(after)
    unknown = _("unknown")
    return [
        Change(label(name), old.get(name, unknown), new.get(name, unknown))
        for name in dict.fromkeys([*old, *new])
        if old.get(name, unknown) != new.get(name, unknown)
    ]


def _shown(pack: Pack) -> dict[str, str]:
    return {name: _field(name, field, pack) for name, field in pack.fields.items()}


def _field(name: str, field: Field, pack: Pack) -> str:
    if field.kind is FactKind.UNKNOWN:
        return _("unknown")
    said = value(name, field, pack)
    if field.confidence is None:
        return said
    return _("{value}, {share} likely").format(value=said, share=share(field.confidence))


def _parcels(before: Pack, after: Pack) -> list[Change]:
    old = {parcel.id: _parcel(parcel) for parcel in before.parcels}
    new = {parcel.id: _parcel(parcel) for parcel in after.parcels}
    return [
        Change(_("Parcel {id}").format(id=key), *_either(old.get(key), new.get(key)))
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    ]


def _either(before: str | None, after: str | None) -> tuple[str, str]:
    absent = _("not there")
    return before or absent, after or absent


def _parcel(parcel: Parcel) -> str:
    scan = ""
    if parcel.last_scan_at:
        scan = ", " + _("last scan {last}").format(last=moment(parcel.last_scan_at))
    why = parcel.exception_likely.reason
    because = f" ({reason(why)})" if why and why not in SETTLED else ""
    return f"{status(parcel.status)}{because}{scan}"


def _money(before: Pack, after: Pack) -> list[Change]:
    old = {one.id: _transaction(one) for one in before.money}
    new = {one.id: _transaction(one) for one in after.money}
    return [
        Change(_("Payment {id}").format(id=key), *_either(old.get(key), new.get(key)))
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    ]


def _transaction(one: TransactionMoney) -> str:
    amounts = (
        (_("captured {amount}"), one.captured),
        (_("refunded {amount}"), one.refunded),
        (_("reserved {amount}"), one.reserved),
    )
    return ", ".join(said.format(amount=money(minor, one.currency)) for said, minor in amounts)


def _conflicts(before: Pack, after: Pack) -> list[Change]:
    old, new = (_conflicting(pack) for pack in (before, after))
    return [] if old == new else [Change(_("Contradictions in the amounts"), old, new)]


def _conflicting(pack: Pack) -> str:
    return ", ".join(pack.money_conflicts) or _("none")
