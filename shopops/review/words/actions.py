"""Proposed steps as people say them. Nothing here promises that a step is carried out."""

from collections.abc import Collection, Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from shopops.agents.facts import Pack
from shopops.agents.proposal import GOODWILL, Action, ActionKind
from shopops.review.words.listed import listed
from shopops.review.words.values import country, money, plain

TITLES = {
    ActionKind.DRAFT_EMAIL: "Mail to the customer",
    ActionKind.PROPOSE_RESHIP: "Send again",
    ActionKind.PROPOSE_REFUND: "Refund",
    ActionKind.PROPOSE_STORE_CREDIT: "Store credit",
    ActionKind.AWAIT_HUMAN: "A person takes over",
}
SHORT = {
    ActionKind.DRAFT_EMAIL: "mail",
    ActionKind.PROPOSE_RESHIP: "send again",
    ActionKind.PROPOSE_REFUND: "refund",
    ActionKind.PROPOSE_STORE_CREDIT: "store credit",
    ActionKind.AWAIT_HUMAN: "a person takes over",
}
REMEDIES = {  # what the agent proposes
    ActionKind.PROPOSE_RESHIP: "sending the goods again",
    ActionKind.PROPOSE_REFUND: "giving the money back",
    ActionKind.PROPOSE_STORE_CREDIT: "store credit",
}
THINGS = {
    ActionKind.PROPOSE_RESHIP: "sending again",
    ActionKind.PROPOSE_REFUND: "the refund",
    ActionKind.PROPOSE_STORE_CREDIT: "the store credit",
    ActionKind.DRAFT_EMAIL: "the mail",
}
OUTLINE = {
    "confirm_address": "asks to confirm the address",
    "reship_or_refund_options": "choice between a new parcel and the money back",
    "reship_option": "offers a new parcel",
    "refund_option": "offers the money back",
    "store_credit_option": "offers store credit",
    "resend_access": "access to the download again",
    "refund_pending": "a refund is on its way",
    "order_cancelled": "the order is cancelled",
    "refund_of_remainder": "the rest of the money goes back",
    "refund_completed": "the money has gone back",
    "status_not_shipped": "not shipped yet",
    "status_on_its_way": "on its way",
    "status_delivered": "delivered",
    "goodwill_offer": "a goodwill amount",
    "order_number": "order number",
    "settled_reshipped": "the goods are sent again",
    "settled_reshipped_part": "part of the goods is sent again",
    "settled_reshipped_once_confirmed": "the goods are sent again after the answer",
    "settled_reshipped_part_once_confirmed": "part of the goods is sent again after the answer",
    "settled_refunded": "the money goes back",
    "settled_refunded_part": "part of the money goes back",
    "settled_credited": "store credit is given",
}
APOLOGY = "_shipment_apology"
APOLOGIES = {
    "stalled": "apology for the delay",
    "return_to_sender": "apology, the parcel came back",
    "pickup_late": "reminder, the parcel waits at the pickup point",
    "pre_transit_late": "apology for the late handover",
}


def title(kind: str) -> str:
    return _(TITLES[ActionKind(kind)])


def short(kind: str) -> str:
    """For a button or a list: "send again", "mail"."""
    return _(SHORT[ActionKind(kind)])


def subtitle(actions: list[Action], pack: Pack) -> str:
    """One line about actions of one kind that belong together."""
    first = actions[0]
    if first.kind is ActionKind.PROPOSE_RESHIP:
        return _("{items} to {address}").format(items=_items(first, pack), address=_address(pack))
    if first.kind is ActionKind.PROPOSE_REFUND:
        return _refunds(actions)
    if first.kind is ActionKind.PROPOSE_STORE_CREDIT:
        return _("instead of the money back")
    if first.kind is ActionKind.AWAIT_HUMAN:
        return _by_hand(first)
    return _sentence(outline(first.body_outline))


def amount(actions: list[Action]) -> str:
    """The money of the choice. A mail only talks about money, unless it offers goodwill."""
    paying = [action for action in actions if action.amount_minor is not None]
    only_says = actions[0].kind is ActionKind.DRAFT_EMAIL and actions[0].cause != GOODWILL
    if not paying or only_says or actions[0].kind is ActionKind.AWAIT_HUMAN:
        return ""
    total = money(sum(action.amount_minor or 0 for action in paying), paying[0].currency)
    return goods_of(total) if actions[0].kind is ActionKind.PROPOSE_RESHIP else total


def goods_of(amount: str) -> str:
    return _("goods of {amount}").format(amount=amount)


def outline(codes: Iterable[str]) -> list[str]:
    """What the mail says, point by point."""
    return [_point(code) for code in codes]


def offer(actions: Sequence[Action], forbidden: Collection[int] = ()) -> str:
    """What the agent proposes, and what of it policy forbids (by index), in two sentences."""
    kinds = {action.kind for action in actions}
    allowed = {action.kind for index, action in enumerate(actions) if index not in forbidden}
    refused = [_(words) for kind, words in THINGS.items() if kind in kinds - allowed]
    forbids = _("Policy forbids {things}.").format(things=listed(refused)) if refused else ""
    said = [_offered(kinds), forbids]
    return " ".join(part for part in said if part)


def _offered(kinds: set[ActionKind]) -> str:
    remedies = [_(words) for kind, words in REMEDIES.items() if kind in kinds]
    mail = ActionKind.DRAFT_EMAIL in kinds
    if not remedies:
        return _("The agent drafted a mail to the customer.") if mail else ""
    said = (
        _("The agent proposes {remedies}, and drafted a mail about it.")
        if mail
        else _("The agent proposes {remedies}.")
    )
    return said.format(remedies=_(" or ").join(remedies))


def _point(code: str) -> str:
    if code.startswith("“"):  # a person's own words
        return code
    if code.endswith(APOLOGY):
        about = APOLOGIES.get(code.removesuffix(APOLOGY))
        return _(about) if about else _("apology for the trouble")
    return _(OUTLINE.get(code, code.replace("_", " ")))


def _sentence(points: list[str]) -> str:
    joined = ", ".join(points)
    return joined[:1].upper() + joined[1:]


def items(number: int) -> str:
    return ngettext("{number} item", "{number} items", number).format(number=number)


def _items(action: Action, pack: Pack) -> str:
    inside = {
        line.line_id: line.quantity
        for parcel in pack.parcels
        if parcel.id in action.shipment_ids
        for line in parcel.lines
    }
    ordered = {line.id: line.quantity for line in pack.lines}
    number = sum(inside.get(line, ordered.get(line, 0)) for line in action.line_ids)
    return items(number)


def _address(pack: Pack) -> str:
    ship_to = pack.fields.get("ship_to")
    where = f" ({country(str(ship_to.value))})" if ship_to and ship_to.value else ""
    complete = pack.fields.get("ship_to_complete")
    known = complete is not None and complete.value is True
    return (_("the known address") if known else _("the incomplete address")) + where


def _refunds(actions: list[Action]) -> str:
    if len(actions) == 1:
        said = _("back to the payment it came from ({payment})")
        return said.format(payment=actions[0].transaction_id)
    part = _("{amount} to {payment}")
    parts = [
        part.format(amount=money(one.amount_minor, one.currency), payment=one.transaction_id)
        for one in actions
    ]
    return ", ".join(parts)


def _by_hand(action: Action) -> str:
    if action.channel:
        said, points = _("Contact by {channel}: {points}"), ", ".join(outline(action.body_outline))
        return said.format(channel=plain(action.channel), points=points)
    if action.cause == "claimed_missing":
        return _("Ask the carrier for proof of delivery before anything is promised")
    return _("Look into it, act where needed, then record what was done")
