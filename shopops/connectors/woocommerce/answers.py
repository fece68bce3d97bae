"""What WooCommerce and WordPress mean by an answer that is no success.

Their error bodies are {"code": ..., "message": ..., "data": {"status": ...}}; the message is in the
site's language and only shown. A 4xx is said before anything is done. A 5xx to a request that
writes may come from a server that gave up on one that goes on, or broke off in the middle of it;
so may a 408.
"""

import re
from datetime import datetime
from html import unescape

import msgspec
from django.utils.translation import gettext_noop

from shopops.connectors.http import Exchange, retry_after
from shopops.connectors.ports import ORDER_GONE, Refused, Unknown

MOST_SHOWN = 300
GONE = frozenset(
    {
        "woocommerce_rest_shop_order_invalid_id",
        "woocommerce_rest_invalid_order_id",
        "woocommerce_rest_invalid_id",
    }
)
# Said once the refund that it had begun is deleted again: the amount is not open any more, or the
# payment provider failed. One that only answered too late may have sent the money.
REFUND_REFUSED = "woocommerce_rest_cannot_create_order_refund"

_TAG = re.compile(r"<[^>]*>")


class Problem(msgspec.Struct, frozen=True):
    code: str = ""
    message: str = ""


def problem_of(body: bytes) -> Problem:
    """Empty where the body is not an error of WordPress."""
    try:
        found = msgspec.json.decode(body, type=Problem)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Problem()
    shown = " ".join(unescape(_TAG.sub(" ", found.message)).split())[:MOST_SHOWN]
    return Problem(found.code, shown)


def refusal(exchange: Exchange, *, writes: bool, now: datetime) -> Refused | Unknown:
    """`writes`: whether the request could change something in the shop."""
    status, problem = exchange.status, problem_of(exchange.body)
    if status < 300:
        return Unknown(code="unreadable_answer", detail=f"Nobody here knows what {status} means.")
    if status == 429:
        detail = "The shop's server asks to wait: too many requests."
        after = retry_after(exchange, now=now)
        return Refused(code="busy", detail=detail, again=True, after_seconds=after)
    if status in (302, 303) and writes:
        return Unknown(code="moved", detail="The shop's server leads on to another page.")
    if status < 400:
        to = exchange.headers.get("location", "another address")[:MOST_SHOWN]
        return Refused(code="moved", detail=f"The shop's address leads on to {to}: write that one.")
    if status >= 500 or status == 408:
        return _failed(exchange, problem, writes=writes, now=now)
    code, sentence = _client_error(status, problem)
    return Refused(code=code, detail=_with(sentence, problem))


def _failed(
    exchange: Exchange, problem: Problem, *, writes: bool, now: datetime
) -> Refused | Unknown:
    if problem.code == REFUND_REFUSED:
        sentence = (
            "The shop did not make this refund. Look at the payment provider before it is tried "
            "again."
        )
        detail = _with(sentence, problem)
        return Unknown(code="refund_refused", detail=detail, for_good=True, answered=True)
    detail = _with(f"The shop's server failed ({exchange.status}).", problem)
    after = retry_after(exchange, now=now)
    if writes:
        return Unknown(code="shop_failed", detail=detail, after_seconds=after)
    return Refused(code="shop_failed", detail=detail, again=True, after_seconds=after)


def _client_error(status: int, problem: Problem) -> tuple[str, str]:
    if status == 401 or problem.code == "woocommerce_rest_authentication_error":
        return "key_refused", gettext_noop("The shop does not accept the key for this.")
    if problem.code in GONE:
        return ORDER_GONE, gettext_noop("The shop has no such order.")
    if problem.code == "rest_no_route":
        return "no_woocommerce", gettext_noop("WordPress answers, but not WooCommerce.")
    if status == 404 and not problem.code:
        return "no_rest_api", gettext_noop(
            "There is no REST interface at this address. In WordPress, Settings → Permalinks must "
            "be set to anything but Plain."
        )
    if status == 403:
        return "forbidden", gettext_noop("The shop's server does not let this through.")
    return "refused", f"The shop refuses this ({status})."


def _with(sentence: str, problem: Problem) -> str:
    return f"{sentence} It says: {problem.message}" if problem.message else sentence
