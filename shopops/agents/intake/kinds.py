"""The three kinds of field, spelled once."""

from shopops.agents.facts import FactKind, Field, Scalar

# How sure we are that there is none when the record merely lists none (a chargeback, a claim).
NONE_ON_RECORD = 0.9


def fact(*evidence_ids: str, value: Scalar, reason: str = "") -> Field:
    return Field(kind=FactKind.FACT, value=value, evidence_ids=list(evidence_ids), reason=reason)


def inference(*evidence_ids: str, value: Scalar, confidence: float, reason: str) -> Field:
    return Field(
        kind=FactKind.INFERENCE,
        value=value,
        confidence=confidence,
        evidence_ids=list(evidence_ids),
        reason=reason,
    )


def unknown(*evidence_ids: str, reason: str) -> Field:
    return Field(kind=FactKind.UNKNOWN, evidence_ids=list(evidence_ids), reason=reason)


def none_on_record(value: Scalar) -> Field:
    """`value` says that there is none: no record speaks of one, and no record rules it out."""
    return inference(value=value, confidence=NONE_ON_RECORD, reason="none_on_record")
