"""The decision as the form sends it: a handle, a decision, what belongs to it. No identity."""

import re
from dataclasses import dataclass

from django.http import QueryDict

from shopops.review.editing.apply import Edits
from shopops.review.models import DecisionKind
from shopops.review.refusals import IdentitySupplied, UnknownAction, UnknownDecision

FIELDS = frozenset(
    {"csrfmiddlewaretoken", "handle", "decision", "action", "reason", "outcome", "preset"}
    | {"bypass", "fact", "value", "then"}
)
CHOICE = "choice-"  # one field per set of alternatives; its value is "", "1" or "3-4"
# What is edited: "amount-1", "point-0" (a point that stays), "say-0" (lines to add), by the
# action's index; and "keep-remedy:s1", the kind that stays of a group of alternatives.
AMOUNT, POINT, SAY, KEEP = "amount-", "point-", "say-", "keep-"
INDEX = re.compile(r"[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class DecisionForm:
    handle: str
    decision: DecisionKind
    action_indexes: list[int]
    reason: str
    outcome: str
    preset: str
    bypass: list[str]
    fact: str
    value: str
    edits: Edits


def read_decision(post: QueryDict) -> DecisionForm:
    """Raises `IdentitySupplied` for any other field: what is decided comes from the handle."""
    prefixes = (CHOICE, AMOUNT, POINT, SAY, KEEP)
    others = [name for name in post if name not in FIELDS and not name.startswith(prefixes)]
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
        preset=post.get("preset", ""),
        bypass=post.getlist("bypass"),
        fact=post.get("fact", ""),
        value=post.get("value", ""),
        edits=_edits(post),
    )


def _edits(post: QueryDict) -> Edits:
    says = _by_index(post, SAY)
    return Edits(
        amounts={index: values[-1] for index, values in _by_index(post, AMOUNT).items()},
        options={
            name.removeprefix(KEEP): post.get(name, "")
            for name in post
            if name.startswith(KEEP) and post.get(name)
        },
        points=_by_index(post, POINT),
        says={
            index: [line for text in texts for line in text.splitlines()]
            for index, texts in says.items()
        },
    )


def _by_index(post: QueryDict, prefix: str) -> dict[int, list[str]]:
    return {
        _index(name.removeprefix(prefix)): [str(value) for value in post.getlist(name)]
        for name in post
        if name.startswith(prefix)
    }


def _chooses(name: str) -> bool:
    return name == "action" or name.startswith(CHOICE)


def _indexes(value: str) -> list[int]:
    """The empty value is "neither"."""
    return [_index(part) for part in value.split("-")] if value else []


def _index(text: str) -> int:
    if INDEX.fullmatch(text) is None:
        raise UnknownAction
    return int(text)
