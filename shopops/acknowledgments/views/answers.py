"""What whoever posts a mail is told: taken, never again, or try again later. Never a 500.

A provider posts again for hours after a 5xx, so only what passes by itself is answered so.
"""

import logging

from django.db import Error as DatabaseError
from django.http import HttpResponse

from shopops.acknowledgments.doctor.watch import turned_away
from shopops.acknowledgments.inbound import Delivery, receive
from shopops.tenants.models import Tenant

logger = logging.getLogger(__name__)


def plain(status: int, text: str) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")


def take(slug: str, delivery: Delivery) -> HttpResponse:
    """After the proof of origin: nobody else learns which shops there are."""
    try:
        tenant = Tenant.objects.filter(slug=slug).first()
        if tenant is None:
            return plain(404, "There is no such shop.")
        mail = receive(tenant=tenant, delivery=delivery)
    except DatabaseError:
        logger.exception("a mail could not be kept")
        return plain(503, "The mail could not be kept now. Send it again later.")
    return plain(200, "Taken." if mail else "It came before.")


def refused(slug: str, way: str, problem: Exception) -> HttpResponse:
    logger.warning("a mail was refused: %s", problem)
    turned_away(slug, way, str(problem))
    return plain(403, f"Refused: {problem}.")


def unreadable(slug: str, way: str, text: str, *, status: int = 400) -> HttpResponse:
    turned_away(slug, way, text)
    return plain(status, text)
