"""Bytes of a body to text, whatever the charset is said to be."""

import codecs

# Python's own: one decodes in quadratic time, the others give bytes a second meaning.
_NO_CHARSETS = frozenset(
    {"punycode", "idna", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}
)
_UNDECLARED = frozenset({"ascii", "iso8859-1", "latin-1"})


def decoded(content: bytes, charset: str | None) -> str:
    """Never raises: what the charset does not know becomes U+FFFD.

    A mail that names no charset, an unknown one or plain ASCII is often UTF-8 in truth.
    """
    name = _known(charset)
    for candidate in ("utf-8", name) if name is None or name in _UNDECLARED else (name,):
        if candidate is not None:
            try:
                return content.decode(candidate)
            except ValueError:
                continue
    return content.decode(name or "cp1252", "replace")


def _known(charset: str | None) -> str | None:
    try:
        info = codecs.lookup(charset or "")
    except (LookupError, ValueError):
        return None
    is_text = getattr(info, "_is_text_encoding", True)
    return info.name if is_text and info.name not in _NO_CHARSETS else None
