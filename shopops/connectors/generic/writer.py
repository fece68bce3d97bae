"""What is done in the shop's own system: one POST for each effect, found again by its key."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from shopops.connectors.generic.client import Client, problem_of, refusal_of
from shopops.connectors.generic.signing import ID
from shopops.connectors.http import Exchange
from shopops.connectors.ports import (
    NO_MAILS,
    Absent,
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

UNKNOWN_EFFECT = "unknown_effect"


class Effect(Struct, frozen=True):
    """How the shop tells of one: as the answer to the POST, and whenever it is looked up."""

    key: str
    status: Literal["done", "pending", "refused"]
    id: Annotated[str, Meta(max_length=255)] = ""
    done_at: Annotated[datetime, Meta(tz=True)] | None = None


class GenericWriter:
    def __init__(self, settings: Mapping[str, str]) -> None:
        self._client = Client(settings)

    def request_for(self, ask: AnyAsk) -> Request:
        path, kind, data = _content(ask)
        order = {"order_id": ask.order_id, "order_number": ask.order_number}
        return Request(
            method="POST",
            url=self._client.url(path),
            headers={"content-type": "application/json", ID: ask.key},
            body=msgspec.json.encode({"type": kind, "data": {**order, **data}}),
        )

    def send(self, request: Request) -> Reply:
        answer = self._client.post(request)
        if not isinstance(answer, Exchange):
            return Reply(answer=answer)
        meant = _answered(answer, request.headers[ID])
        return Reply(answer=meant, status=answer.status, body=answer.body)

    def find(self, ask: AnyAsk, *, sent_at: datetime) -> Found:
        """The shop answers from where it keeps its keys, so it always shows its newest state."""
        answer = self._client.get(f"/effects/{ask.key}")
        if not isinstance(answer, Exchange):
            return Found(answer=Unknown(code=answer.code, detail=answer.detail))
        return Found(answer=_found(answer, ask.key), status=answer.status, body=answer.body)


def _content(ask: AnyAsk) -> tuple[str, str, dict[str, Any]]:
    """Path, type, and what is said besides the order."""
    match ask:
        case RefundAsk():
            amount = {"minor": ask.amount_minor, "currency": ask.currency}
            said = {"transaction_id": ask.transaction_id, "amount": amount, "reason": ask.reason}
            return "/refunds", "refund.create", said
        case ReshipAsk():
            lines = [{"line_id": one.line_id, "quantity": one.quantity} for one in ask.lines]
            return "/replacements", "replacement.create", {"lines": lines, "reason": ask.reason}
        case CreditAsk():
            amount = {"minor": ask.amount_minor, "currency": ask.currency}
            said = {"customer_id": ask.customer_id, "amount": amount, "reason": ask.reason}
            return "/credits", "credit.create", said
        case NoteAsk():
            lines = [{"name": name, "text": text} for name, text in ask.said.items()]
            return "/notes", "note.create", {"code": ask.code, "lines": lines}
        case MailAsk():
            raise NotOffered(NO_MAILS)


def _answered(exchange: Exchange, key: str) -> Done | Refused | Unknown:
    if not 200 <= exchange.status < 300:
        return refusal_of(exchange, now=datetime.now(UTC))
    effect = _effect(exchange, key)
    if isinstance(effect, Unknown):
        return effect
    if effect.status == "refused":
        text = "The shop took it and refused it afterwards."
        return Refused(code="refused_by_shop", detail=text)
    return _done(effect)


def _found(exchange: Exchange, key: str) -> Done | Absent | Unknown:
    """Any 404 could come from a wrong address; only one that names the key says that it is not
    there."""
    problem = problem_of(exchange)
    if exchange.status == 404 and problem and (problem.code, problem.key) == (UNKNOWN_EFFECT, key):
        return Absent()
    if exchange.status != 200:
        meant = refusal_of(exchange, now=datetime.now(UTC))
        return Unknown(code=meant.code, detail=meant.detail)
    effect = _effect(exchange, key)
    if isinstance(effect, Unknown):
        return effect
    return Absent() if effect.status == "refused" else _done(effect)


def _effect(exchange: Exchange, key: str) -> Effect | Unknown:
    """What a proxy or a wrong page answers with 200 does not name the key."""
    try:
        effect = msgspec.json.decode(exchange.body, type=Effect)
    except (msgspec.DecodeError, RecursionError) as problem:
        detail = f"The shop's answer can't be read: {problem}"[:300]
        return Unknown(code="unreadable_answer", detail=detail)
    if effect.key != key:
        return Unknown(code="unreadable_answer", detail="The shop's answer is about another key.")
    return effect


def _done(effect: Effect) -> Done | Unknown:
    if effect.status == "pending":
        detail = "The shop has taken it, and has not done it yet."
        return Unknown(code="pending", detail=detail, answered=True)
    if not effect.id or not effect.id.isprintable():
        return Unknown(code="unreadable_answer", detail="The shop's answer has no usable id.")
    return Done(remote_id=effect.id, at=effect.done_at)
