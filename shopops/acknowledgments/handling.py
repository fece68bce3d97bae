"""A mail that was kept goes its whole way. Whatever stops it on the way, it can go again."""

import logging
from datetime import timedelta

from django.conf import settings
from django.db.models import F
from msgspec import Struct

from shopops.acknowledgments.answering import AlreadyHandled, Case, answer_person
from shopops.acknowledgments.arrival import Arrival, judge_arrival, signed_key
from shopops.acknowledgments.customers import MACHINES, customer_answered
from shopops.acknowledgments.dkim_check import LookUpTxt, check_dkim
from shopops.acknowledgments.doctor.answer import answer_test
from shopops.acknowledgments.doctor.watch import Observed, answered_test, judged
from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.models import InboundMail, InboundRules, MailStatus
from shopops.acknowledgments.named import items_addressed, items_named
from shopops.acknowledgments.outcomes import FAILED, SENTENCES, Outcome, Reason
from shopops.acknowledgments.reading.message import Read, read_message
from shopops.acknowledgments.reports import mark_undelivered
from shopops.acknowledgments.sender import Trust
from shopops.acknowledgments.shop_roster import ShopRoster, roster_of
from shopops.alarms.clock import database_now
from shopops.alarms.models import ReplyOutcome
from shopops.alarms.refusals import Refused
from shopops.alarms.replies import note_reply
from shopops.mailing.outgoing import sender_address
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, Unreadable, unseal

logger = logging.getLogger(__name__)
MOST_TRIES = 5
LEFT_ALONE = timedelta(minutes=1)  # whoever took it in has its first try


class _Loaded(Struct, frozen=True, kw_only=True):
    mail: InboundMail
    raw: bytes
    shop: ShopRoster
    rules: InboundRules


def try_to_handle(mail: InboundMail, *, look_up: LookUpTxt, raw: bytes | None = None) -> None:
    """Whatever goes wrong is logged, and tried again later: the mail is kept. `raw` is what was
    kept, where it is at hand.

    An item that was settled in the very moment of its acknowledgment undoes the mail's whole
    answer; the next try sees it settled and says so.
    """
    try:
        _handle_again(mail, look_up, raw)
    except AlreadyHandled:
        logger.info("mail %s was handled by somebody else meanwhile", mail.pk)
    except Exception:
        logger.exception("mail %s could not be handled", mail.pk)


def handle_waiting(*, look_up: LookUpTxt) -> int:
    """What a crash or an error left behind, oldest first."""
    before = database_now() - LEFT_ALONE
    waiting = InboundMail.objects.filter(status=MailStatus.RECEIVED, received_at__lt=before)
    waiting = waiting.defer("sealed")
    mails = list(waiting.order_by("received_at")[:100])
    for mail in mails:
        try_to_handle(mail, look_up=look_up)
    return len(mails)


def _handle_again(mail: InboundMail, look_up: LookUpTxt, raw: bytes | None) -> None:
    try:
        handle(mail, look_up=look_up, raw=raw)
    except Refused as too_late:
        logger.info("mail %s came too late for an item: %s", mail.pk, too_late.code)
        handle(mail, look_up=look_up, raw=raw)


def handle(mail: InboundMail, *, look_up: LookUpTxt, raw: bytes | None = None) -> None:
    loaded = _load(mail, raw)
    if loaded is None:
        return
    read = read_message(loaded.raw)
    trust = _trust(loaded, look_up)
    arrival = judge_arrival(
        read,
        roster=loaded.shop.roster,
        trust=trust,
        own_addresses=own_addresses(),
        envelope_sender="" if mail.null_return_path else None,
    )
    test, found = answered_test(loaded.mail.tenant_id, read), None
    if test is not None:
        found = judged(test, Observed(read=read, arrival=arrival, trust=trust, shop=loaded.shop))
    if arrival.person is not None and _was_answered(loaded.mail, read):
        arrival = Arrival(outcome=Outcome.DROP, reason=Reason.REPEATED)
    if _is_customers(loaded, read, arrival):
        arrival = Arrival(outcome=Outcome.DROP, reason=Reason.CUSTOMER_REPLY)
    if arrival.person is None:
        _end(loaded, read, arrival)
        return
    member = loaded.shop.members[arrival.person.key]
    case = Case(mail=mail, read=read, arrival=arrival, shop=loaded.shop, member=member)
    if test is None:
        answer_person(case)
    else:
        answer_test(case, found or [])


def _is_customers(loaded: _Loaded, read: Read, arrival: Arrival) -> bool:
    if arrival.reason in MACHINES:
        return False
    return customer_answered(loaded.mail.tenant_id, read)


def _was_answered(mail: InboundMail, read: Read) -> bool:
    """Whoever holds a signed mail could send copies of it, each as the person's own answer."""
    key = signed_key(read, mail.sender)
    with tenant_scope(mail.tenant_id):
        answered = InboundMail.objects.of(mail.tenant_id).filter(signed_hash=key)
        return key is not None and answered.exists()


def own_addresses() -> set[str]:
    """Ours, to which we never answer."""
    ours = (sender_address(), settings.SHOPOPS_REPLY_ADDRESS)
    return {known for address in ours if (known := comparable(address))}


def _load(mail: InboundMail, raw: bytes | None) -> _Loaded | None:
    """None: it is handled already, or never will be. Counts the try."""
    with tenant_scope(mail.tenant_id):
        waiting = InboundMail.objects.of(mail.tenant_id).filter(
            pk=mail.pk, status=MailStatus.RECEIVED
        )
        if not waiting.update(tries=F("tries") + 1):
            return None
        kept = waiting.defer("sealed").get()
        try:
            if raw is None:
                raw = unseal(bytes(kept.sealed or b""), purpose=Purpose.INBOUND_MAIL)
        except Unreadable as problem:
            _fail(kept, str(problem))
            return None
        if kept.tries > MOST_TRIES:
            _fail(kept, "too many tries", raw)
            return None
        rules = InboundRules.objects.filter(pk=mail.tenant_id).first()
        return _Loaded(
            mail=kept, raw=raw, shop=roster_of(mail.tenant_id), rules=rules or InboundRules()
        )


def _fail(mail: InboundMail, why: str, raw: bytes | None = None) -> None:
    """It is held. Whatever it was that failed, its text is not read again."""
    logger.error("mail %s is given up: %s", mail.pk, why)
    note_reply(
        tenant_id=mail.tenant_id,
        mail_id=mail.pk,
        item_ids=items_addressed(mail.tenant_id, read_message(raw).recipients) if raw else (),
        outcome=ReplyOutcome.HELD,
        why=FAILED,
    )
    mail.status, mail.handled_at, mail.replay_hash = MailStatus.FAILED, database_now(), None
    mail.save(update_fields=["status", "handled_at", "replay_hash"])


def _trust(loaded: _Loaded, look_up: LookUpTxt) -> Trust:
    def check(domain: str) -> Reason | None:
        return check_dkim(loaded.raw, domain=domain, look_up=look_up)

    return Trust(
        authserv_id=loaded.rules.authserv_id or settings.SHOPOPS_AUTHSERV_ID or None,
        check_signature=check,
        takes_unproven=loaded.rules.takes_unproven,
    )


def _end(loaded: _Loaded, read: Read, arrival: Arrival) -> None:
    """Without a person there is no answer, and the mail takes nobody's place."""
    mail = loaded.mail
    if read.report is not None and arrival.reason is Reason.DELIVERY_REPORT:
        mark_undelivered(mail.tenant_id, read.recipients, read.report)
    held = arrival.outcome is Outcome.QUARANTINE
    with tenant_scope(mail.tenant_id):
        waiting = InboundMail.objects.of(mail.tenant_id).filter(
            pk=mail.pk, status=MailStatus.RECEIVED
        )
        ended = waiting.update(
            status=MailStatus.HELD if held else MailStatus.DROPPED,
            reason=str(arrival.reason or ""),
            replay_hash=None,
            handled_at=database_now(),
        )
        if ended and arrival.reason is not None:
            _tell_items(loaded, read, arrival.reason)


def _tell_items(loaded: _Loaded, read: Read, reason: Reason) -> None:
    """A report is no reply: what it reports stands there as such. Nor is a customer's answer."""
    if reason in (Reason.DELIVERY_REPORT, Reason.CUSTOMER_REPLY):
        return
    held = reason.outcome is Outcome.QUARANTINE
    note_reply(
        tenant_id=loaded.mail.tenant_id,
        mail_id=loaded.mail.pk,
        item_ids=items_named(loaded.mail.tenant_id, read, loaded.shop.names),
        outcome=ReplyOutcome.HELD if held else ReplyOutcome.DROPPED,
        why=SENTENCES[reason],
    )
