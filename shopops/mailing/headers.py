"""Header lines that say what they were given and nothing else. Pure.

A line break in a value would begin a header of somebody's choosing, so it is refused, never
cleaned away: whoever passed it on should know.
"""

import re
from email.header import Header
from functools import lru_cache

import idna

from shopops.mailing.refusals import NotMailable

# Every break that some mail program honours, and NUL, which some cut at.
BREAKS = re.compile("[\r\n\0\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
PLAIN = re.compile(r"[\x20-\x7e]*")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
DOMAIN = re.compile(r"(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*", re.IGNORECASE)
WORDS = re.compile(r" *[^ ]+ *$| *[^ ]+")
LINE = 76  # where long lines are folded
LONGEST_PLAIN = 900  # octets; a line may have 998


def header(name: str, value: str) -> bytes:
    """`Name: value` and its line break, folded; words beyond ASCII as RFC 2047 has them."""
    if not NAME.fullmatch(name):
        raise NotMailable(f"{name!r} is no header's name")
    return f"{name}: {_encoded(name, value)}\r\n".encode("ascii")


def address_header(name: str, address: str, *, called: str = "") -> bytes:
    """A header that holds one mailbox, with the name that people see before it."""
    mailbox = mail_address(address)
    if not called:
        return header(name, mailbox)
    return f"{name}: {_phrase(name, called)}\r\n <{mailbox}>\r\n".encode("ascii")


@lru_cache(maxsize=256)
def mail_address(address: str) -> str:
    """The address as SMTP takes it: its domain in A-labels. Refuses all but one plain mailbox."""
    local, _, domain = address.rpartition("@")
    try:
        name = domain if domain.isascii() else idna.encode(domain, uts46=True).decode("ascii")
    except idna.IDNAError:
        name = ""
    if len(local) > 64 or not LOCAL.fullmatch(local) or not DOMAIN.fullmatch(name):
        raise NotMailable(f"{address!r} is no mail address that every server takes")
    return f"{local}@{name}"


def _encoded(name: str, value: str) -> str:
    if is_plain(name, value):
        return _folded(name, value)
    words = Header(value, "utf-8", maxlinelen=LINE, header_name=name)
    try:
        return words.encode(linesep="\r\n")
    except UnicodeEncodeError as problem:  # half of a surrogate pair
        raise NotMailable(f"the header {name} has a character that is none") from problem


def is_plain(name: str, value: str) -> bool:
    """Whether the value may stand there as it is; refuses one with a line break in it."""
    if BREAKS.search(value):
        raise NotMailable(f"the header {name} would have a line break in it")
    # "=?" could be read as the beginning of an encoded word
    return bool(PLAIN.fullmatch(value)) and "=?" not in value and len(value) <= LONGEST_PLAIN


def _folded(name: str, value: str) -> str:
    """Broken before spaces where the line gets long; unfolding gives back every space."""
    room = LINE - len(name) - 2
    if len(value) <= room:
        return value
    lines, line = [], ""
    for word in WORDS.findall(value):
        if line and len(line) + len(word) > room:
            lines.append(line)
            line = ""
        line += word
    return "\r\n".join([*lines, line])


def _phrase(header_name: str, called: str) -> str:
    if not is_plain(header_name, called):
        return _encoded(header_name, called)
    return '"' + called.replace("\\", "\\\\").replace('"', '\\"') + '"'
