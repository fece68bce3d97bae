"""What an element's attributes say of its text: that it is quoted, unseen or struck out. Pure.

Mail programs mark what they quote by names of their own where they use no blockquote. Whatever is
taken for quoted, unseen or struck by mistake is asked for again; the other way round a code would
count that nobody typed.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

# Names that hold a quoted mail, as class or id; Outlook puts `x_` before those that it quotes.
_QUOTES = re.compile(
    r"(?:^|[\s_])(?:gmail_quote|gmail_attr|gmail_extra|yahoo_quoted|protonmail_quote|tutanota_quote"
    r"|moz-cite-prefix|moz-forward-container|ms-outlook-mobile-reference-message"
    r"|OutlookMessageHeader|reply-intro|forwardbody\d*)",
    re.IGNORECASE,
)
# Names of what stands above a quoted mail that goes on to the end.
_ABOVE_A_QUOTE = re.compile(r"(?:^|[\s_])(?:divRplyFwdMsg|appendonsend)", re.IGNORECASE)
_LINE_AT_THE_LEFT = re.compile(r"border-left(?:-style|-width)?:(?!none|0|medium|initial|unset)")
_UNSEEN = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|content-visibility:hidden"
    r"|(?:^|;)(?:font-size|opacity|(?:max-)?(?:height|width)|font):[+]?[0.]+(?:[a-z%;!]|$)"
)
_STRUCK = re.compile(r"text-decoration(?:-line)?:[^;]*line-through")
_INLINE = re.compile(r"display:(?:inline|contents)")
_CLOSED_UNLESS_OPEN = frozenset({"dialog", "details"})
_STRUCK_TAGS = frozenset({"del", "s", "strike"})
_PLENTY = 1_000  # characters of an attribute


class Look(Struct, frozen=True):
    """`void`: not seen, or struck out. `ends`: what comes after it is quoted."""

    quoted: bool = False
    void: bool = False
    inline: bool = False
    ends: bool = False


PLAIN = Look()


def look_of(tag: str, attributes: Mapping[str, str | None]) -> Look:
    if not attributes and tag not in _CLOSED_UNLESS_OPEN and tag not in _STRUCK_TAGS:
        return Look(quoted=True) if tag == "blockquote" else PLAIN
    stated = attributes.get("style") or ""
    style = "".join(stated[:_PLENTY].lower().split())
    names = " ".join((attributes.get(name) or "")[:_PLENTY] for name in ("class", "id"))
    is_closed = tag in _CLOSED_UNLESS_OPEN and "open" not in attributes
    is_struck = tag in _STRUCK_TAGS or bool(_STRUCK.search(style))
    is_odd = "/*" in style or "\\" in style or len(stated) > _PLENTY  # may hide what it says
    return Look(
        quoted=tag == "blockquote"
        or bool(_QUOTES.search(names) or _LINE_AT_THE_LEFT.search(style)),
        void=is_closed
        or is_struck
        or is_odd
        or "hidden" in attributes
        or bool(_UNSEEN.search(style)),
        inline=bool(_INLINE.search(style)),
        ends=bool(_ABOVE_A_QUOTE.search(names)),
    )
