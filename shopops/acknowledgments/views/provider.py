"""A mail that a provider posts: django-anymail proves its origin and unpacks it."""

import logging

from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.signals import AnymailInboundEvent
from anymail.webhooks.base import AnymailBaseWebhookView
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from shopops.acknowledgments.doctor.refused_words import CANT_READ, NOT_SWITCHED_ON
from shopops.acknowledgments.doctor.watch import turned_away
from shopops.acknowledgments.inbound import MAX_BYTES, Delivery
from shopops.acknowledgments.origin import OriginRefused, check_age, no_secret
from shopops.acknowledgments.providers import PROVIDERS, Provider, enabled
from shopops.acknowledgments.views.answers import plain, refused, take, unreadable
from shopops.alarms.clock import database_now

logger = logging.getLogger(__name__)


@csrf_exempt
@require_POST
def take_posted(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    provider = enabled(name)
    if provider is None:
        if name in PROVIDERS:
            turned_away(slug, name, NOT_SWITCHED_ON)
        raise Http404
    try:
        deliveries = _deliveries(request, name, provider)
    except (AnymailWebhookValidationFailure, OriginRefused) as problem:
        return refused(slug, name, problem)
    except SuspiciousOperation as problem:  # such as a form that is too large
        turned_away(slug, name, str(problem))
        raise
    except Exception:
        # Malformed in one of many ways; it would be so again.
        logger.exception("what %s posted could not be read", name)
        return unreadable(slug, name, CANT_READ)
    answers = [take(slug, delivery) for delivery in deliveries]
    return max(answers, key=lambda answer: answer.status_code, default=plain(200, "Nothing."))


def _deliveries(request: HttpRequest, name: str, provider: Provider) -> list[Delivery]:
    if not provider.has_secret:
        raise OriginRefused(no_secret(name))
    if provider.latin and request.path.endswith("/mime"):
        request.encoding = "latin-1"  # one character for each byte of the mail
    view: AnymailBaseWebhookView = import_string(provider.view)()
    view.run_validators(request)
    events: list[AnymailInboundEvent] = view.parse_events(request)
    return [_delivery(request, name, provider, event) for event in events]


def _delivery(
    request: HttpRequest, name: str, provider: Provider, event: AnymailInboundEvent
) -> Delivery:
    if provider.max_age is not None:
        check_age(event.timestamp, now=database_now(), most=provider.max_age)
    raw = provider.raw(request, event)
    envelope: str | None = event.message.envelope_sender
    return Delivery(
        raw=raw[: MAX_BYTES + 1],
        source=name,
        token=str(event.event_id or ""),
        envelope_sender=None if envelope is None else envelope.strip("<> "),
    )
