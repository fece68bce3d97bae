"""The message to the customer, as an action: a draft, or a person where we have no channel."""

from collections.abc import Iterable

from shopops.agents.facts import FactKind, Pack
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.records import Channel
from shopops.agents.resolution.approval import above_cap
from shopops.agents.resolution.codes import Outline, Why
from shopops.agents.resolution.reading import cite, field, is_known, language
from shopops.agents.thresholds import Thresholds

_CITED = ("order_total", "order_currency", "preferred_channel", "email_on_file", "opted_out")


def message(
    pack: Pack,
    thresholds: Thresholds,
    *,
    cause: str,
    outline: Iterable[str],
    evidence_ids: Iterable[str],
    at_stake: tuple[int, str] | None = None,
    always_approve: bool = False,
) -> Action:
    """`at_stake` is the money that the message talks about, in minor units of its currency.

    Only e-mail can be drafted. For a customer who prefers another channel a person gets the same
    outline and does the contacting.
    """
    channel = str(field(pack, "preferred_channel").value)
    by_mail = channel == Channel.EMAIL
    known = (*_CITED, "language") if is_known(pack, "language") else _CITED
    action = Action(
        kind=ActionKind.DRAFT_EMAIL if by_mail else ActionKind.AWAIT_HUMAN,
        cause=cause,
        channel=channel,
        amount_minor=at_stake[0] if at_stake else None,
        currency=at_stake[1] if at_stake else None,
        body_outline=[*(str(point) for point in outline), str(Outline.ORDER_NUMBER)],
        evidence_ids=cite(pack, thresholds, known, evidence_ids),
        requires_approval=True,
    )
    action.requires_approval = not by_mail or always_approve or above_cap(action, thresholds)
    return action


def how_we_speak(pack: Pack, thresholds: Thresholds) -> list[str]:
    """Rationale of any message: its language if assumed, its channel if inferred or not ours."""
    channel = field(pack, "preferred_channel")
    said: list[str] = []
    if language(pack) is None:
        said.append(f"{Why.LANGUAGE_DEFAULT}{thresholds.default_language}")
    if channel.kind is FactKind.INFERENCE:
        said.append(Why.CHANNEL_INFERRED)
    if channel.value != Channel.EMAIL:
        said.append(Why.CHANNEL_NEEDS_PERSON)
    return said
