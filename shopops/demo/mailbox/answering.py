"""A demo person answers a mail: a real message, through the real way in, with a real signature.

What the demo plays is the receiving mail server: it vouches for the sender in an
Authentication-Results header, as a shop's own server does after it has checked them, and signs
the delivery with the site's secret.
"""

from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from urllib.error import URLError
from urllib.request import Request, urlopen

from shopops.acknowledgments.origin import signed_headers
from shopops.demo.mailbox.mails import Mail

AUTHSERV_ID = "mailbox.demo.invalid"
PATIENCE = 20.0  # seconds


class NotDelivered(Exception):
    """The site did not take the mail; the text is what it said."""


def compose(*, name: str, address: str, to: Mail, text: str, now: datetime) -> bytes:
    """As a mail program writes it: what was typed, and below it the mail that is answered."""
    domain = address.rpartition("@")[2]
    message = EmailMessage(policy=SMTP)
    message["Authentication-Results"] = f"{AUTHSERV_ID}; dmarc=pass header.from={domain}"
    message["From"] = f"{name} <{address}>"
    message["To"] = to.reply_to
    message["Subject"] = to.subject if to.subject.startswith("Re: ") else f"Re: {to.subject}"
    message["Date"] = format_datetime(now)
    message["Message-ID"] = make_msgid(domain=domain)
    if to.message_id:
        message["In-Reply-To"] = message["References"] = to.message_id
    quoted = "\n".join(f"> {line}".rstrip() for line in to.text.splitlines())
    message.set_content(f"{text.rstrip()}\n\n{to.sender} wrote:\n{quoted}\n")
    return message.as_bytes()


def deliver(raw: bytes, *, url: str, slug: str, now: datetime) -> None:
    """Post it. Raises `NotDelivered`."""
    headers = {"Content-Type": "message/rfc822", **signed_headers(slug=slug, raw=raw, now=now)}
    try:
        request = Request(url, data=raw, headers=headers, method="POST")  # noqa: S310  our own
        urlopen(request, timeout=PATIENCE).close()  # noqa: S310
    except (URLError, OSError) as problem:
        raise NotDelivered(str(problem)) from problem
