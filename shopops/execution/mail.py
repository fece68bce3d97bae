"""The mail that goes to a customer: composed when it goes, of what is known then, kept as bytes.

What goes is what was approved. If it would say something else by now, or what it rests on is no
longer so, it does not go, and a person looks at it.
"""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from shopops.agents.facts import Pack
from shopops.agents.ports import UnknownOrder
from shopops.agents.records import Channel
from shopops.agents.resolution.reading import field, is_true
from shopops.alarms.clock import database_now
from shopops.connectors.ports import ORDER_GONE, MailAsk, Request
from shopops.connectors.suppression import is_suppressed
from shopops.execution.cannot import CannotAsk
from shopops.execution.codes import EffectCode
from shopops.execution.evidence import pack_now
from shopops.execution.mail_bytes import ask_for, went_to
from shopops.execution.mail_writer import RECIPIENT, ask_again
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.own_doings import own_doings
from shopops.outbox.states import Ended, Purpose, State
from shopops.outreach.composing import Told, letter_of
from shopops.outreach.letter import Letter, Links
from shopops.outreach.links import CHOOSE, CHOOSE_WITHIN, LEAVE, Whose, link_to
from shopops.outreach.settled import Choice
from shopops.proposals.models import Proposal
from shopops.proposals.read import pack_of, proposal_from
from shopops.review.detail.reading import records_of
from shopops.review.detail.telling import told_of
from shopops.tenants import thresholds
from shopops.tenants.sealing import Purpose as Sealing
from shopops.tenants.sealing import unseal

MAY_HAVE_ARRIVED = (Ended.UNKNOWN, Ended.LOST, Ended.DONE)


def mail_ask(effect: Effect, key: str) -> MailAsk:
    """In a scope. Raises `CannotAsk`. What may have arrived goes again as the same bytes."""
    kept = _kept(effect, key)
    if effect.state == State.UNKNOWN and kept is not None:
        return kept  # nothing goes out: what came of it is asked
    proposal, action = effect.proposal, effect.action
    if proposal is None or action is None:
        raise CannotAsk(EffectCode.NO_ACTION)
    seen = pack_of(proposal)
    now = _pack_now(effect, proposal, seen)
    _refuse_closed(now)
    ask = kept or _composed(effect, key, _Known(proposal, action.index, seen, now))
    if is_suppressed(effect.tenant_id, ask.recipient):
        raise CannotAsk(EffectCode.SUPPRESSED)
    return ask


class _Known(NamedTuple):
    """`place`: the mail's, among the actions. `seen`: what was decided on; `now`: what is known."""

    proposal: Proposal
    place: int
    seen: Pack
    now: Pack


def _kept(effect: Effect, key: str) -> MailAsk | None:
    sent = _sent(effect, may_have_arrived=True)
    if sent is None:
        return None
    return ask_again(sent, key=key, order_id=effect.order_id, order_number=effect.order_number)


def _sent(effect: Effect, *, may_have_arrived: bool = False) -> Request | None:
    """What the newest try handed over, while that is kept. `may_have_arrived`: of those that did;
    a later try that certainly did not takes nothing back."""
    kept = Attempt.objects.of(effect.tenant_id).filter(effect=effect, request__isnull=False)
    sends = kept.filter(purpose=Purpose.SEND)
    if may_have_arrived:
        sends = sends.filter(outcome__in=MAY_HAVE_ARRIVED)
    last = sends.order_by("-number").first()
    if last is None or last.request is None:
        return None
    opened = unseal(bytes(last.request), purpose=Sealing.EXCHANGE)
    return msgspec.json.decode(opened, type=Request)


def _composed(effect: Effect, key: str, known: _Known) -> MailAsk:
    told = _told(known.proposal, known.seen)
    choice = Choice(offered=told.proposal.actions, indexes=_carried_out(effect, known.proposal))
    draft = letter_of(told, known.place, choice)
    told = replace(told, links=links_of(effect, draft))
    approved = letter_of(told, known.place, choice)
    letter = letter_of(replace(told, pack=known.now), known.place, choice)
    cited = told.proposal.actions[known.place].evidence_ids
    if letter != approved or not _still_so(cited, known.seen, known.now):
        raise CannotAsk(EffectCode.EVIDENCE_CHANGED)
    leave = told.links.leave if letter.advertises else ""
    return ask_for(effect, key, letter, to=_address(letter), shop=told.shop, leave=leave)


def recipient_of(effect: Effect) -> str | None:
    """Whom it was sent to, in a scope; None when that is not kept any more, and who the order is
    for by now is somebody else."""
    sent = _sent(effect)
    if sent is not None:
        return sent.headers[RECIPIENT]
    if effect.proposal is None:
        return None
    order, _ = records_of(effect.tenant_id, pack_of(effect.proposal))
    address = order.customer.email if order and order.customer else None
    return address if address and went_to(effect, address) else None


def links_of(effect: Effect, letter: Letter) -> Links:
    whose = Whose(
        tenant_id=effect.tenant_id,
        effect_id=effect.pk,
        language=letter.language,
        choices=letter.choices,
        until=database_now() + CHOOSE_WITHIN,
    )
    return Links(choose=link_to(CHOOSE, whose), leave=link_to(LEAVE, whose))


def _pack_now(effect: Effect, proposal: Proposal, seen: Pack) -> Pack:
    """As if what this very decision has done had not happened yet: the mail tells of it."""
    try:
        return pack_now(
            effect.tenant_id,
            order_id=effect.order_id,
            slug=seen.tenant,
            numbers=thresholds.at(effect.tenant_id, seen.thresholds_version),
            now=database_now(),
            without=own_doings(proposal, effect.round),
        )
    except UnknownOrder as problem:
        raise CannotAsk(ORDER_GONE) from problem


def _told(proposal: Proposal, pack: Pack) -> Told:
    proposed = proposal_from(proposal, proposal.actions.all(), pack)
    return told_of(proposal.tenant, proposal, pack, proposed)


def _carried_out(effect: Effect, proposal: Proposal) -> set[int]:
    """What was decided together with the mail, which goes after all of it."""
    effects = Effect.objects.of(effect.tenant_id).filter(proposal=proposal, round=effect.round)
    chosen = effects.exclude(state=State.LET_GO).values_list("action__index", flat=True)
    return {index for index in chosen if index is not None}


def _refuse_closed(pack: Pack) -> None:
    if is_true(pack, "opted_out"):
        raise CannotAsk(EffectCode.OPTED_OUT)
    if field(pack, "preferred_channel").value != Channel.EMAIL:
        raise CannotAsk(EffectCode.CHANNEL_CHANGED)


def _still_so(cited: list[str], seen: Pack, now: Pack) -> bool:
    return all(
        one in now.evidence and now.evidence[one].value_sha256 == seen.evidence[one].value_sha256
        for one in cited
        if one in seen.evidence
    )


def _address(letter: Letter) -> str:
    if any(point.startswith("text:") for point in letter.unsaid):
        raise CannotAsk(EffectCode.WORDS_ERASED)
    if not letter.to:
        raise CannotAsk(EffectCode.NO_ADDRESS)
    return letter.to
