"""What a draft changes about the proposal itself, in the words of the review pages."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from shopops.agents.cause_words import CAUSES
from shopops.agents.proposal import Action, ActionKind, Proposal, Track
from shopops.agents.resolution.codes import Why
from shopops.proposals.outline_text import is_text
from shopops.review.words.actions import amount, outline, title
from shopops.review.words.headlines import blocked_reason
from shopops.review.words.notes import note

TRACKS = {
    Track.STANDARD: "standard",
    Track.EXCEPTION: "exception",
    Track.ESCALATE: "escalated",
}
Words = tuple[str, str, str]  # what, before, after


def proposal_words(before: Proposal, after: Proposal) -> list[Words]:
    """Only what differs, the track first."""
    old, new = list(_said(before)), list(_said(after))
    return [
        (what, was, will) for (what, was), (_, will) in zip(old, new, strict=True) if was != will
    ]


def _said(proposal: Proposal) -> Iterator[tuple[str, str]]:
    yield gettext("Track"), _track(proposal)
    yield gettext("Steps"), _steps(proposal.actions)
    yield gettext("The mail says"), _outline(proposal.actions)
    yield gettext("Beside it"), _notes(proposal.rationale)


def _track(proposal: Proposal) -> str:
    why = [blocked_reason(code) for code in proposal.blocked_reasons]
    cause = "; ".join(why) or CAUSES.get(proposal.cause, proposal.cause.replace("_", " "))
    return f"{TRACKS[proposal.track]}: {cause}"


def _steps(actions: Sequence[Action]) -> str:
    named = Counter(f"{title(action.kind)} {_amount(action)}".strip() for action in actions)
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in named.items())


def _amount(action: Action) -> str:
    return "" if action.kind is ActionKind.AWAIT_HUMAN else amount([action])


def _outline(actions: Sequence[Action]) -> str:
    said = [point for action in actions for point in action.body_outline]
    points = [gettext("“in a person’s words”") if is_text(point) else point for point in said]
    return "; ".join(dict.fromkeys(outline(points))) or gettext("nothing")


def _notes(rationale: Sequence[str]) -> str:
    shown = [code for code in rationale if code in WORTH_TELLING or code.startswith(DEFAULT)]
    return " ".join(note(code) for code in shown) or gettext("nothing")


DEFAULT = str(Why.LANGUAGE_DEFAULT)
WORTH_TELLING = frozenset({str(Why.REFUND_LIMITED)})
