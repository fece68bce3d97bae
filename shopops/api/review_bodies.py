"""What the review endpoints take. Who decides is known from the token, and what from the handle, so
every other member is refused by its name."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated

import msgspec
from django.http import HttpRequest
from msgspec import Meta, Struct

from shopops.agents.proposal import ActionKind
from shopops.api.bodies import Shape, object_of, shaped
from shopops.api.problems import Problem, ProblemCode
from shopops.review.editing.apply import Edits
from shopops.review.models import BulkKind, DecisionKind
from shopops.review.refusals import IdentitySupplied, UnknownDecision

Index = Annotated[int, Meta(ge=0, le=32767)]
Minor = Annotated[int, Meta(ge=0, le=10**15)]
Text = Annotated[str, Meta(max_length=4000)]


class EditedAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`keep_points`: what stays of a mail's outline; `add_points`: what is added to it, in words
    that name nothing which the evidence does not. Who adds says what stays."""

    index: Index
    amount_minor: Minor | None = None
    keep_points: list[str] | None = None
    add_points: list[str] | None = None

    def __post_init__(self) -> None:
        if self.add_points is not None and self.keep_points is None:
            raise ValueError("'add_points' needs 'keep_points': name the points that stay")


class EditIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`options`: by the name of an alternative, the kind that stays of it."""

    actions: list[EditedAction] = []
    options: dict[str, str] = {}

    def edits(self) -> Edits:
        return Edits(
            amounts={
                one.index: one.amount_minor for one in self.actions if one.amount_minor is not None
            },
            options=self.options,
            points={
                one.index: one.keep_points for one in self.actions if one.keep_points is not None
            },
            says={one.index: one.add_points for one in self.actions if one.add_points},
        )


class DecisionIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which members a decision takes: see `MEMBERS`."""

    handle: Annotated[str, Meta(max_length=200)]
    decision: str
    actions: list[Index] | None = None
    reason: Text | None = None
    preset: Text | None = None
    outcome: Text | None = None
    bypass: list[str] | None = None
    edit: EditIn | None = None
    question: Text | None = None
    answer: Text | None = None
    fact: Text | None = None
    value: Text | None = None
    known_from: Text | None = None

    @property
    def kind(self) -> DecisionKind:
        """Raises `UnknownDecision`."""
        if self.decision not in DecisionKind.values:
            raise UnknownDecision
        return DecisionKind(self.decision)


MEMBERS: Mapping[DecisionKind, frozenset[str]] = {
    DecisionKind.APPROVE: frozenset({"actions", "reason", "bypass"}),
    DecisionKind.REJECT: frozenset({"reason", "preset"}),
    DecisionKind.HANDLED_OUTSIDE: frozenset({"outcome", "reason"}),
    DecisionKind.EDIT: frozenset({"edit", "reason"}),
    DecisionKind.RESPOND: frozenset({"question"}),
    DecisionKind.TAKE_BACK: frozenset({"answer"}),
    DecisionKind.SUPPLY_FACT: frozenset({"fact", "value", "known_from"}),
    DecisionKind.UNDO: frozenset({"reason"}),
    DecisionKind.PROPOSE_AGAIN: frozenset(),
}


class NothingIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body that says nothing; it may be left out."""


class AssignIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`to`: the id of the person who gets the order."""

    to: Annotated[int, Meta(ge=1, le=2**63 - 1)]


class BulkPreviewIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`prefer`: the kind of action to take where there are alternatives."""

    decision: BulkKind
    prefer: ActionKind | None = None
    review_items: Annotated[list[Annotated[int, Meta(ge=1, le=2**63 - 1)]], Meta(max_length=1000)]


class BulkConfirmIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`sure`: the sum of the preview is meant, where it is above the shop's cap."""

    reason: Text = ""
    preset: Text = ""
    sure: bool = False


SHOWN = (DecisionIn, NothingIn, AssignIn, BulkPreviewIn, BulkConfirmIn)


def decision_in(request: HttpRequest) -> DecisionIn:
    wanted = read(request, DecisionIn)
    strays = [
        name
        for name in DecisionIn.__struct_fields__
        if name not in ("handle", "decision")
        and getattr(wanted, name) is not None
        and name not in MEMBERS[wanted.kind]
    ]
    if strays:
        detail = f"The decision {wanted.decision!r} does not take these; 'errors' names each."
        errors = [{"path": f"$.{name}", "reason": "does not belong to it"} for name in strays]
        raise Problem(ProblemCode.INVALID, detail, errors)
    return wanted


def read(request: HttpRequest, shape: type[Shape]) -> Shape:
    """Raises `IdentitySupplied` with the names of what must not be sent, also in the address."""
    body = object_of(request, may_be_left_out=True)
    named = sorted({*(body.keys() - set(shape.__struct_fields__)), *request.GET.keys()})
    if named:
        raise IdentitySupplied(named)
    return shaped(body, shape)


def hash_of(request: HttpRequest, body: Struct) -> bytes:
    """The same for the same wish, however its JSON is laid out."""
    asked = f"{request.method} {request.path}\n".encode()
    return sha256(asked + msgspec.json.encode(body, order="sorted")).digest()
