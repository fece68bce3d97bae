"""Mail providers whose webhooks django-anymail understands, and how each proves that it is itself.

Mailgun and Postmark are tested from end to end. The others are here because django-anymail ships
them; what they really post has not been seen by a test of ours.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from anymail.signals import AnymailInboundEvent
from django.conf import settings
from django.http import HttpRequest
from msgspec import Struct

Raw = Callable[[HttpRequest, AnymailInboundEvent], bytes]


def rebuilt(request: HttpRequest, event: AnymailInboundEvent) -> bytes:
    """What anymail put together; a signature over the original rarely holds for it."""
    return bytes(event.message.as_bytes())


def mailgun_mime(request: HttpRequest, event: AnymailInboundEvent) -> bytes:
    """The original, when the route's address ends in `mime` as Mailgun wants it for that."""
    original = request.POST.get("body-mime")
    return rebuilt(request, event) if original is None else original.encode("latin-1", "replace")


def postmark_raw(request: HttpRequest, event: AnymailInboundEvent) -> bytes:
    """The original, when "Include raw email content" is switched on."""
    original: Any = event.esp_event.get("RawEmail")
    if not isinstance(original, str):
        return rebuilt(request, event)
    return original.encode("utf-8", "replace")


class Provider(Struct, frozen=True, kw_only=True):
    """`proven_by`: the key of settings.ANYMAIL without which anybody could post. `max_age`: of what
    it signs, where it signs a time. `latin`: its form carries the mail's bytes."""

    view: str
    proven_by: str = "WEBHOOK_SECRET"
    raw: Raw = rebuilt
    max_age: timedelta | None = None
    latin: bool = False
    tested: bool = False

    @property
    def has_secret(self) -> bool:
        return bool(settings.ANYMAIL.get(self.proven_by))


PROVIDERS = {
    "mailgun": Provider(
        view="anymail.webhooks.mailgun.MailgunInboundWebhookView",
        proven_by="MAILGUN_WEBHOOK_SIGNING_KEY",
        raw=mailgun_mime,
        max_age=timedelta(hours=1),
        latin=True,
        tested=True,
    ),
    "postmark": Provider(
        view="anymail.webhooks.postmark.PostmarkInboundWebhookView", raw=postmark_raw, tested=True
    ),
    "brevo": Provider(view="anymail.webhooks.brevo.BrevoInboundWebhookView"),
    "mailersend": Provider(
        view="anymail.webhooks.mailersend.MailerSendInboundWebhookView",
        proven_by="MAILERSEND_INBOUND_SECRET",
    ),
    "mailjet": Provider(view="anymail.webhooks.mailjet.MailjetInboundWebhookView"),
    "mandrill": Provider(
        view="anymail.webhooks.mandrill.MandrillCombinedWebhookView",
        proven_by="MANDRILL_WEBHOOK_KEY",
    ),
    "postal": Provider(
        view="anymail.webhooks.postal.PostalInboundWebhookView", proven_by="POSTAL_WEBHOOK_KEY"
    ),
    "sendgrid": Provider(view="anymail.webhooks.sendgrid.SendGridInboundWebhookView"),
    "sparkpost": Provider(view="anymail.webhooks.sparkpost.SparkPostInboundWebhookView"),
}
RAW = "raw"


def enabled(name: str) -> Provider | None:
    return PROVIDERS.get(name) if name in settings.SHOPOPS_INBOUND else None
