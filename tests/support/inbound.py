"""A shop whose people are rung by mail and answer it, through the doors that mail comes in by."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import count
from typing import Any, cast

from django.http import HttpResponse
from django.test import Client, override_settings

from shopops.acknowledgments.models import InboundMail
from shopops.acknowledgments.origin import signed_headers
from shopops.alarms.clock import database_now
from shopops.alarms.codes import shown
from shopops.alarms.models import AlarmItem, AlarmRefusal
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant
from tests.support.pipeline import open_shop
from tests.support.ringing import (
    assert_projection_agrees,
    kind_of,
    kinds_of,
    mail_server,
    observe,
    on_call,
    state_of,
)
from tests.support.smtp_sink import Kept, Sink

SERVER = "mx.in.example"
PASSED = f"{SERVER}; dmarc=pass header.from=oncall.example"
SETTINGS: dict[str, Any] = {
    "SHOPOPS_AUTHSERV_ID": SERVER,
    "SHOPOPS_REPLY_ADDRESS": "reply@in.shop.example",
    "SHOPOPS_MAIL_FROM": "alarms@shop.example",
}
REPORT = """--B
Content-Type: text/plain

It did not arrive.
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.oncall.example

Final-Recipient: rfc822; maya@oncall.example
Action: failed
Status: 5.1.1
--B--
"""
REPORT_KIND = "multipart/report; report-type=delivery-status; boundary=B"
_numbers = count(1)


@dataclass
class Desk:
    """Maya was rung for each of these orders, in one mail."""

    tenant: Tenant
    sink: Sink
    maya: Membership
    items: list[AlarmItem]
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    rows_before: list[int] = field(default_factory=list)

    @property
    def item(self) -> AlarmItem:
        return self.items[0]

    @property
    def code(self) -> str:
        return self.code_of(0)

    def code_of(self, at: int) -> str:
        """As a person types it."""
        return shown(self.items[at].code)

    def ring(self) -> list[Kept]:
        """The mails of one sweep."""
        before = len(self.sink.mails)
        ring_all()
        return self.sink.mails[before:]

    def reply_address(self, name: str = "maya") -> str:
        """Of the newest ring to that person."""
        found = [kept for kept in self.sink.mails if kept.recipient.startswith(name)]
        return str([kept for kept in found if kept.sender][-1].mail["Reply-To"])

    def report_address(self) -> str:
        """Where a mail server reports that it could not deliver the newest ring."""
        return [kept.sender for kept in self.sink.mails if kept.sender][-1]

    def mail(self, text: str = "", *headers: str, **fields: str) -> bytes:
        """Maya's answer to her newest ring; `headers` come on top. An empty field leaves it out."""
        said = {
            "Authentication-Results": PASSED,
            "From": "Maya <maya@oncall.example>",
            "To": fields.get("to") or self.reply_address(),
            "Subject": "Re: an item",
            "Message-ID": f"<m{next(_numbers)}@oncall.example>",
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
        }
        names = {"results": "Authentication-Results", "sender": "From", "message_id": "Message-ID"}
        said |= {names[key]: value for key, value in fields.items() if key in names}
        if "kind" in fields:
            said["Content-Type"] = fields["kind"]
        lines = [*headers, *(f"{name}: {value}" for name, value in said.items() if value)]
        body = text or f"{self.code}\n"
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body.replace("\n", "\r\n").encode()

    def post(self, raw: bytes, *, slug: str | None = None, **headers: str) -> HttpResponse:
        """To the raw endpoint, signed now; `headers` replace what the signature puts there."""
        shop = slug or self.tenant.slug
        signed = signed_headers(slug=shop, raw=raw, now=database_now())
        names = {name.replace("-", "_").lower(): value for name, value in signed.items()}
        extra = {f"HTTP_{name.upper()}": value for name, value in (names | headers).items()}
        self.rows_before = [len(kinds_of(item)) for item in self.items]
        return self._post(f"/inbound/{shop}/raw", raw, extra)

    def _post(self, path: str, raw: bytes, extra: dict[str, Any]) -> HttpResponse:
        return cast(
            HttpResponse, self.client.post(path, raw, content_type="message/rfc822", **extra)
        )

    def send(self, text: str = "", *headers: str, **fields: str) -> HttpResponse:
        return self.post(self.mail(text, *headers, **fields))

    @property
    def answers(self) -> list[Kept]:
        """What we sent in answer, oldest first: rings have an address for reports, these none."""
        return [kept for kept in self.sink.mails if not kept.sender]

    @property
    def answer(self) -> EmailMessage:
        (kept,) = self.answers
        return kept.mail

    @property
    def words(self) -> str:
        """The only answer's text, with single spaces."""
        return words_of(self.answer)

    @property
    def kept(self) -> InboundMail:
        """The only mail that was kept."""
        return InboundMail.objects.get(tenant=self.tenant)

    def new_rows(self) -> list[list[EventKind]]:
        """What the newest post has written, for each item."""
        known = zip(self.items, self.rows_before, strict=True)
        return [kinds_of(item)[before:] for item, before in known]

    def acknowledged(self) -> list[dict[str, Any]]:
        """Bodies on the ledger."""
        return kind_of(self.tenant, EventKind.ACKNOWLEDGED)

    def state(self, at: int = 0) -> AlarmState:
        return state_of(self.items[at])

    def refusals(self) -> list[str]:
        rows = AlarmRefusal.objects.filter(tenant=self.tenant).order_by("id")
        return list(rows.values_list("code", flat=True))

    def assert_untouched(self) -> None:
        """No row was written, the item still rings, and nobody was answered."""
        assert kinds_of(self.item) == [EventKind.OBSERVED, EventKind.RAISED]
        assert self.state().status is AlarmStatus.RINGING
        assert_projection_agrees(self.item)
        assert self.answers == []
        assert self.refusals() == []


def words_of(mail: EmailMessage) -> str:
    return " ".join(mail.get_body(("plain",)).get_content().split())


@contextmanager
def open_desk(*orders: str) -> Iterator[Desk]:
    with override_settings(**SETTINGS), mail_server() as sink:
        tenant = open_shop()
        maya = on_call(tenant)
        items = observe(tenant, *(orders or ("O-1",)))
        desk = Desk(tenant, sink, maya, items)
        desk.ring()
        yield desk
