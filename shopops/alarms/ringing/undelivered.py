"""A report that a mail could not be delivered: known at once, or hours after it was accepted."""

from django.db import connection
from django.db.models import F
from django.utils.translation import gettext_noop

from shopops.alarms.asked import Asked, Asker, Outcome, Skill
from shopops.alarms.models import MailState, RingItem, RingMail, RingState
from shopops.alarms.refusal_log import Attempt, in_scope, keep
from shopops.alarms.writing import write
from shopops.ledger import EventKind

REPORTED = gettext_noop("reported undelivered")  # a code of the mail system stands behind
RINGING = Asker(skill=Skill.RINGING)
LONGEST_REASON = 300
CLOSE = "SELECT public.alarm_ring_close(%s, %s, 'failed', %s)"


def undelivered(*, tenant_id: int, mail_id: int, reason: str) -> list[Outcome]:
    """The mail did not reach its person, so somebody else is rung, at once.

    Accepted before: each of its raises gets its `undelivered`, once. Not accepted yet, or in
    doubt: it never will be, and raises nothing. An outcome for each item; none for an unknown
    mail or one that is reported again.
    """
    attempt = Attempt(asker=RINGING, kind=EventKind.UNDELIVERED)
    return in_scope(tenant_id, attempt, lambda: _work(tenant_id, mail_id, reason))


def _work(tenant_id: int, mail_id: int, reason: str) -> list[Outcome]:
    mails = RingMail.objects.of(tenant_id).select_for_update(no_key=True)
    mail = mails.filter(pk=mail_id).exclude(state=MailState.NOBODY).first()
    if mail is None:
        return []
    if mail.closed_at is None or mail.doubtful:
        _give_up(tenant_id, mail_id, reason[:LONGEST_REASON])
    told = bytes(mail.membership.identity_key).hex()
    rings = RingItem.objects.of(tenant_id).filter(
        mail_id=mail_id, state=RingState.RAISED, episode=F("item__episode")
    )
    asked = [
        Asked(
            item_id=ring.item_id,
            kind=EventKind.UNDELIVERED,
            asker=RINGING,
            told=told,
            says={"raise": str(ring.event_id)},
        )
        for ring in rings
    ]
    outcomes = write(tenant_id, asked)
    rings.update(state=RingState.UNDELIVERED)
    keep(tenant_id, RINGING, outcomes)
    return outcomes


def _give_up(tenant_id: int, mail_id: int, said: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(CLOSE, [tenant_id, mail_id, said])
