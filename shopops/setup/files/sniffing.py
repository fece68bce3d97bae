"""What a file is, by its first bytes. Pure. What is in its rows, the import itself says."""

from collections.abc import Iterator

from shopops.setup.files.refusals import (
    FileRefused,
    Markup,
    NotJson,
    NotText,
    OtherEncoding,
    Packed,
    Sheet,
)

PACKED = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!")
WIDE = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
NO_TEXT = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\xd0\xcf\x11\xe0", b"SQLite format")
BOM = b"\xef\xbb\xbf"
SEPARATORS = (b",", b";", b"\t", b"|")


def refuse_other_kinds(head: bytes) -> None:
    """Raises `FileRefused` for what can't be JSON. `head`: some hundred bytes at least."""
    refusal = next(_reasons(head), None)
    if refusal is not None:
        raise refusal


def _reasons(head: bytes) -> Iterator[FileRefused]:
    if head.startswith(PACKED):
        yield Packed()
    if head.startswith(WIDE) or _every_other_is_nul(head):
        yield OtherEncoding()
    if head.startswith(NO_TEXT) or b"\0" in head:
        yield NotText()
    text = head.removeprefix(BOM).lstrip()
    if text.startswith(b"<"):
        yield Markup()
    if text and not text.startswith((b"{", b"[")):
        first = text.splitlines()[0]
        yield Sheet() if any(one in first for one in SEPARATORS) else NotJson()


def _every_other_is_nul(head: bytes) -> bool:
    """ASCII in UTF-16 without a mark."""
    start = head[:64]
    return len(start) > 3 and (not any(start[::2]) or not any(start[1::2]))
