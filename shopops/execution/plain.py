"""What a shop says, so that a row and the ledger can hold it: a text that could not be stored would
keep an answer from ever being recorded. Pure."""

from shopops.connections.masking import scrubbed

LONGEST_CODE = 48
LONGEST_DETAIL = 500
LONGEST_ID = 255


def plain(text: str, longest: int) -> str:
    """Without what PostgreSQL can't store, and no longer than there is room for."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()[:longest]


def plain_code(code: str) -> str:
    return plain(code, LONGEST_CODE)


def plain_detail(detail: str) -> str:
    """Without what stands for somebody: it is kept for longer than the answer that it quotes, such
    as a mail server's that repeats the address, and nobody can erase it."""
    return plain(scrubbed(detail), LONGEST_DETAIL)


def plain_id(remote_id: str) -> str:
    return plain(remote_id, LONGEST_ID)
