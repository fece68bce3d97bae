"""The decision as the form sends it: a handle, a decision, what belongs to it. No identity."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from shopops.review.editing.adding import LONGEST_POINT, TypedDraft
from shopops.review.editing.apply import Edits
from shopops.review.editing.fields import AMOUNT, DRAFT, DRAFTED, KEEP, LANGUAGE, POINT, SAY
from shopops.review.editing.refusals import EditUnreadable
from shopops.review.editing.wording import MOST_POINTS
from shopops.review.models import DecisionKind
from shopops.review.refusals import IdentitySupplied, UnknownAction, UnknownDecision
from shopops.tenants.languages import is_spoken

FIELDS = frozenset(
    {"csrfmiddlewaretoken", "handle", "decision", "action", "reason", "outcome", "preset"}
    | {"bypass", "fact", "value", "then"}
)
CHOICE = "choice-"  # one field per set of alternatives; its value is "", "1" or "3-4"
INDEX = re.compile(r"[0-9]{1,5}")
LONGEST_SAY = 2 * MOST_POINTS * LONGEST_POINT


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
    """Raises `IdentitySupplied` for any other field: what is decided comes from the handle. Who
    approves has changed nothing: an amount beside it is refused, not passed over."""
    decision = post.get("decision", "")
    if decision not in DecisionKind.values:
        raise UnknownDecision
    edits = decision == DecisionKind.EDIT
    names = FIELDS | {LANGUAGE} if edits else FIELDS
    prefixes = (CHOICE, AMOUNT, POINT, SAY, KEEP, DRAFT, DRAFTED) if edits else (CHOICE,)
    others = [name for name in post if name not in names and not name.startswith(prefixes)]
    if others:
        raise IdentitySupplied(sorted(others))
    chosen = chosen_in(post)
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
        says={index: _lines(texts, f"{SAY}{index}") for index, texts in says.items()},
        drafts={
            index: TypedDraft(
                _short(texts[-1], f"{DRAFT}{index}"), post.get(f"{DRAFTED}{index}", "")
            )
            for index, texts in _by_index(post, DRAFT).items()
        },
        language=typed_in(post),
    )


def typed_in(post: QueryDict) -> str:
    """The language of the page that the form stood on; empty where it names none of ours."""
    language = post.get(LANGUAGE, "")
    return language if is_spoken(language) else ""


def _lines(texts: Sequence[str], field: str) -> list[str]:
    return [line for text in texts for line in _short(text, field).splitlines()]


def _short(text: str, field: str) -> str:
    """Refused before it is cut: a form may be megabytes long."""
    if len(text) > LONGEST_SAY:
        said = _("A message has at most {points} points of {number} characters.")
        most = said.format(points=MOST_POINTS, number=LONGEST_POINT)
        raise EditUnreadable(most, field)
    return text


def _by_index(post: QueryDict, prefix: str) -> dict[int, list[str]]:
    return {
        _index(name.removeprefix(prefix)): [str(value) for value in post.getlist(name)]
        for name in post
        if name.startswith(prefix)
    }


def chosen_in(post: QueryDict) -> list[str]:
    """The options that the form chooses, as it sends them."""
    return [str(value) for name in post if _chooses(name) for value in post.getlist(name)]


def _chooses(name: str) -> bool:
    return name == "action" or name.startswith(CHOICE)


def _indexes(value: str) -> list[int]:
    """The empty value is "neither"."""
    return [_index(part) for part in value.split("-")] if value else []


def _index(text: str) -> int:
    if INDEX.fullmatch(text) is None:
        raise UnknownAction
    return int(text)
