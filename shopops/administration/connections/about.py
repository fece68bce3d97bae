"""Which order or parcel a delivery names, as its shop names it. Pure."""

import re
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from shopops.connections.masking import ORDER_NAME

AN_ORDER = ("name", "number", "id")  # Shopify's name is what its customers see
ELSEWHERE = "order_id"
INSIDE = ("data", "result")  # of our own protocol, and of EasyPost
NUMBER = re.compile(r"#?[\w:/.-]{1,80}", re.ASCII)


def about(topic: str, body: bytes) -> str:
    """Empty where it names neither, or can't be read."""
    try:
        told = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    if not isinstance(told, dict):
        return ""
    topic = topic or str(told.get("type", ""))
    inner = next((told[name] for name in INSIDE if isinstance(told.get(name), dict)), told)
    if topic.startswith("tracker"):
        return _said(inner, ("id",), _("parcel {id}"))
    is_order = topic.startswith("order") and not topic.startswith("order_")
    return _said(inner, AN_ORDER if is_order else (ELSEWHERE,), _("order {id}"))


def _said(inner: dict[str, Any], names: tuple[str, ...], words: str) -> str:
    for name in names:
        value = inner.get(name)
        shape = ORDER_NAME if name == "name" else NUMBER
        if isinstance(value, str | int) and shape.fullmatch(str(value)):
            return words.format(id=value)
    return ""
