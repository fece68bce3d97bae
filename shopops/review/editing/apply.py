"""What a proposal becomes by a person's edits. Pure: it reads and writes nothing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

import msgspec
from django.utils.translation import gettext as _

from shopops.agents.alternatives import most_at_once
from shopops.agents.proposal import GOODWILL, Action, ActionKind, Proposal, Track
from shopops.agents.resolution.codes import Outline
from shopops.agents.resolution.offers import offered, options
from shopops.money import MoneyError, format_minor, parse_minor, plain_minor
from shopops.policy.payments import PAYS_OUT
from shopops.policy.question import REMEDIES
from shopops.proposals.outline_text import Drafted, Words
from shopops.review.editing.adding import Added, Typed, TypedDraft
from shopops.review.editing.fields import AMOUNT, DRAFT, SAY
from shopops.review.editing.refusals import EditUnreadable, NotEditable, NothingEdited
from shopops.review.editing.wording import MOST_POINTS
from shopops.tenants.amounts import minor_typed, unreadable

NO_DRAFTS: Mapping[int, Drafted] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Edits:
    """What the form says, by the action's index in the proposal that was shown.

    `amounts` are typed in major units, as `language` writes them; a number is minor units, as
    programs send it. `language` is empty where it is the one that is active. `options`: the kind
    that stays of a group of alternatives. `points`: what stays of a mail's outline, `says`: what is
    added to it, a text a point, and `drafts` what is besides, once a model began it.
    """

    amounts: Mapping[int, str | int] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[int, Sequence[str]] = field(default_factory=dict)
    says: Mapping[int, Sequence[str]] = field(default_factory=dict)
    drafts: Mapping[int, TypedDraft] = field(default_factory=dict)
    language: str = ""


@dataclass(frozen=True, slots=True)
class Edited:
    """`words`: the texts that its outlines refer to. `kept`: the index that each action had in the
    proposal before."""

    proposal: Proposal
    words: list[Words]
    kept: list[int]


def apply(
    before: Proposal,
    edits: Edits,
    *,
    words: Mapping[str, Words],
    number: str,
    drafted: Mapping[int, Drafted] = NO_DRAFTS,
) -> Edited:
    """`words`: those of `before`. `number`: the order's. `drafted`: which of the edits' drafts are
    proven to be a model's, and whether they were changed. Raises `NothingEdited`, `NotEditable`,
    `EditUnreadable` and `NotInEvidence`; whether Policy lets it pass is the caller's question."""
    if before.track is Track.ESCALATE:
        raise NotEditable
    _refuse_strangers(before, edits)
    known = dict(words)
    facts = _facts(before, number) if edits.points or edits.says or edits.drafts else set()
    actions = [
        _edited(index, action, edits, _added(index, edits, drafted.get(index), known, facts))
        for index, action in enumerate(before.actions)
    ]
    stays = _stays(actions, edits.options)
    chosen = _chosen(actions, stays)
    kept = _about_the_same(chosen, actions=before.actions)
    after = msgspec.structs.replace(before, actions=kept)
    if after == before:
        raise NothingEdited
    used = {point for action in kept for point in action.body_outline}
    return Edited(after, [one for point, one in known.items() if point in used], stays)


def takes_amount(action: Action) -> bool:
    """Whether its amount is what somebody gets: a mail and a parcel only say what goods cost."""
    offers = action.kind is ActionKind.DRAFT_EMAIL and action.cause == GOODWILL
    return (action.kind in PAYS_OUT or offers) and action.currency is not None


def _refuse_strangers(before: Proposal, edits: Edits) -> None:
    indexes = {*edits.amounts, *edits.points, *edits.says, *edits.drafts}
    kinds: dict[str, set[str]] = {}
    for action in before.actions:
        kinds.setdefault(action.alternative or "", set()).add(str(action.kind))
    known = all(kind in kinds.get(group, set()) for group, kind in edits.options.items() if group)
    if not indexes <= set(range(len(before.actions))) or not known or "" in edits.options:
        raise NotEditable


def _edited(index: int, action: Action, edits: Edits, added: Added) -> Action:
    after = action
    if index in edits.amounts:
        after = _with_amount(after, index, edits)
    if index in {*edits.points, *edits.says, *edits.drafts}:
        after = _with_outline(after, edits.points.get(index, ()), added)
    if after == action:
        return action
    return msgspec.structs.replace(after, requires_approval=True)


def _added(
    index: int,
    edits: Edits,
    drafted: Drafted | None,
    known: dict[str, Words],
    facts: Collection[str],
) -> Added:
    draft = edits.drafts.get(index)
    return Added(
        [
            *(Typed(one, f"{SAY}{index}") for one in edits.says.get(index, ())),
            *([Typed(draft.text, f"{DRAFT}{index}", drafted)] if draft else ()),
        ],
        f"{SAY}{index}",
        known,
        facts,
    )


def _with_amount(action: Action, index: int, edits: Edits) -> Action:
    typed, currency = edits.amounts[index], action.currency
    if not takes_amount(action) or currency is None:
        raise NotEditable
    try:
        minor = _minor(typed, currency, edits.language)
    except MoneyError as error:
        said = unreadable(error, typed, currency)
        raise EditUnreadable(said, f"{AMOUNT}{index}") from error
    return msgspec.structs.replace(action, amount_minor=minor)


def _minor(typed: str | int, currency: str, language: str) -> int:
    if isinstance(typed, int):
        return parse_minor(plain_minor(typed, currency), currency)
    return minor_typed(typed, currency, language=language)


def _with_outline(action: Action, points: Sequence[str], added: Added) -> Action:
    """Points that stay keep their order; what is added stands before the order's number."""
    if action.kind is not ActionKind.DRAFT_EMAIL or not set(points) <= set(action.body_outline):
        raise NotEditable
    stays = [point for point in action.body_outline if point in points]
    last = [Outline.ORDER_NUMBER.value] if Outline.ORDER_NUMBER in stays else []
    added_points = islice(added.points(), MOST_POINTS + 1)
    outline = [*(point for point in stays if point not in last), *added_points, *last]
    if not outline:
        said = _("A message must say something: leave at least one point.")
        raise EditUnreadable(said, added.field)
    if len(outline) > MOST_POINTS:
        said = _("A message has at most {number} points.").format(number=MOST_POINTS)
        raise EditUnreadable(said, added.field)
    return msgspec.structs.replace(action, body_outline=outline)


def _facts(before: Proposal, number: str) -> set[str]:
    """What a message may name: the order's number and the amounts that are proposed."""
    amounts = {
        (action.amount_minor, action.currency)
        for action in before.actions
        if action.amount_minor is not None and action.currency
    }
    told = {number, number.lstrip("#")}
    for minor, currency in amounts:
        told |= {plain_minor(minor, currency), format_minor(minor, currency).split(" ")[0]}
    return told


def _stays(actions: Sequence[Action], options_kept: Mapping[str, str]) -> list[int]:
    """Without the alternatives that were not chosen."""
    return [
        index
        for index, action in enumerate(actions)
        if options_kept.get(action.alternative or "", action.kind) == action.kind
    ]


def _chosen(actions: Sequence[Action], stays: Collection[int]) -> list[Action]:
    """What stays, and with no message that offers what does not."""
    kept = [actions[index] for index in stays]
    kinds = {action.kind for action in kept}
    if len(kept) == len(actions):
        return kept
    return [_offering(action, kinds) for action in kept]


def _about_the_same(kept: list[Action], *, actions: Sequence[Action]) -> list[Action]:
    """A message speaks of what is proposed beside it: where that became less, or more, so does
    the amount that the message is about."""
    remedies = [action for action in kept if action.kind in REMEDIES]
    if remedies == [action for action in actions if action.kind in REMEDIES]:
        return kept
    most = most_at_once(remedies)
    return [
        msgspec.structs.replace(action, amount_minor=most[action.currency], requires_approval=True)
        if action.kind is ActionKind.DRAFT_EMAIL
        and action.cause != GOODWILL
        and action.currency in most
        else action
        for action in kept
    ]


def _offering(action: Action, kinds: Collection[ActionKind]) -> Action:
    outline: list[str] = []
    for point in action.body_outline:
        offers = offered([point])
        if offers <= set(kinds):
            outline.append(point)
        else:
            outline += [str(one) for one in options(offers & set(kinds))]
    if outline == action.body_outline:
        return action
    return msgspec.structs.replace(action, body_outline=outline, requires_approval=True)
