"""What WooCommerce can be made to do: refund, send again, note. It has no store credit of its own.

It knows no idempotency key, so nothing is ever sent a second time before a look-up has shown that
it is not there.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from urllib.parse import unquote

from shopops.connectors.http import Exchange
from shopops.connectors.members import Node
from shopops.connectors.ports import (
    NO_MAILS,
    AnyAsk,
    CreditAsk,
    Done,
    Found,
    MailAsk,
    NoteAsk,
    NotOffered,
    RefundAsk,
    Refused,
    Reply,
    Request,
    ReshipAsk,
    Unknown,
)
from shopops.connectors.refusals import RowRefused
from shopops.connectors.strict_json import decode
from shopops.connectors.woocommerce import look_ups, notes, refunds, reships
from shopops.connectors.woocommerce.answers import refusal
from shopops.connectors.woocommerce.client import Client, NotRead, unreadable
from shopops.connectors.woocommerce.paths import NOTES, REFUNDS, of_order
from shopops.connectors.woocommerce.settings import RESHIP_STATUS


class WooCommerceWriter:
    def __init__(self, settings: Mapping[str, str]) -> None:
        self._client = Client(settings)
        self._status = settings.get(RESHIP_STATUS) or "processing"

    def request_for(self, ask: AnyAsk) -> Request:
        match ask:
            case RefundAsk():
                return self._post(of_order(ask.order_id, "refunds"), refunds.body_of(ask))
            case ReshipAsk():
                return self._post("/orders", reships.body_of(ask, status=self._status))
            case NoteAsk():
                return self._post(of_order(ask.order_id, "notes"), notes.body_of(ask))
            case MailAsk():
                raise NotOffered(NO_MAILS)
            case CreditAsk():
                raise NotOffered(
                    "WooCommerce has no store credit of its own. Give it in the shop, and mark "
                    "this as done by hand."
                )

    def send(self, request: Request) -> Reply:
        note = NOTES.search(request.url)
        if note is not None:
            return self._send_note(request, unquote(note["order_id"]))
        if REFUNDS.search(request.url) is not None:
            return self._send(request, lambda made: _refunded(made, request))
        return self._send(request, reships.what_became)

    def find(self, ask: AnyAsk, *, sent_at: datetime) -> Found:
        return look_ups.find(self._client, ask, sent_at=sent_at)

    def _post(self, path: str, body: bytes) -> Request:
        headers = {"content-type": "application/json"}
        return Request(method="POST", url=self._client.site.url(path), headers=headers, body=body)

    def _send_note(self, request: Request, order_id: str) -> Reply:
        """A note may be written again after a person of the shop took it away, but never twice."""
        try:
            asked = Node(decode(request.body), "$").get("note").text() or ""
            there = look_ups.note_of(self._client, order_id, notes.title_in(asked))
        except NotRead as problem:
            return Reply(answer=_not_begun(problem), status=problem.status, body=problem.body)
        if there is not None:
            return Reply(answer=there)
        return self._send(request, notes.what_became)

    def _send(self, request: Request, became: Callable[[Node], Done | Unknown]) -> Reply:
        answer = self._client.send(request)
        if not isinstance(answer, Exchange):
            return Reply(answer=answer)
        return Reply(
            answer=_judged(answer, became, self._client.now()),
            status=answer.status,
            body=answer.body,
        )


def _judged(
    exchange: Exchange, became: Callable[[Node], Done | Unknown], now: datetime
) -> Done | Refused | Unknown:
    if exchange.status not in (200, 201):
        return refusal(exchange, writes=True, now=now)
    try:
        return became(Node(decode(exchange.body), "$"))
    except RowRefused:
        return unreadable(exchange.body)


def _refunded(made: Node, request: Request) -> Done | Unknown:
    asked = Node(decode(request.body), "$")
    return refunds.what_became(made, amount=asked.require("amount").value)


def _not_begun(problem: NotRead) -> Refused:
    """Only a question was asked."""
    answer = problem.answer
    if isinstance(answer, Refused):
        return answer
    return Refused(code=answer.code, detail=answer.detail, again=True)
