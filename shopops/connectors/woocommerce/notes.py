"""A note on an order, for the shop's people only; one for each code.

The shop's pages show a note as HTML, so everything in it is escaped. Its first line is what it is
found by.
"""

from html import escape, unescape

import msgspec

from shopops.connectors.members import Node
from shopops.connectors.ports import Done, NoteAsk, Noted

FIELDS = "id,date_created_gmt,note"
TITLE = "ShopOps note "


def body_of(ask: NoteAsk) -> bytes:
    said = [f"{_one_line(name)}: {_one_line(value)}" for name, value in ask.said.items()]
    text = "\n".join([title(ask.code), *said])
    return msgspec.json.encode(
        {"note": escape(text, quote=False), "customer_note": False, "added_by_user": False}
    )


def title(code: str) -> str:
    return f"{TITLE}{_one_line(code)}"


def title_in(note: str) -> str:
    """Of a note as the shop has it."""
    lines = unescape(note).splitlines()
    return lines[0].strip() if lines else ""


def read(note: Node) -> Noted | None:
    """None: it is none of ours, and does not say so."""
    text = note.get("note").text() or ""
    name = title_in(text)
    if not name.startswith(TITLE):
        return None
    said: dict[str, str] = {}
    for line in filter(None, map(_one_line, unescape(text).splitlines()[1:])):
        of, _, value = line.partition(": ")
        said[of] = f"{said[of]} | {value}" if of in said else value  # a line was added by hand
    remote_id = note.require("id").id()
    return Noted(remote_id=remote_id, code=name.removeprefix(TITLE), said=said)


def what_became(note: Node) -> Done:
    return Done(remote_id=note.require("id").id(), at=note.get("date_created_gmt").utc())


def _one_line(text: str) -> str:
    return " ".join(text.split())
