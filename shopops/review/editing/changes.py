"""The original beside its edit, action by action, in words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from shopops.agents.proposal import Action, ActionKind, Proposal
from shopops.proposals.models import Action as ActionRow
from shopops.proposals.models import Proposal as Row
from shopops.proposals.outline_text import Words, words_in
from shopops.proposals.read import pack_of, proposal_from
from shopops.review.changes import Change
from shopops.review.words.actions import goods_of, title
from shopops.review.words.added import points
from shopops.review.words.values import money

Key = tuple[str, ...]
NO_WORDS: Mapping[str, Words] = {}


def changes_of_edit(original: Row, edit: Row, actions: Iterable[ActionRow]) -> list[Change]:
    """Both are of one pack, which is read with the edit."""
    pack = pack_of(edit)
    before = proposal_from(original, original.actions.all(), pack)
    after = proposal_from(edit, actions, pack)
    return edit_changes(
        before,
        after,
        words_before=words_in(original, [one.body_outline for one in before.actions]),
        words_after=words_in(edit, [one.body_outline for one in after.actions]),
    )


def edit_changes(
    before: Proposal,
    after: Proposal,
    *,
    words_before: Mapping[str, Words] = NO_WORDS,
    words_after: Mapping[str, Words] = NO_WORDS,
) -> list[Change]:
    """Only what differs: an amount, an action left out, what a message says."""
    left = _by_key(after.actions)
    found: list[Change] = []
    for action in before.actions:
        twins = left[_key(action)]
        if not twins:
            found.append(Change(_name(action, before), _("offered"), _("left out")))
            continue
        found += _differences(action, twins.pop(0), before, words_before, words_after)
    return found


def amounts_changed(before: Proposal, after: Proposal) -> list[int]:
    """The alternatives whose amount differs, by their index in `after`."""
    earlier = _by_key(before.actions)
    found = []
    for index, action in enumerate(after.actions):
        twins = earlier[_key(action)]
        old = twins.pop(0) if twins else action
        if action.alternative and old.amount_minor != action.amount_minor:
            found.append(index)
    return found


def _differences(
    old: Action,
    new: Action,
    of: Proposal,
    words_before: Mapping[str, Words],
    words_after: Mapping[str, Words],
) -> Iterator[Change]:
    if (old.amount_minor, old.currency) != (new.amount_minor, new.currency):
        what = _name(old, of)
        if old.kind is ActionKind.DRAFT_EMAIL:
            what = _("{what} is about").format(what=what)
        yield Change(what, _amount(old), _amount(new))
    if old.body_outline != new.body_outline:
        yield Change(
            _("{what} says").format(what=title(old.kind)),
            "; ".join(points(old.body_outline, words_before)),
            "; ".join(points(new.body_outline, words_after)),
        )


def _by_key(actions: Sequence[Action]) -> dict[Key, list[Action]]:
    found: dict[Key, list[Action]] = defaultdict(list)
    for action in actions:
        found[_key(action)].append(action)
    return found


def _key(action: Action) -> Key:
    """What an edit can't change."""
    return (
        action.kind,
        action.cause,
        action.transaction_id or "",
        action.alternative or "",
        *action.shipment_ids,
    )


def _name(action: Action, of: Proposal) -> str:
    """With its payment or parcel, where the proposal has several of the kind."""
    alike = [one for one in of.actions if one.kind is action.kind]
    which = action.transaction_id or ", ".join(action.shipment_ids)
    return f"{title(action.kind)} ({which})" if len(alike) > 1 and which else title(action.kind)


def _amount(action: Action) -> str:
    said = money(action.amount_minor, action.currency or "")
    return goods_of(said) if action.kind is ActionKind.PROPOSE_RESHIP else said
