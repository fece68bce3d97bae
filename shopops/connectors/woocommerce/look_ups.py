"""Whether the shop has what was asked for. Each is looked for where WooCommerce reads its newest
state: the lists of one order, or the orders since then, of all of which it keeps no index apart.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from shopops.connectors.members import Node
from shopops.connectors.ports import (
    Absent,
    AnyAsk,
    Done,
    Found,
    NoteAsk,
    RefundAsk,
    ReshipAsk,
    Unknown,
)
from shopops.connectors.refusals import RowRefused
from shopops.connectors.strict_json import decode
from shopops.connectors.woocommerce import notes, refunds, reships
from shopops.connectors.woocommerce.client import Client, NotRead
from shopops.connectors.woocommerce.marks import is_marked
from shopops.connectors.woocommerce.paths import of_order
from shopops.money import plain_minor

# A server has given up by then on every request that it took before.
SETTLED_AFTER = timedelta(minutes=10)
# The shop's clock may be off, and older versions take `after` as a time of the site's own zone.
MARGIN = timedelta(days=1)


# WooCommerce takes its refund away again when the payment provider fails or answers too late,
# and then the money may have gone all the same. So a refund that is not there proves nothing.
NOT_SHOWN = Unknown(
    code="refund_not_shown",
    detail="WooCommerce shows no such refund, and takes one away again when the payment provider "
    "did not answer it in time. Look at the payment provider; if no money went, refund there.",
    for_good=True,
    answered=True,
)


def find(client: Client, ask: AnyAsk, *, sent_at: datetime) -> Found:
    """`Absent` only when what was sent cannot be on its way any more; never for money."""
    try:
        became = next(_outcomes(client, ask, sent_at), None)
    except NotRead as problem:
        return Found(answer=_unsure(problem), status=problem.status, body=problem.body)
    except RowRefused as refused:
        return Found(answer=Unknown(code="unreadable_answer", detail=str(refused)))
    if became is not None:
        return Found(answer=became)
    if client.now() - sent_at < SETTLED_AFTER:
        detail = "The shop does not have it yet; what was sent may still be on its way."
        return Found(answer=Unknown(code="too_soon", detail=detail, answered=True))
    if isinstance(ask, RefundAsk):
        return Found(answer=NOT_SHOWN)
    return Found(answer=Absent())


def _unsure(problem: NotRead) -> Unknown:
    """A question that is refused says nothing of what was asked for before."""
    answer = problem.answer
    if isinstance(answer, Unknown):
        return answer
    return Unknown(code=answer.code, detail=answer.detail)


def note_of(client: Client, order_id: str, title: str) -> Done | None:
    """Raises `NotRead`."""
    for item in client.items(of_order(order_id, "notes"), {"_fields": notes.FIELDS}):
        note = Node(decode(item), "$")
        if notes.title_in(note.get("note").text() or "") == title:
            return notes.what_became(note)
    return None


def _outcomes(client: Client, ask: AnyAsk, sent_at: datetime) -> Iterator[Done | Unknown]:
    match ask:
        case RefundAsk():
            amount = plain_minor(ask.amount_minor, ask.currency)
            for refund in _matching(
                client.pages(of_order(ask.order_id, "refunds"), {"_fields": refunds.FIELDS}),
                lambda refund: refunds.is_of(refund, ask.key),
            ):
                yield refunds.what_became(refund, amount=amount)
        case ReshipAsk():
            for order in _orders_since(client, sent_at - MARGIN, ask.key):
                yield reships.what_became(order)
        case NoteAsk():
            note = note_of(client, ask.order_id, notes.title(ask.code))
            if note is not None:
                yield note


def _orders_since(client: Client, since: datetime, key: str) -> Iterator[Node]:
    """`any` leaves out what somebody has put into the bin since."""
    for status in ("any", "trash"):
        query = {
            "after": since.strftime("%Y-%m-%dT%H:%M:%S"),
            "dates_are_gmt": "true",
            "status": status,
            "orderby": "id",
            "order": "desc",
            "_fields": reships.FIELDS,
        }
        yield from _matching(client.pages("/orders", query), lambda order: is_marked(order, key))


def _matching(items: list[bytes], is_it: Callable[[Node], bool]) -> Iterator[Node]:
    for item in items:
        node = Node(decode(item), "$")
        if is_it(node):
            yield node
