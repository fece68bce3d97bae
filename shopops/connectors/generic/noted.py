"""The notes that the shop's own system shows on an order, page by page."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from shopops.connectors.ports import CannotRead, Noted

MOST_PAGES = 20


class Line(Struct, frozen=True):
    name: str
    text: str


class Shown(Struct, frozen=True):
    id: Annotated[str, Meta(min_length=1, max_length=255)]
    code: str
    lines: list[Line]


class Page(Struct, frozen=True):
    """`next`: what to ask for as `after`; empty on the last page."""

    notes: list[Shown]
    next: Annotated[str, Meta(max_length=255)] = ""


def page_of(body: bytes) -> tuple[list[Noted], str]:
    """Raises `CannotRead`."""
    try:
        page = msgspec.json.decode(body, type=Page)
    except (msgspec.DecodeError, RecursionError) as problem:
        detail = f"The shop's notes can't be read: {problem}"[:300]
        raise CannotRead("unreadable_answer", detail) from problem
    return [_noted(one) for one in page.notes], page.next


def _noted(shown: Shown) -> Noted:
    said: dict[str, str] = {}
    for line in shown.lines:
        before = f"{said[line.name]} | " if line.name in said else ""
        said[line.name] = before + line.text
    return Noted(remote_id=shown.id, code=shown.code, said=said)
