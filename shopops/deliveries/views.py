"""Where connected shops post. They are told what became of it, once they have proven themselves.

A source that gets a 5xx posts again for hours, and some give a webhook up after a few answers that
are no 2xx: what is kept is a 200, also where it could not be read, and a person sees why.
"""

import logging

from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from shopops.connections.settings import NotSetUp
from shopops.connectors.ports import NotProven
from shopops.deliveries.receiving import Receipt, connection_at, receive
from shopops.tenants.sealing import Unreadable

logger = logging.getLogger(__name__)


@csrf_exempt
@require_POST
def take_webhook(request: HttpRequest, token: str) -> HttpResponse:
    try:
        return _answer(request, token)
    except NotProven as problem:
        logger.warning("a webhook was refused: %s", problem)
        return _plain(401, "The signature is missing or wrong, or too old.")
    except NotSetUp:
        return _plain(404, "No shop is connected here.")
    except UnreadablePostError:
        return _plain(400, "The body broke off.")
    except (DatabaseError, Unreadable):
        logger.exception("a webhook could not be kept")
        return _plain(503, "It could not be kept now. Send it again later.")


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    connection = connection_at(token)
    if connection is None:
        raise NotSetUp(token)
    headers = {name.lower(): value for name, value in request.headers.items()}
    receipt = receive(connection=connection, headers=headers, body=request.body, now=now())
    return _told(receipt)


def _told(receipt: Receipt) -> HttpResponse:
    said = {"outcome": receipt.outcome, "again": receipt.again}
    return JsonResponse({**said, "reason": receipt.reason} if receipt.reason else said)


def _plain(status: int, text: str) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")
