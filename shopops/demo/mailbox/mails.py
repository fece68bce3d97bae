"""The demo's mails as its page shows them."""

import re
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime
from pathlib import Path

from msgspec import Struct

from shopops.demo.mailbox.folder import newest_first

LISTED = 40
# As alarm mails print a code: "[7F3KQ-2MD8N]", and the order that it belongs to some lines above.
CODE = re.compile(r"\[([0-9A-Z]{5}-[0-9A-Z]{5})\]")
TITLE = re.compile(r"^(Order [^:\n]+): (.+)$", re.MULTILINE)


class Coded(Struct, frozen=True):
    """A code in a mail and what it stands for there."""

    code: str
    title: str


class Mail(Struct, frozen=True, kw_only=True):
    name: str
    sender: str
    subject: str
    at: datetime | None
    text: str
    reply_to: str
    message_id: str
    codes: list[Coded]

    @property
    def orders(self) -> str:
        """All that it has codes of, where its subject names only the first few."""
        if not self.subject.endswith(" more"):
            return ""
        return "Orders " + ", ".join(
            dict.fromkeys(
                coded.title.partition(":")[0].removeprefix("Order ") for coded in self.codes
            )
        )


def mails_of(folder: Path, address: str) -> list[Mail]:
    found = []
    for name, raw in newest_first(folder, address):
        found.append(read(name, raw))
        if len(found) == LISTED:
            break
    return found


def read(name: str, raw: bytes) -> Mail:
    message = message_from_bytes(raw, policy=default)
    body = message.get_body(("plain",))
    text = body.get_content() if isinstance(body, EmailMessage) else ""
    return Mail(
        name=name,
        sender=str(message["From"] or ""),
        subject=str(message["Subject"] or ""),
        at=parsedate_to_datetime(message["Date"]) if message["Date"] else None,
        text=text,
        reply_to=str(message["Reply-To"] or message["From"] or ""),
        message_id=str(message["Message-ID"] or ""),
        codes=codes_in(text),
    )


def codes_in(text: str) -> list[Coded]:
    titles = [(found.start(), f"{found[1]}: {found[2]}") for found in TITLE.finditer(text)]
    return [
        Coded(found[1], _last(titles, found.start()) or found[1]) for found in CODE.finditer(text)
    ]


def _last(titles: list[tuple[int, str]], before: int) -> str:
    return next((title for at, title in reversed(titles) if at < before), "")
