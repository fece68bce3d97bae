"""What may become of a mail that came in: ledger, state, mails sent, and what is kept of it."""

from shopops.acknowledgments.models import MailStatus
from shopops.alarms.models import RingNote
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from tests.support.inbound import Desk
from tests.support.ringing import assert_projection_agrees

ACKNOWLEDGED = EventKind.ACKNOWLEDGED


def assert_dropped(desk: Desk, reason: str) -> None:
    desk.assert_untouched()
    assert (desk.kept.status, desk.kept.reason) == (MailStatus.DROPPED, reason)


def assert_held(desk: Desk, reason: str) -> None:
    desk.assert_untouched()
    assert (desk.kept.status, desk.kept.reason) == (MailStatus.HELD, reason)


def assert_refused(desk: Desk, code: str, status: AlarmStatus = AlarmStatus.RINGING) -> None:
    """No row; one answer that lists what is open; the refusal is in the log."""
    assert desk.new_rows() == [[] for _ in desk.items]
    assert desk.state().status is status
    assert_projection_agrees(desk.item)
    assert desk.kept.status == MailStatus.REFUSED
    assert desk.refusals() == [code]
    assert desk.answer["Auto-Submitted"] == "auto-replied"
    assert desk.answer["Subject"] == "Nothing was acknowledged"
    assert RingNote.objects.filter(membership=desk.kept.membership).count() == 1


def assert_acknowledged(desk: Desk, *at: int) -> None:
    """A row for each of these items and none for the others; one answer, which says how many."""
    written = [[ACKNOWLEDGED] if place in at else [] for place in range(len(desk.items))]
    assert desk.new_rows() == written
    for place in at:
        assert desk.state(place).status is AlarmStatus.SNOOZED
        assert desk.state(place).confirmers == (bytes(desk.maya.identity_key).hex(),)
        assert_projection_agrees(desk.items[place])
    assert desk.kept.status == MailStatus.ACKNOWLEDGED
    (answer,) = desk.answers
    assert (answer.recipient, answer.mail["Auto-Submitted"]) == (
        "maya@oncall.example",
        "auto-replied",
    )
