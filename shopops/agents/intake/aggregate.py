"""One answer for the order from the answers for its parcels.

Cancelled parcels have no say; they block on their own. Of the rest:
a suspicion at or above the tenant's `exception_at_percent` wins, the strongest first, because it
stands whatever the other parcels do. Else a parcel of which nothing is known makes the order
unknown: it may be worse than a weaker suspicion. Else the strongest weaker suspicion, else "no
exception", which is a fact only when every parcel has arrived.
"""

from shopops.agents.facts import FactKind, Field, Parcel
from shopops.agents.intake.kinds import fact, inference, none_on_record, unknown
from shopops.agents.thresholds import Thresholds


def exception_likely(parcels: list[Parcel], thresholds: Thresholds) -> Field:
    """The order's `exception_likely`."""
    live = [parcel.exception_likely for parcel in parcels if not parcel.cancelled]
    if not live:
        return unknown(reason="cancelled" if parcels else "not_shipped")
    trouble = max((field for field in live if field.value), key=_confidence, default=None)
    dark = next((field for field in live if field.kind is FactKind.UNKNOWN), None)
    if trouble is not None and (dark is None or _strong(trouble, thresholds)):
        return _copy(trouble)
    return _copy(dark) if dark is not None else _calm(live)


def shipped(parcels: list[Parcel]) -> Field:
    """Has the shop sent a parcel that it has not cancelled?"""
    sent = [parcel.evidence_ids[0] for parcel in parcels if not parcel.cancelled]
    if sent:
        return fact(*sent, value=True)
    return none_on_record(value=False)


def _calm(live: list[Field]) -> Field:
    cited = list(dict.fromkeys(short for field in live for short in field.evidence_ids))
    moving = next((field for field in live if field.kind is FactKind.INFERENCE), None)
    if moving is None:
        return fact(*cited, value=False, reason="delivered")
    return inference(*cited, value=False, confidence=_confidence(moving), reason=moving.reason)


def _copy(field: Field) -> Field:
    """The order's own field: changing it must not change the parcel's."""
    return Field(
        kind=field.kind,
        value=field.value,
        confidence=field.confidence,
        evidence_ids=list(field.evidence_ids),
        reason=field.reason,
    )


def _confidence(field: Field) -> float:
    return field.confidence or 0.0


def _strong(field: Field, thresholds: Thresholds) -> bool:
    return _confidence(field) >= thresholds.exception_at_percent / 100
