"""What became of a mail about an item, going out or coming in, in words."""

from shopops.alarms.models import MailState, RingItem, RingState

TAKEN = frozenset({MailState.ACCEPTED, MailState.SENT_SUPERSEDED})
BAD = frozenset({MailState.FAILED, MailState.UNKNOWN})


def became(ring: RingItem) -> str:
    """Of one item in a mail: others of the same mail may have been told."""
    mail = ring.mail
    state = MailState(mail.state)
    if ring.state == RingState.SUPERSEDED and state in TAKEN:
        state = MailState.SENT_SUPERSEDED
    said = f"{state.label[0].lower()}{state.label[1:]}"
    tries = "" if mail.tries < 2 else f" after {mail.tries} tries"
    return f"{said}{tries}{_then(ring, state)}"


def _then(ring: RingItem, state: MailState) -> str:
    if ring.state == RingState.GIVEN_UP:
        return ", given up: somebody else is told"
    if state in BAD and ring.mail.closed_at is None:
        return ", tried again soon"
    return ""
