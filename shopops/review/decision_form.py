"""The decision as the form sends it: a handle, a decision, chosen actions. No identity."""

from dataclasses import dataclass

from django.http import QueryDict

from shopops.review.models import DecisionKind
from shopops.review.refusals import IdentitySupplied, UnknownAction, UnknownDecision

FIELDS = frozenset({"csrfmiddlewaretoken", "handle", "decision", "action", "reason", "outcome"})
CHOICE = "choice-"  # one field per set of alternatives; its value is "", "1" or "3-4"


@dataclass(frozen=True, slots=True)
class DecisionForm:
    handle: str
    decision: DecisionKind
    action_indexes: list[int]
    reason: str
    outcome: str


def read_decision(post: QueryDict) -> DecisionForm:
    """Raises `IdentitySupplied` for any other field: what is decided comes from the handle."""
    others = [name for name in post if name not in FIELDS and not name.startswith(CHOICE)]
    if others:
        raise IdentitySupplied(sorted(others))
    decision = post.get("decision", "")
    if decision not in DecisionKind.values:
        raise UnknownDecision
    chosen = [value for name in post if _chooses(name) for value in post.getlist(name)]
    return DecisionForm(
        handle=post.get("handle", ""),
        decision=DecisionKind(decision),
        action_indexes=[index for value in chosen for index in _indexes(value)],
        reason=post.get("reason", ""),
        outcome=post.get("outcome", ""),
    )


def _chooses(name: str) -> bool:
    return name == "action" or name.startswith(CHOICE)


def _indexes(value: str) -> list[int]:
    """The empty value is "neither"."""
    parts = value.split("-") if value else []
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise UnknownAction
    return [int(part) for part in parts]
