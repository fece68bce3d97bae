"""The three kinds of field, spelled once."""

from shopops.agents.facts import FactKind, Field, Scalar

# How sure we are that there is none when the record merely lists none (a chargeback, a claim).
NONE_ON_RECORD = 0.9


def fact(value: Scalar, *evidence_ids: str, reason: str = "") -> Field:
    return Field(kind=FactKind.FACT, value=value, evidence_ids=list(evidence_ids), reason=reason)


def inference(value: Scalar, confidence: float, *evidence_ids: str, reason: str) -> Field:
    return Field(
        kind=FactKind.INFERENCE,
        value=value,
        confidence=confidence,
        evidence_ids=list(evidence_ids),
        reason=reason,
    )


def unknown(reason: str, *evidence_ids: str) -> Field:
    return Field(kind=FactKind.UNKNOWN, evidence_ids=list(evidence_ids), reason=reason)
