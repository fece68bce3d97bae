"""What an alarm mail says about each item, in words. Nothing in it changes anything when opened."""

from datetime import datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.utils.timesince import timesince
from msgspec import Struct

from shopops.agents.cause_words import BLOCKED, CAUSES
from shopops.alarms.codes import bracketed, shown
from shopops.alarms.config import AlarmConfig
from shopops.alarms.identity import Obligation
from shopops.alarms.states import AlarmState
from shopops.money import format_minor

OBLIGATIONS: dict[str, str] = {
    Obligation.SHIPMENT: "Trouble with a parcel",
    Obligation.MONEY: "Trouble with a payment",
    Obligation.CONTACT: "The customer can't be written to",
    Obligation.CHARGEBACK: "Chargeback open",
    Obligation.DUPLICATE: "Looks like a duplicate order",
    Obligation.EXECUTION: "An approved step was not carried out",
    Obligation.REVIEW: "A proposal waits for a decision",
}
NAMED_IN_SUBJECT = 3


class Subject(Struct, frozen=True, kw_only=True):
    """What an item is about, as its row has it. Sources write some of it, so it may hold anything
    that a text can."""

    code: str
    obligation: str
    order_number: str
    cause: str
    amount_minor: int | None
    currency: str


class Entry(Struct, frozen=True, kw_only=True):
    """One item as a mail shows it."""

    order: str
    cause: str
    facts: str
    next: str
    code: str
    mailto: str


class Content(Struct, frozen=True, kw_only=True):
    """Everything that the templates of a mail are filled with. `lead`: why it was written."""

    name: str
    shop: str
    lead: str
    entries: list[Entry]
    quiet_for: str
    notes: list[str]
    page: str

    @property
    def subject(self) -> str:
        first = self.entries[0]
        if len(self.entries) == 1:
            return f"{first.order}: {first.cause}"
        orders = list(dict.fromkeys(entry.order for entry in self.entries))
        named = ", ".join(orders[:NAMED_IN_SUBJECT])
        more = len(orders) - NAMED_IN_SUBJECT
        return f"{len(self.entries)} items: {named}" + (f" and {more} more" if more > 0 else "")


def entry_of(
    subject: Subject, *, state: AlarmState, coming: str, reply_to: str, now: datetime
) -> Entry:
    """`state` before this mail; `coming`: what happens next, in words."""
    return Entry(
        order=f"Order {one_line(subject.order_number)}" if subject.order_number else "An alert",
        cause=cause_words(subject.cause, subject.obligation),
        facts=_facts(subject, state, now),
        next=coming,
        code=bracketed(subject.code),
        mailto=_mailto(subject, reply_to),
    )


def cause_words(cause: str, obligation: str) -> str:
    if cause in CAUSES:
        return CAUSES[cause]
    if cause in BLOCKED:
        return BLOCKED[cause]
    if not cause:
        return OBLIGATIONS.get(obligation, "Something needs a person")
    kind, _, name = one_line(cause.replace("_", " ")).partition(":")
    if kind == "missing":
        return f"{name.capitalize()} unknown, required for contact"
    return (f"{kind}: {name}" if name else kind).capitalize()


def lead_of_ring(shop: str, items: int) -> str:
    if items == 1:
        return f"One item of {shop} needs somebody to take care of it."
    return f"{items} items of {shop} need somebody to take care of them."


def next_ring(before: AlarmState, after: AlarmState, config: AlarmConfig) -> str:
    """`before` and `after` are the item's states without this ring and with it."""
    if after.send_at is None:
        return ""
    when = f"on {moment(after.send_at, config)}"
    if after.step != before.step:
        return f"Unless somebody acknowledges it, the next person is told {when}."
    return f"Unless somebody acknowledges it, this rings again {when}."


def moment(at: datetime, config: AlarmConfig) -> str:
    local = at.astimezone(ZoneInfo(config.timezone))
    return f"{local.day} {local:%b, %H:%M} ({config.timezone})"


def quiet_words(config: AlarmConfig) -> str:
    """How long an item is quiet once somebody has acknowledged it."""
    minutes = config.snooze_default_minutes
    hours, rest = divmod(minutes, 60)
    if rest or not hours:
        return _counted(minutes, "minute")
    return _counted(hours, "hour")


def _facts(subject: Subject, before: AlarmState, now: datetime) -> str:
    facts = [f"Open for {_span(before.opened_at or now, now)}."]
    if subject.amount_minor is not None:
        facts.insert(0, f"{format_minor(subject.amount_minor, subject.currency)}.")
    if before.rings:
        facts.append(f"People were told {_counted(before.rings, 'time')} before.")
    return " ".join(facts)


def _mailto(subject: Subject, reply_to: str) -> str:
    """A new mail to the signed address with the bare code as its only line."""
    title = quote(f"Order {one_line(subject.order_number)}".strip())
    return f"mailto:{quote(reply_to, safe='@+')}?subject={title}&body={shown(subject.code)}"


def _span(since: datetime, now: datetime) -> str:
    return timesince(since, now).replace("\xa0", " ")


def one_line(text: str) -> str:
    """On one line, and without what would steer a terminal or a mail program."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    kept = (character if character.isprintable() else " " for character in text)
    return " ".join("".join(kept).split())


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shops_page(site: str, slug: str) -> str:
    return f"{site}/t/{slug}/alarms/"
