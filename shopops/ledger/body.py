"""The one text of a body: compact JSON with sorted keys, as it is stored and hashed.

Strings keep every character but the escapes that JSON demands, the same ones that PostgreSQL
writes; keys are sorted by code point, which is the order of their UTF-8 bytes.
"""

import json
from collections.abc import Mapping

from shopops.ledger.event import Json
from shopops.ledger.exceptions import BodyRefused

MAX_BYTES = 65536
MAX_DEPTH = 64
MAX_INTEGER_BITS = 4096  # 1,234 digits; Python reads no more than 4,300 from a text
MAX_ORDER_LENGTH = 255


def canonical(body: Mapping[str, Json]) -> str:
    """The body's text. Refuses what has no canonical form or what the ledger has no room for."""
    if not isinstance(body, Mapping):
        raise BodyRefused("body is not an object")
    plain = _plain(body, "body", 1)
    _check_order(body)
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise BodyRefused("body holds half of a surrogate pair, which is no character") from None
    if size > MAX_BYTES:
        raise BodyRefused(f"body has {size} bytes; at most {MAX_BYTES} fit")
    return text


def _plain(value: object, where: str, depth: int) -> Json:
    """The same value made of plain dicts and lists, or a refusal that names the place."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value, where)
    if isinstance(value, int):
        return _integer(value, where)
    if depth > MAX_DEPTH:
        raise BodyRefused(f"body is nested more than {MAX_DEPTH} deep")
    if isinstance(value, Mapping):
        return {
            _key(key, where): _plain(item, f"{where}.{key}", depth + 1)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [_plain(item, f"{where}[{at}]", depth + 1) for at, item in enumerate(value)]
    raise _wrong_type(value, where)


def _wrong_type(value: object, where: str) -> BodyRefused:
    if isinstance(value, float):
        return BodyRefused(f"{where} is a float: write money in minor units and shares in percent")
    kind = type(value).__name__
    return BodyRefused(
        f"{where} is a {kind}: a body holds text, integers, booleans, nulls, lists and objects"
    )


def _key(key: object, where: str) -> str:
    if not isinstance(key, str):
        raise BodyRefused(f"{where} has a key that is not text: {key!r}")
    return _text(key, where)


def _text(value: str, where: str) -> str:
    if "\0" in value:
        raise BodyRefused(f"{where} holds the character U+0000, which PostgreSQL cannot store")
    return value


def _integer(value: int, where: str) -> int:
    if value.bit_length() > MAX_INTEGER_BITS:
        raise BodyRefused(f"{where} is an integer of more than {MAX_INTEGER_BITS} bits")
    return value


def _check_order(body: Mapping[str, Json]) -> None:
    order = body.get("order")
    if order is not None and not isinstance(order, str):
        raise BodyRefused("body.order is not text: it is the order's id")
    if isinstance(order, str) and len(order) > MAX_ORDER_LENGTH:
        raise BodyRefused(f"body.order has more than {MAX_ORDER_LENGTH} characters")
