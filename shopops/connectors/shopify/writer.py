"""What is done in a Shopify shop: one mutation for each effect, and where each is looked up."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone

from shopops.connectors.members import Node
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
    Reply,
    Request,
    ReshipAsk,
    Unknown,
)
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify import notes, refunds, reships, store_credits
from shopops.connectors.shopify.answers import ACCESS_DENIED, Told
from shopops.connectors.shopify.client import Came, Client, unsure
from shopops.connectors.shopify.outcomes import reply_of, unreadable
from shopops.connectors.shopify.settings import DRAFT, ORDER

# By the name of the operation: the mutation's member, and how its payload is read.
DEEDS = {
    refunds.NAME: (refunds.MEMBER, refunds.done),
    reships.ORDER_NAME: (reships.ORDER_MEMBER, reships.order_done),
    reships.DRAFT_NAME: (reships.DRAFT_MEMBER, reships.draft_done),
    store_credits.NAME: (store_credits.MEMBER, store_credits.done),
    notes.NAME: (notes.MEMBER, notes.done),
}
Answer = Done | Absent | Unknown
DENIED = ACCESS_DENIED.lower()


class _Named(msgspec.Struct):
    operation: str = msgspec.field(name="operationName")


class ShopifyWriter:
    def __init__(
        self,
        settings: Mapping[str, str],
        *,
        client: Client | None = None,
        now: Callable[[], datetime] = timezone.now,
    ) -> None:
        self._client = client or Client(settings)
        self._drafts = settings.get("reship_as", DRAFT) != ORDER
        self._now = now

    def request_for(self, ask: AnyAsk) -> Request:
        match ask:
            case RefundAsk():
                return self._request(refunds.NAME, refunds.DOCUMENT, refunds.variables(ask))
            case ReshipAsk() if self._drafts:
                told = reships.variables(ask, draft=True)
                return self._request(reships.DRAFT_NAME, reships.DRAFT_DOCUMENT, told)
            case ReshipAsk():
                told = reships.variables(ask, draft=False)
                return self._request(reships.ORDER_NAME, reships.ORDER_DOCUMENT, told)
            case CreditAsk():
                return self._request(
                    store_credits.NAME, store_credits.DOCUMENT, store_credits.variables(ask)
                )
            case NoteAsk():
                return self._request(notes.NAME, notes.DOCUMENT, notes.variables(ask))
            case MailAsk():
                raise NotOffered(NO_MAILS)

    def send(self, request: Request) -> Reply:
        name = msgspec.json.decode(request.body, type=_Named).operation
        return reply_of(self._client.do(name, request), *DEEDS[name])

    def find(self, ask: AnyAsk, *, sent_at: datetime) -> Found:
        match ask:
            case RefundAsk():
                told = {"id": f"gid://shopify/Order/{ask.order_id}"}
                came = self._client.ask(refunds.LOOK_NAME, refunds.LOOK, told)
                return _found(came, lambda data: refunds.found(data, ask))
            case ReshipAsk():
                return self._reship(ask, sent_at)
            case CreditAsk():
                told = store_credits.look_variables(ask)
                came = self._client.ask(store_credits.LOOK_NAME, store_credits.LOOK, told)
                now = self._now()
                return _found(
                    came, lambda data: store_credits.found(data, ask, sent_at=sent_at, now=now)
                )
            case NoteAsk():
                told = notes.look_variables(ask)
                came = self._client.ask(notes.LOOK_NAME, notes.LOOK, told)
                return _found(came, lambda data: notes.found(data, ask))
            case MailAsk():
                return Found(answer=Unknown(code="not_offered", detail=NO_MAILS, for_good=True))

    def _request(self, name: str, document: str, told: dict[str, Any]) -> Request:
        return self._client.request(name, document, told)

    def _reship(self, ask: ReshipAsk, sent_at: datetime) -> Found:
        """A shop may have changed from drafts to orders since: both are looked through, the kind
        that is made now first."""
        found = self._listed(ask, sent_at, draft=self._drafts)
        if not isinstance(found.answer, Absent):
            return found
        other = self._listed(ask, sent_at, draft=not self._drafts)
        if not isinstance(other.answer, Absent) and not _is_denied(other):
            return other  # what this app may not even list, it never made
        if self._now() - sent_at < reships.INDEX_DELAY:
            text = (
                "It is not there, but Shopify's search may lag. It counts as not there "
                f"{reships.INDEX_DELAY.seconds // 60} minutes after it was sent."
            )
            answer = Unknown(code="too_early", detail=text, answered=True)
            return Found(answer=answer, status=found.status, body=found.body)
        return found

    def _listed(self, ask: ReshipAsk, sent_at: datetime, *, draft: bool) -> Found:
        document = reships.look_document(draft=draft)
        after: str | None = None
        for _page in range(reships.MOST_PAGES):
            told = {"tag": f"tag:'{reships.tag(ask.key)}'", "after": after}
            came = self._client.ask(reships.LOOK_NAME, document, told)
            found = _found(came, lambda data: reships.found(data, ask) or Absent())
            if not isinstance(found.answer, Absent) or not isinstance(came.meaning, Told):
                return found
            after = reships.next_page(came.meaning.data, sent_at=sent_at)
            if after is None:
                return found
        text = "The shop made too many orders since to look through. Look for it in the admin."
        answer = Unknown(code="too_many", detail=text, for_good=True, answered=True)
        return Found(answer=answer)


def _is_denied(found: Found) -> bool:
    return isinstance(found.answer, Unknown) and found.answer.code == DENIED


def _found(came: Came, read: Callable[[Node], Answer]) -> Found:
    answer: Answer
    if isinstance(came.meaning, Told) and came.meaning.denied:
        said = came.meaning.denied[0].message
        answer = Unknown(code=DENIED, detail=f"Shopify says: {said}")
    elif isinstance(came.meaning, Told):
        try:
            answer = read(came.meaning.data)
        except RowRefused as refused:
            answer = unreadable(str(refused))
    else:
        answer = unsure(came.meaning)
    return Found(answer=answer, status=came.status, body=came.body)
