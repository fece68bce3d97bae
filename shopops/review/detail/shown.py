"""What each piece of evidence says, as the page shows it: no raw value of a source, no guess."""

from collections import defaultdict
from collections.abc import Iterator

from django.utils.translation import gettext as _

from shopops.agents.facts import Field, Pack, Parcel, TransactionMoney
from shopops.agents.intake.numbers import NAME as NUMBERS
from shopops.review.words.parcels import status
from shopops.review.words.values import label, money, value
from shopops.tenants.amounts import share

REFUND = "refund:"
BY_ITSELF = ("oms:lines",)


def shown_by_evidence(pack: Pack) -> dict[str, str]:
    """By evidence id: "Order total: 129.00 USD". A piece that only a date hangs on says nothing."""
    said: dict[str, list[str]] = defaultdict(list)
    for evidence_id, words in _statements(pack):
        if words not in said[evidence_id]:
            said[evidence_id].append(words)
    return {evidence_id: "; ".join(words) for evidence_id, words in said.items()}


def _statements(pack: Pack) -> Iterator[tuple[str, str]]:
    for name, field in pack.fields.items():
        for evidence_id in field.evidence_ids:
            yield evidence_id, f"{label(name)}: {_value(name, field, pack)}"
    for parcel in pack.parcels:
        for evidence_id in parcel.evidence_ids:
            yield evidence_id, _of_parcel(parcel)
    for payment in pack.money:
        for evidence_id in payment.evidence_ids:
            yield evidence_id, _of_payment(payment, evidence_id)
    for evidence_id in pack.evidence:
        if evidence_id.startswith(NUMBERS):
            yield evidence_id, _numbers(evidence_id.removeprefix(NUMBERS))
        if evidence_id in BY_ITSELF:
            yield evidence_id, "; ".join(f"{one.quantity} × {one.title}" for one in pack.lines)


def _value(name: str, field: Field, pack: Pack) -> str:
    said = value(name, field, pack)
    if field.confidence is None:
        return said
    return f"{said} ({_(field.kind)} {share(field.confidence)})"


def _numbers(version: str) -> str:
    return _("The shop’s numbers, version {version}").format(version=version)


def _of_parcel(parcel: Parcel) -> str:
    said = _("Parcel {id}").format(id=parcel.id)
    return f"{said}: {status(parcel.status)}"


def _of_payment(payment: TransactionMoney, evidence_id: str) -> str:
    if evidence_id.startswith(REFUND):
        return _of_refund(payment)
    said = _("Payment {id}: {amount} captured")
    return said.format(id=payment.id, amount=money(payment.captured, payment.currency))


def _of_refund(payment: TransactionMoney) -> str:
    """Only the payment's sums are known, so of several refunds none is given an amount."""
    moved = {_("{amount} refunded"): payment.refunded, _("{amount} pending"): payment.reserved}
    said = [
        how.format(amount=money(minor, payment.currency)) for how, minor in moved.items() if minor
    ]
    pieces = sum(one.startswith(REFUND) for one in payment.evidence_ids)
    sums = f": {', '.join(said)}" if said else ""
    if pieces == 1:
        return _("A refund of payment {id}").format(id=payment.id) + sums
    one = _("One of {number} refunds of payment {id}").format(number=pieces, id=payment.id)
    together = _("together {sums}").format(sums=", ".join(said))
    return f"{one}, {together}" if said else one
