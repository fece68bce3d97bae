"""A proven person's mail: what it acknowledges, what it does not, and the answer to it.

All of it is one transaction, so a mail that is tried again does nothing twice.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta

from django.utils import translation
from msgspec import Struct

from shopops.acknowledgments import answer as answers
from shopops.acknowledgments.arrival import Arrival, signed_key
from shopops.acknowledgments.decision import decide
from shopops.acknowledgments.models import InboundMail, MailStatus
from shopops.acknowledgments.named import items_named
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.reply import compose_reply
from shopops.acknowledgments.result import Refusal, Result
from shopops.acknowledgments.shop_roster import ShopRoster, roster_of
from shopops.acknowledgments.stored import StoredItems, shop_tag
from shopops.alarms.answers import Answer, acknowledge_many
from shopops.alarms.asked import Asker, Outcome, Skill, VerifiedBy, Written
from shopops.alarms.clock import database_now
from shopops.alarms.models import ReplyOutcome
from shopops.alarms.refusal_log import Attempt, keep_one
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.replies import note_reply
from shopops.alarms.ringing.notes import note_for_next_ring
from shopops.alarms.said import said
from shopops.ledger import ActorType, EventKind
from shopops.mailing.refusals import NotMailable
from shopops.tenants.languages import language_of
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, seal

logger = logging.getLogger(__name__)
FIRST_TRY = timedelta(minutes=1)  # for whoever took the mail in to send the answer
MOST_NOTES = 3


class AlreadyHandled(Exception):
    """Somebody else handled this mail meanwhile; nothing was written."""


class Case(Struct, frozen=True, kw_only=True):
    """A mail and its proven sender."""

    mail: InboundMail
    read: Read
    arrival: Arrival
    shop: ShopRoster
    member: Membership


def answer_person(case: Case) -> None:
    """Raises `AlreadyHandled`; `Refused` when an item was settled in that very moment, or when the
    person left the roster while it was found out who they are."""
    tenant_id = case.mail.tenant_id
    stored = StoredItems(tenant_id, case.member.pk)
    with tenant_scope(tenant_id):
        if roster_of(tenant_id).roster.find(case.mail.sender) != case.arrival.person:
            raise Refused(RefusalCode.CONFIRMER_UNKNOWN)
        found = decide(case.read, case.arrival, names=case.shop.names, stored=stored).answer
        assert found is not None  # noqa: S101  every proven person has one
        stored.look_up([code.code for code in found.refused])
    accepted = [stored.found[code] for code in dict.fromkeys(found.accepted)]

    def record(outcomes: Sequence[Outcome]) -> None:
        _record(case, _result(found, stored, outcomes))

    if not accepted:
        with tenant_scope(tenant_id):
            record([])
        return
    acknowledge_many(
        confirmer=case.member,
        answers=[
            Answer(item_id=item.pk, raise_id=stored.raises.get(item.pk), episode=item.episode)
            for item in accepted
        ],
        verified_by=VerifiedBy.MAIL,
        skill=Skill.MAIL,
        proof=str(case.arrival.proof),
        then=record,
    )


def _result(found: answers.Answer, stored: StoredItems, outcomes: Sequence[Outcome]) -> Result:
    items = {item.pk: item for item in stored.found.values()}
    refused = [
        Refusal(refusal=Refused(code.reason), typed=code.code, item=stored.found.get(code.code))
        for code in found.refused
    ]
    acknowledged = []
    for outcome in outcomes:
        item = items[outcome.item_id]
        if isinstance(outcome, Written):
            acknowledged.append((item, outcome.state.until))
        else:
            refused.append(
                Refusal(refusal=outcome.refusal, typed=item.code, item=item, is_logged=True)
            )
    if found.reason is not None and not refused:
        refused.append(Refusal(refusal=Refused(found.reason)))
    return Result(acknowledged=acknowledged, refused=refused, asked_for_all=found.asked_for_all)


def _record(case: Case, result: Result) -> None:
    """In the transaction of the acknowledgments."""
    tenant_id = case.mail.tenant_id
    _log(case, result)
    _tell_items(case, result)
    message, now = _message(case, result), database_now()
    handled = InboundMail.objects.of(tenant_id).filter(pk=case.mail.pk, status=MailStatus.RECEIVED)
    status = MailStatus.ACKNOWLEDGED if result.acknowledged else MailStatus.REFUSED
    if not handled.update(
        status=status,
        reason=str(result.main_reason or ""),
        signed_hash=signed_key(case.read, case.mail.sender),
        membership=case.member,
        proof=str(case.arrival.proof or ""),
        said=result.said(),
        handled_at=now,
        reply=seal(message, purpose=Purpose.INBOUND_MAIL) if message else None,
        reply_to=recipient_of(case),
        reply_ready_at=now + FIRST_TRY if message else None,
    ):
        raise AlreadyHandled


def _message(case: Case, result: Result) -> bytes | None:
    """None: no mail can be written to this person, which undoes no acknowledgment."""
    try:
        return compose_reply(
            mail=case.mail,
            read=case.read,
            member=case.member,
            recipient=recipient_of(case),
            answers_own_mail=_own_tag(case),
            result=result,
        )
    except NotMailable:
        logger.exception("mail %s can't be answered", case.mail.pk)
        return None


def _log(case: Case, result: Result) -> None:
    """Refusals are kept, and told once more with the next ring."""
    asker = Asker(skill=Skill.MAIL, actor=ActorType.HUMAN, member=case.member)
    for refusal in result.refused:
        if not refusal.is_logged:
            attempt = Attempt(
                asker=asker,
                kind=EventKind.ACKNOWLEDGED,
                item_id=refusal.item.pk if refusal.item else None,
            )
            keep_one(case.mail.tenant_id, refusal.refusal, attempt)
    with translation.override(language_of(case.member)):
        sentences = dict.fromkeys(said(refusal.refusal) for refusal in result.refused)
    for sentence in list(sentences)[:MOST_NOTES]:
        note_for_next_ring(
            tenant_id=case.mail.tenant_id, membership_id=case.member.pk, text=sentence
        )


def _tell_items(case: Case, result: Result) -> None:
    """What was refused without naming an item is told to all that the mail is about."""
    unnamed = [refusal for refusal in result.refused if refusal.item is None]
    if not unnamed:
        return
    told = {refusal.item.pk for refusal in result.refused if refusal.item}
    told |= {item.pk for item, _ in result.acknowledged}
    note_reply(
        tenant_id=case.mail.tenant_id,
        mail_id=case.mail.pk,
        item_ids=items_named(case.mail.tenant_id, case.read, case.shop.names) - told,
        outcome=ReplyOutcome.REFUSED,
        why=str(unnamed[0].refusal),
        sender=case.member,
    )


def recipient_of(case: Case) -> str:
    assert case.arrival.person is not None  # noqa: S101
    return case.shop.address_of(case.arrival.person, case.mail.sender)


def _own_tag(case: Case) -> int | None:
    """The ring that the person answers, when it was theirs."""
    tag = shop_tag(case.mail.tenant_id, case.read.recipients)
    return tag.mail_id if tag and tag.membership_id == case.member.pk else None
