"""Names of mails. A ring has one for ever: every try to send it goes out under the same. Pure."""

from uuid import UUID


def message_id(token: UUID, *, kind: str, domain: str) -> str:
    """`<ring.1f0c….@shop.example>`, with its angle brackets, as the header has it."""
    return f"<{kind}.{token.hex}@{domain}>"
