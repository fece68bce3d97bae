"""What an answer of Shopify means: the data, that nothing happened, or that nobody knows.

GraphQL answers a query that it could not even begin, because it does not understand or allow it,
without a member `data`: nothing happened. Once it has begun there is `data`, and an error beside it
says nothing of what was done before.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec
from django.utils.translation import gettext_noop
from msgspec import Struct

from shopops.connectors.http import Exchange, retry_after
from shopops.connectors.members import Node
from shopops.connectors.ports import Refused, Unknown
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify.throttle import seconds_to_wait
from shopops.connectors.strict_json import decode

NOT_KNOWN_HERE = {"INTERNAL_SERVER_ERROR", "TIMEOUT", "IDEMPOTENCY_CONCURRENT_REQUEST"}
ACCESS_DENIED = "ACCESS_DENIED"

STATUSES = {
    401: gettext_noop(
        "Shopify does not take the access token. Check the client secret or the access token."
    ),
    402: gettext_noop(
        "Shopify has frozen this shop for an unpaid bill. Its owner can settle it in the admin."
    ),
    403: gettext_noop(
        "Shopify forbids this app to do that. Install the app again, with all its rights."
    ),
    404: gettext_noop("Shopify knows no such shop. Check its address."),
    423: gettext_noop("Shopify has locked this shop. Its owner can ask Shopify's support why."),
    430: gettext_noop("Shopify holds this for an attack and refuses it. Ask Shopify's support."),
}


class Error(Struct, frozen=True, kw_only=True):
    """`path`: to the member of the data that it is about."""

    code: str = ""
    message: str = ""
    path: tuple[str, ...] = ()


class Told(Struct, frozen=True, kw_only=True):
    """`data` as a node at `$.data`; `raw`: the same as bytes. `denied`: what this app may not see,
    so that it is missing there."""

    data: Node
    raw: msgspec.Raw
    cost: Any = None
    denied: tuple[Error, ...] = ()


class _Body(Struct):
    data: msgspec.Raw = msgspec.Raw(b"")
    errors: Any = None
    extensions: Any = None


Meaning = Told | Refused | Unknown


def meaning(exchange: Exchange) -> Meaning:
    status, wait = exchange.status, retry_after(exchange, now=datetime.now(UTC))
    if status == 429:
        return Refused(code="throttled", detail=_THROTTLED, again=True, after_seconds=wait)
    if status >= 500 or status == 408:
        text = f"Shopify answered with {status}."
        return Unknown(code=f"status_{status}", detail=text, after_seconds=wait)
    if status in STATUSES:
        return Refused(code=f"status_{status}", detail=STATUSES[status])
    if status != 200:
        return Refused(code=f"status_{status}", detail=f"Shopify answered with {status}.")
    try:
        decode(exchange.body)
        body = msgspec.json.decode(exchange.body, type=_Body)
    except (RowRefused, msgspec.DecodeError):
        return Unknown(code="unreadable_answer", detail="Shopify's answer is not JSON of GraphQL.")
    return _of(body)


_THROTTLED = gettext_noop("Shopify was asked too much at once.")


def _of(body: _Body) -> Meaning:
    errors = [_error(error) for error in body.errors] if isinstance(body.errors, list) else []
    cost = body.extensions.get("cost") if isinstance(body.extensions, dict) else None
    has_data = bool(body.data) and bytes(body.data) != b"null"
    if has_data and all(error.code == ACCESS_DENIED for error in errors):
        node = Node(decode(bytes(body.data)), "$.data")
        return Told(data=node, raw=body.data, cost=cost, denied=tuple(errors))
    return _without(errors, cost, began=bool(body.data))


def _without(errors: list[Error], cost: object, *, began: bool) -> Refused | Unknown:
    codes = {error.code for error in errors}
    if "THROTTLED" in codes:
        wait = seconds_to_wait(cost)
        return Refused(code="throttled", detail=_THROTTLED, again=True, after_seconds=wait)
    if not errors:
        text = "Shopify's answer holds neither data nor an error."
        return Unknown(code="unreadable_answer", detail=text)
    code = next((error.code for error in errors if error.code), "graphql_error").lower()[:48]
    said = "Shopify says: " + " ".join(error.message for error in errors)[:400]
    if codes & NOT_KNOWN_HERE or (began and not all(map(_is_of_the_whole, errors))):
        return Unknown(code=code, detail=said)
    return Refused(code=code, detail=said)


def _is_of_the_whole(error: Error) -> bool:
    """It stands at the mutation itself, so that this was never begun."""
    return error.code == ACCESS_DENIED and len(error.path) <= 1


def _error(told: object) -> Error:
    if not isinstance(told, dict):
        return Error(message=str(told)[:200])
    extensions, path = told.get("extensions"), told.get("path")
    code = extensions.get("code") if isinstance(extensions, dict) else None
    return Error(
        code=code if isinstance(code, str) else "",
        message=str(told.get("message", ""))[:200],
        path=tuple(map(str, path)) if isinstance(path, list) else (),
    )
