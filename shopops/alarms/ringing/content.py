"""What an alarm mail says about each item, in the words of the language that is active. Nothing in
it changes anything when opened."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from urllib.parse import quote

from django.utils.translation import gettext_noop, ngettext
from msgspec import Struct

from shopops.agents.cause_words import BLOCKED, CAUSES
from shopops.alarms.codes import bracketed, shown
from shopops.alarms.config import AlarmConfig
from shopops.alarms.identity import Obligation
from shopops.alarms.ringing.steps import Step
from shopops.alarms.ringing.words import gettext as _
from shopops.alarms.ringing.words import moment, span
from shopops.alarms.states import AlarmState
from shopops.tenants.amounts import amount_in

OBLIGATIONS: dict[str, str] = {
    Obligation.SHIPMENT: gettext_noop("Trouble with a parcel"),
    Obligation.MONEY: gettext_noop("Trouble with a payment"),
    Obligation.CONTACT: gettext_noop("The customer can't be written to"),
    Obligation.CHARGEBACK: gettext_noop("Chargeback open"),
    Obligation.DUPLICATE: gettext_noop("Looks like a duplicate order"),
    Obligation.EXECUTION: gettext_noop("An approved step was not carried out"),
    Obligation.REVIEW: gettext_noop("A proposal waits for a decision"),
}
# What a shop may require to be known of a customer; any other fact is named as it is.
REQUIRED = (gettext_noop("Preferred channel"), gettext_noop("Language"))
SOMETHING = gettext_noop("Something needs a person")
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
    waits_since: datetime | None = None  # the order's proposal, for a decision


class Entry(Struct, frozen=True, kw_only=True):
    """One item as a mail shows it. `page`: where the step behind it stands."""

    order: str
    cause: str
    facts: str
    next: str
    code: str
    mailto: str
    page: str = ""


class Content(Struct, frozen=True, kw_only=True):
    """Everything that the templates of a mail are filled with. `lead`: why it was written."""

    name: str
    shop: str
    lead: str
    entries: list[Entry]
    quiet_for: str
    until: str
    notes: list[str]
    page: str

    @property
    def subject(self) -> str:
        """What is named and what is not adds up: an order of several items has their number."""
        first = self.entries[0]
        if len(self.entries) == 1:
            return f"{first.order}: {first.cause}"
        orders = Counter(entry.order for entry in self.entries)
        first_ones = list(orders.items())[:NAMED_IN_SUBJECT]
        named = ", ".join(f"{one} ({times})" if times > 1 else one for one, times in first_ones)
        items = len(self.entries)
        more = items - sum(times for _, times in first_ones)
        if more > 0:
            said = _("{items} items: {orders} and {more} more")
            return said.format(items=items, orders=named, more=more)
        return _("{items} items: {orders}").format(items=items, orders=named)


def entry_of(
    subject: Subject,
    *,
    state: AlarmState,
    coming: str,
    reply_to: str,
    now: datetime,
    step: Step | None = None,
    site: str = "",
) -> Entry:
    """`state` before this mail; `coming`: what happens next, in words. `step`: the one behind it,
    whose page is on `site`."""
    return Entry(
        order=order_words(subject.order_number),
        cause=one_line(step.said) if step else cause_words(subject.cause, subject.obligation),
        facts=_facts(subject, state, now, step),
        next=coming,
        code=bracketed(subject.code),
        mailto=_mailto(subject, reply_to),
        page=f"{site}{step.page}" if step else "",
    )


def order_words(order_number: str) -> str:
    if not order_number:
        return _("An alert")
    return _("Order {number}").format(number=one_line(order_number))


def cause_words(cause: str, obligation: str) -> str:
    if cause in CAUSES:
        return _(CAUSES[cause])
    if cause in BLOCKED:
        return _(BLOCKED[cause])
    if not cause:
        return _(OBLIGATIONS.get(obligation, SOMETHING))
    kind, colon, name = one_line(cause.replace("_", " ")).partition(":")
    if kind == "missing":
        return _("{fact} unknown, required for contact").format(fact=_(name.capitalize()))
    return (f"{kind}{colon} {name}" if name else kind).capitalize()


def lead_of_ring(shop: str, items: int) -> str:
    if items == 1:
        return _("One item of {shop} needs somebody to take care of it.").format(shop=shop)
    said = _("{items} items of {shop} need somebody to take care of them.")
    return said.format(items=items, shop=shop)


def next_ring(before: AlarmState, after: AlarmState, config: AlarmConfig) -> str:
    """`before` and `after` are the item's states without this ring and with it."""
    if after.send_at is None:
        return ""
    said = _("Unless somebody acknowledges it, this rings again on {when}.")
    if after.step != before.step:
        said = _("Unless somebody acknowledges it, the next person is told on {when}.")
    return said.format(when=moment(after.send_at, config))


def quiet_words(config: AlarmConfig) -> str:
    """How long an item is quiet once somebody has acknowledged it."""
    minutes = config.snooze_default_minutes
    hours, rest = divmod(minutes, 60)
    if rest or not hours:
        return ngettext("{number} minute", "{number} minutes", minutes).format(number=minutes)
    return ngettext("{number} hour", "{number} hours", hours).format(number=hours)


def until_words(obligations: Iterable[str]) -> str:
    """What ends the ringing."""
    steps = {one == Obligation.EXECUTION for one in obligations}
    if steps == {True}:
        return _("until somebody tries the step again, marks it as done or gives it up")
    if steps == {False}:
        return _("until the order is decided")
    return _("until the order is decided, or the step tried again, marked as done or given up")


def _facts(subject: Subject, before: AlarmState, now: datetime, step: Step | None) -> str:
    facts = [_open_for(subject, before, now)]
    if step:
        facts.insert(0, step.why)
    elif subject.amount_minor is not None:
        facts.insert(0, f"{amount_in(subject.amount_minor, subject.currency)}.")
    if before.rings:
        told = ngettext(
            "People were told {number} time before.",
            "People were told {number} times before.",
            before.rings,
        )
        facts.append(told.format(number=before.rings))
    return " ".join(filter(None, facts))


def _open_for(subject: Subject, before: AlarmState, now: datetime) -> str:
    """An order that a decision was taken back on waits for longer than its new episode is old."""
    opened_at, waits_since = before.opened_at or now, subject.waits_since
    if before.episode <= 1:
        return _("Open for {span}.").format(span=span(opened_at, now))
    if waits_since is None or waits_since >= opened_at:
        return _("Open again for {span}.").format(span=span(opened_at, now))
    said = _("Open again for {span}; the order has waited for {total} in all.")
    return said.format(span=span(opened_at, now), total=span(waits_since, now))


def _mailto(subject: Subject, reply_to: str) -> str:
    """A new mail to the signed address with the bare code as its only line."""
    title = quote(_("Order {number}").format(number=one_line(subject.order_number)).strip())
    return f"mailto:{quote(reply_to, safe='@+')}?subject={title}&body={shown(subject.code)}"


def one_line(text: str) -> str:
    """On one line, and without what would steer a terminal or a mail program."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    kept = (character if character.isprintable() else " " for character in text)
    return " ".join("".join(kept).split())


def shops_page(site: str, slug: str) -> str:
    return f"{site}/t/{slug}/alarms/"
