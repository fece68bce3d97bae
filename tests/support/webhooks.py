"""What Mailgun and Postmark post for a mail, in the shapes that they document."""

import base64
import hmac
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from typing import Any, cast

from django.http import HttpResponse
from django.test import Client

MAILGUN_KEY = "key-of-a-test"
BASIC_AUTH = "shop:password-of-a-test"
SETTINGS: dict[str, Any] = {
    "SHOPOPS_INBOUND": ["mailgun", "postmark"],
    "ANYMAIL": {"WEBHOOK_SECRET": BASIC_AUTH, "MAILGUN_WEBHOOK_SIGNING_KEY": MAILGUN_KEY},
}


def basic(secret: str) -> dict[str, Any]:
    return {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(secret.encode()).decode()}


AUTHORIZED = basic(BASIC_AUTH)


def mailgun_form(
    raw: bytes, *, now: datetime, token: str = "a1" * 25, sender: str = "maya@oncall.example"
) -> dict[str, str]:
    """A route that forwards to an address ending in `mime`."""
    timestamp = str(int(now.timestamp()))
    signature = hmac.digest(MAILGUN_KEY.encode(), f"{timestamp}{token}".encode(), "sha256").hex()
    mail = message_from_bytes(raw, policy=default)
    return {
        "recipient": str(mail["To"]),
        "sender": sender,
        "from": str(mail["From"]),
        "subject": str(mail["Subject"]),
        "body-mime": raw.decode(),
        "timestamp": timestamp,
        "token": token,
        "signature": signature,
    }


def post_mailgun(client: Client, slug: str, form: dict[str, str]) -> HttpResponse:
    answer = client.post(f"/inbound/{slug}/mailgun/mime", form, **AUTHORIZED)
    return cast(HttpResponse, answer)


def postmark_json(
    raw: bytes,
    *,
    message_id: str = "22c74902-a0c1-4511-804f-341342852c90",
    path: str = "<maya@oncall.example>",
) -> dict[str, Any]:
    """With "Include raw email content in JSON payload" switched on."""
    mail = message_from_bytes(raw, policy=default)
    to = {"Email": str(mail["To"]), "Name": "", "MailboxHash": ""}
    sender = {"Email": "maya@oncall.example", "Name": "Maya", "MailboxHash": ""}
    return {
        "FromName": "Maya",
        "MessageStream": "inbound",
        "From": "maya@oncall.example",
        "FromFull": sender,
        "To": to["Email"],
        "ToFull": [to],
        "Cc": "",
        "CcFull": [],
        "Bcc": "",
        "BccFull": [],
        "OriginalRecipient": to["Email"],
        "Subject": str(mail["Subject"]),
        "MessageID": message_id,
        "ReplyTo": "",
        "MailboxHash": "",
        "Date": "Mon, 30 Nov 2026 12:00:00 +0000",
        "TextBody": "what Postmark makes of it",
        "HtmlBody": "",
        "StrippedTextReply": "7F3KQ-2MD8N",
        "Tag": "",
        "Headers": [
            {"Name": "Return-Path", "Value": path},
            {"Name": "X-Spam-Status", "Value": "No"},
            {"Name": "MIME-Version", "Value": "1.0"},
        ],
        "Attachments": [],
        "RawEmail": raw.decode(),
    }


def post_postmark(
    client: Client, slug: str, event: Any, *, authorized: bool = True, basic_auth: str = BASIC_AUTH
) -> HttpResponse:
    extra = basic(basic_auth) if authorized else {}
    path = f"/inbound/{slug}/postmark"
    answer = client.post(path, event, content_type="application/json", **extra)
    return cast(HttpResponse, answer)
