"""What became of a mail about an item, going out or coming in, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.alarms.models import MailState, RingItem, RingState
from shopops.alarms.ringing.proof import PROVED
from shopops.alarms.ringing.undelivered import REPORTED

TAKEN = frozenset({MailState.ACCEPTED, MailState.SENT_SUPERSEDED})
BAD = frozenset({MailState.FAILED, MailState.UNKNOWN})
STATES: Mapping[MailState, str] = {
    MailState.QUEUED: gettext_noop("waiting to be sent"),
    MailState.SENDING: gettext_noop("being sent"),
    MailState.FAILED: gettext_noop("not taken by the mail server"),
    MailState.UNKNOWN: gettext_noop("connection lost while sending; it may have arrived"),
    MailState.ACCEPTED: gettext_noop("sent"),
    MailState.SENT_SUPERSEDED: gettext_noop("sent, but answered or settled meanwhile"),
    MailState.DROPPED: gettext_noop("not sent: answered or settled before"),
    MailState.NOBODY: gettext_noop("nobody reachable could be told"),
}


def became(ring: RingItem) -> str:
    """Of one item in a mail: others of the same mail may have been told."""
    mail = ring.mail
    state = MailState(mail.state)
    if ring.state == RingState.SUPERSEDED and state in TAKEN:
        state = MailState.SENT_SUPERSEDED
    said = _(STATES[state])
    if mail.tries > 1:
        said = _("{what} after {tries} tries").format(what=said, tries=mail.tries)
    return f"{said}{_then(ring, state)}"


def _then(ring: RingItem, state: MailState) -> str:
    if ring.state == RingState.GIVEN_UP:
        return _(", given up: somebody else is told")
    if state in BAD and ring.mail.closed_at is None:
        return _(", tried again soon")
    return ""


def heard(reply: str) -> str:
    """What stands beside a mail: a mail server's words as they came, ours in the reader's."""
    for ours in (REPORTED, PROVED):
        if reply.startswith(ours):
            return f"{_(ours)}{reply.removeprefix(ours)}"
    return reply
