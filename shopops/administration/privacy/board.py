"""What the pages of customers' data show. In the shop's scope."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from shopops.connectors.erased import erased_orders
from shopops.privacy import refusals
from shopops.privacy.erasing import MOST_AT_ONCE
from shopops.privacy.finding import orders_meant
from shopops.privacy.hindrances import Hindrance, hindrances
from shopops.privacy.kept import Kept
from shopops.privacy.models import SOON, PrivacyRequest, RequestKind, Settled
from shopops.proposals.models import Proposal
from shopops.tenants.models import Tenant

MOST_SHOWN = 25  # orders with what is kept of each; the others go with them
ASKED = {
    RequestKind.ACCESS: gettext_noop("A customer asks what is kept of them."),
    RequestKind.ERASE_CUSTOMER: gettext_noop("A customer wants to be erased."),
    RequestKind.ERASE_SHOP: gettext_noop("The shop left and wants all of it erased."),
}
ENDED = {
    (RequestKind.ACCESS, Settled.DONE): gettext_noop("What is kept was given to the customer."),
    (RequestKind.ERASE_CUSTOMER, Settled.DONE): gettext_noop("It was erased."),
    (RequestKind.ERASE_SHOP, Settled.DONE): gettext_noop("It was erased."),
}
KINDS = {
    "records": gettext_noop("records of the order and its parcels"),
    "payloads": gettext_noop("what came of them, as received"),
    "facts": gettext_noop("what people found out, and what the customer answered"),
    "mail_words": gettext_noop("words written into mails"),
    "decision_notes": gettext_noop("reasons and questions of reviewers"),
    "step_notes": gettext_noop("reasons at steps"),
    "alarm_notes": gettext_noop("notes at alarms"),
    "exchanges": gettext_noop("what was sent, and what was answered"),
    "step_details": gettext_noop("what was said of steps"),
    "ring_mails": gettext_noop("mails that rang"),
    "inbound_mails": gettext_noop("mails that came in"),
    "deliveries": gettext_noop("webhooks of the shop"),
}
WAYS: Mapping[type[refusals.PrivacyRefused], str] = {
    refusals.OrderWaits: "review:proposal",
    refusals.DecisionUndoable: "review:proposal",
    refusals.StepUnfinished: "execution:one",
    refusals.AlarmOpen: "alarms:item",
}


class InTheWay(NamedTuple):
    said: str
    link: str


class OfOrder(NamedTuple):
    """`kept`: words and how many. `number`, `link`: empty where nothing was ever proposed."""

    order_id: str
    number: str
    link: str
    erased: bool
    kept: Sequence[tuple[str, int]]
    in_the_way: Sequence[InTheWay]


class Standing(NamedTuple):
    """`more`: orders that are not shown one by one. `too_many` for the page: a command erases."""

    orders: Sequence[OfOrder]
    order_ids: Sequence[str]
    more: int
    too_many: bool
    may_erase: bool


def digest_of(order_ids: Sequence[str]) -> str:
    """By which it is known again which orders were shown."""
    return sha256("\x00".join(sorted(order_ids)).encode()).hexdigest()


class Row(NamedTuple):
    request: PrivacyRequest
    asked: str
    ended: str
    due: str  # "", soon or overdue


def row_of(request: PrivacyRequest, now: datetime) -> Row:
    kind, outcome = RequestKind(request.kind), request.outcome
    ended = ENDED.get((kind, Settled(outcome)), Settled.WITHOUT.label) if outcome else ""
    due = "" if outcome or request.due_at >= now + SOON else "soon"
    due = "overdue" if due and request.due_at < now else due
    return Row(request, gettext(ASKED[kind]), gettext(str(ended)) if ended else "", due)


def standing_of(shop: Tenant, request: PrivacyRequest, now: datetime) -> Standing:
    order_ids = orders_meant(request, most=MOST_AT_ONCE)
    shown = order_ids[:MOST_SHOWN]
    found = defaultdict(list)
    for one in hindrances(shop.pk, order_ids, now):
        found[one.order_id].append(_in_the_way(shop, one))
    newest = Proposal.objects.of(shop.pk).filter(order_id__in=shown, superseded_by=None)
    pages = {row.order_id: row for row in newest.only("order_id", "order_number")}
    gone = erased_orders(shop.pk, shown)
    orders = [
        OfOrder(
            order_id,
            pages[order_id].order_number if order_id in pages else "",
            _page(shop, pages.get(order_id)),
            order_id in gone,
            _kept(shop.pk, order_id),
            found[order_id],
        )
        for order_id in shown
    ]
    too_many = len(order_ids) > MOST_AT_ONCE
    free = not any(found.values()) and not too_many
    return Standing(orders, order_ids, len(order_ids) - len(shown), too_many, free)


def _page(shop: Tenant, proposal: Proposal | None) -> str:
    return reverse("review:proposal", args=[shop.slug, proposal.pk]) if proposal else ""


def _kept(tenant_id: int, order_id: str) -> list[tuple[str, int]]:
    counts = Kept(tenant_id, [order_id]).counts()
    return [(gettext(KINDS[kind]), count) for kind, count in counts.items() if count]


def _in_the_way(shop: Tenant, found: Hindrance) -> InTheWay:
    said = gettext(str(found.refusal.__doc__))
    return InTheWay(said, reverse(WAYS[found.refusal], args=[shop.slug, found.pk]))
