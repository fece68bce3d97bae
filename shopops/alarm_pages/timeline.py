"""Everything that happened with one item: ledger rows, mails that raised nothing, replies that
acknowledged nothing, refusals."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from shopops.alarm_pages.words.mails import BAD, became, heard
from shopops.alarms.asked import OWN_SKILLS, Skill
from shopops.alarms.models import (
    AlarmItem,
    AlarmNote,
    AlarmRefusal,
    AlarmReply,
    ReplyOutcome,
    RingItem,
    RingState,
)
from shopops.alarms.refusals import RefusalCode
from shopops.alarms.said import sentence as refusal_sentence
from shopops.ledger import Entry, EventKind, entries_of_items
from shopops.review.detail.people import names_of
from shopops.review.models import Decision
from shopops.review.recording import event_id_of
from shopops.review.words.events import event_sentence
from shopops.review.words.people import people_in

SHOWN = 200  # of each source the newest
ON_LEDGER = (RingState.RAISED, RingState.UNDELIVERED)
KINDS = {
    EventKind.RAISED: "ring",
    EventKind.ACKNOWLEDGED: "ok",
    EventKind.RESOLVED: "ok",
    EventKind.WITHDRAWN: "ok",
    EventKind.UNDELIVERED: "bad",
}
ASKED = {
    EventKind.OBSERVED: gettext_noop("Refused: {who} wanted to observe"),
    EventKind.RAISED: gettext_noop("Refused: {who} wanted to ring"),
    EventKind.UNDELIVERED: gettext_noop("Refused: {who} wanted to report a mail as undelivered"),
    EventKind.ACKNOWLEDGED: gettext_noop("Refused: {who} wanted to acknowledge"),
    EventKind.HANDED_OFF: gettext_noop("Refused: {who} wanted to hand off"),
    EventKind.RESOLVED: gettext_noop("Refused: {who} wanted to resolve"),
    EventKind.UNACKNOWLEDGED: gettext_noop("Refused: {who} wanted to take the snooze back"),
    EventKind.WITHDRAWN: gettext_noop("Refused: {who} wanted to withdraw"),
}
ANSWERED = gettext_noop("Refused: {who} wanted to answer")


class Line(Struct, frozen=True, kw_only=True):
    """`seq` of a ledger row; the others are no ledger rows. `more`: what a server said, what a
    person wrote, why something was refused. `key`: the identity key of who confirmed. `held`: a
    mail that still lies with the held mail, which admins may see."""

    at: datetime
    kind: str
    said: str
    more: tuple[str, ...] = ()
    key: str = ""
    seq: int | None = None
    held: bool = False


def timeline(item: AlarmItem, *, sees_held: bool) -> list[Line]:
    """Oldest first. In a tenant scope. `sees_held`: whether the reader may know why a mail is held,
    as the page of held mail says it."""
    entries = entries_of_items(item.tenant_id, [bytes(item.item_key)])[bytes(item.item_key)]
    names = names_of(item.tenant_id, people_in(entries))
    lines = [
        *_ledger(item, entries[-SHOWN:], names),
        *_mails(item),
        *_replies(item, sees_held=sees_held),
        *_refusals(item),
    ]
    return sorted(lines, key=lambda line: (line.at, line.seq or 0))


def _ledger(item: AlarmItem, entries: list[Entry], names: Mapping[str, str]) -> Iterator[Line]:
    ids = [entry.event_id for entry in entries]
    notes = dict(
        AlarmNote.objects.of(item.tenant_id)
        .filter(event_id__in=ids)
        .values_list("event_id", "text")
    )
    rings = RingItem.objects.of(item.tenant_id).filter(event_id__in=ids).select_related("mail")
    mails = {
        ring.event_id: _("Mail to {address}, accepted").format(address=ring.mail.recipient)
        for ring in rings
    }
    reasons = _reasons(item, entries)
    for entry in entries:
        yield Line(
            at=entry.recorded_at,
            kind=KINDS.get(entry.kind, ""),
            said=event_sentence(entry, names),
            more=tuple(
                told
                for told in (
                    mails.get(entry.event_id),
                    notes.get(entry.event_id),
                    reasons.get(str(entry.body.get("decided_in"))),
                )
                if told
            ),
            key=bytes(entry.confirmer_key).hex() if entry.confirmer_key else "",
            seq=entry.seq,
        )


def _reasons(item: AlarmItem, entries: list[Entry]) -> dict[str, str]:
    """What was written with the decisions that ended it, by the decision's event."""
    if not any("decided_in" in entry.body for entry in entries):
        return {}
    found = Decision.objects.of(item.tenant_id).filter(proposal__order_id=item.order_id, final=True)
    return {
        str(event_id_of(one.handle)): ": ".join(filter(None, (one.preset, _note(one))))
        for one in found.select_related("handle", "note")
    }


def _note(decision: Decision) -> str:
    """Empty where nobody wrote one, or it was erased."""
    return decision.note.text if hasattr(decision, "note") else ""


def _mails(item: AlarmItem) -> Iterator[Line]:
    """Those that raised nothing: on their way, not taken, in doubt, answered meanwhile."""
    found = (
        RingItem.objects.of(item.tenant_id)
        .filter(item=item)
        .exclude(state__in=ON_LEDGER)
        .select_related("mail", "mail__membership")
        .order_by("-id")[:SHOWN]
    )
    for ring in found:
        mail = ring.mail
        yield Line(
            at=mail.closed_at or mail.created_at,
            kind="bad" if mail.state in BAD else "",
            said=_("Mail to {name}: {became}").format(
                name=mail.membership.display_name, became=became(ring)
            ),
            more=tuple(part for part in (mail.recipient, heard(mail.reply)) if part),
        )


def _replies(item: AlarmItem, *, sees_held: bool) -> Iterator[Line]:
    """Those that acknowledged nothing of it and that no ledger row or refusal of the item tells."""
    found = AlarmReply.objects.of(item.tenant_id).filter(item=item).select_related("membership")
    for reply in found.order_by("-id")[:SHOWN]:
        match reply.outcome:
            case ReplyOutcome.HELD:
                said = _("A reply that could not be verified was held")
                more = [_(reply.why)] if sees_held else []
                more += [_("It was deleted since")] if reply.gone_at else []
            case ReplyOutcome.DROPPED:
                said, more = _("A mail was dropped: it answers nothing"), [_(reply.why)]
            case _:
                name = reply.membership.display_name
                said, more = _("Refused: a reply of {name}").format(name=name), [reply.why]
        yield Line(
            at=reply.at,
            kind="" if reply.outcome == ReplyOutcome.DROPPED else "bad",
            said=said,
            more=tuple(more),
            held=reply.outcome == ReplyOutcome.HELD and reply.gone_at is None,
        )


def _refusals(item: AlarmItem) -> Iterator[Line]:
    found = AlarmRefusal.objects.of(item.tenant_id).filter(item=item).select_related("membership")
    for refusal in found.order_by("-id")[:SHOWN]:
        asked = _(ASKED[EventKind(refusal.kind)] if refusal.kind in list(ASKED) else ANSWERED)
        by_mail = _(" by mail") if refusal.skill == Skill.MAIL else ""
        yield Line(
            at=refusal.at,
            kind="bad",
            said=asked.format(who=_who(refusal)) + by_mail,
            more=(_why(refusal), _("Code: {code}").format(code=refusal.code)),
        )


def _who(refusal: AlarmRefusal) -> str:
    if refusal.membership is not None:
        return str(refusal.membership.display_name)
    if refusal.skill in OWN_SKILLS:
        return "ShopOps"
    return _("an API token ({skill})").format(skill=refusal.skill)


def _why(refusal: AlarmRefusal) -> str:
    """In the item's own words, or in those of the decision that was to settle it."""
    if "said" in refusal.facts or refusal.code not in list(RefusalCode):
        return str(refusal.facts.get("said", refusal.code))
    return refusal_sentence(RefusalCode(refusal.code), **refusal.facts)
