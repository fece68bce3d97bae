"""What went over the line to or from a shop, as people may see it.

Shown is what is known to be plain: ids, states, amounts, times, messages without what stands for a
person. Everything else is covered, also what nobody thought of. Pure.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from shopops.connections.plain_words import (
    ABOUT_PERSONS,
    HEADERS,
    MESSAGES,
    NOTE_LINES,
    OF_TAXES,
    PERSONAL,
    PERSONS,
    PLAIN,
    PLAIN_NAMES,
    SECRET,
    TAXES,
)

COVER = "•••"
OURS = "_shopops_"
MOST_BYTES = 512 * 1024
MOST_OF_A_LIST = 50
LONGEST = 2000  # characters of one value
SMALL = 10**6  # a number below it is no telephone number

WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$.:-]{0,79}")
FORM = re.compile(r"[\w.\[\]%~+-]+=[^&\s]*(&[\w.\[\]%~+-]+=[^&\s]*)*", re.ASCII)
IN_BRACKETS = re.compile(r"[^\[\]]+")
# A value of one of these shapes says nothing about a person, whatever it is called.
PLAIN_SHAPE = re.compile(
    r"-?\d{1,9}(\.\d{1,4})?"
    r"|\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?"
    r"|gid://[a-z]+/\w+/\d+"
    r"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|[0-9a-f]{64}"
    r"|true|false|",
    re.ASCII,
)
ONE_WORD = re.compile(r"[\w#:/.-]{1,120}", re.ASCII)
VERSION = re.compile(r"\d{4}-\d\d", re.ASCII)
ORDER_NAME = re.compile(r"#?[A-Z]{0,8}-?\d{1,10}(-[A-Z0-9]{1,6})*", re.ASCII)
DOCUMENT = re.compile(r"\s*(query|mutation|\{)")
# An e-mail address; a number with a plus, with a nought before it, or in groups: an id is none. A
# bank account; a token or key of a shop, which some repeat when they refuse it.
STANDS_FOR_SOMEBODY = re.compile(
    r"[^\s@<>\"']+@[^\s@<>\"']+"
    r"|\+\d[\d\s().-]{5,}\d"
    r"|\b0\d[\d\s()/.-]{4,}\d"
    r"|\(?\b\d{2,5}[\s()/-]+\d{3,}[\d\s()/-]*\d"
    r"|\b[A-Z]{2}\d{2}(\s?[A-Z0-9]{4}){3,7}(\s?[A-Z0-9]{1,3})?\b"
    r"|\b(shp[a-z]{2}|whsec|ck|cs|so)_[\w+/=-]{12,}"
    r"|\bEZ[A-Z]{2}\w{12,}",
    re.ASCII,
)


def masked(body: bytes) -> str | None:
    """JSON, or the fields of a form, with one member on a line. None: it is neither, or too long,
    and nothing of it may be shown."""
    if len(body) > MOST_BYTES:
        return None
    try:
        text = body.decode()
        read = _read(text)
        return None if read is None else json.dumps(read, indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return None


def masked_headers(headers: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value if name.lower() in HEADERS else COVER for name, value in sorted(headers.items())
    }


def masked_url(url: str) -> str:
    """Without a name and password, and with its query covered where it is not plain."""
    try:
        parts = urlsplit(url)
        asked = parse_qsl(parts.query, keep_blank_values=True)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return COVER
    query = "&".join(f"{quote(_key(name))}={quote(_of_form(name, one))}" for name, one in asked)
    path = "/".join(_part(one) for one in parts.path.split("/"))
    return urlunsplit((parts.scheme, host, path, query.replace(quote(COVER), COVER), ""))


def scrubbed(value: str) -> str:
    """What a shop says, without what stands for somebody."""
    return STANDS_FOR_SOMEBODY.sub(COVER, value)[:LONGEST]


def _part(part: str) -> str:
    """Of a path: a number alone is an id, and a version may look like a date."""
    plain = part.isdigit() or PLAIN_SHAPE.fullmatch(part) or VERSION.fullmatch(part)
    return part if plain else STANDS_FOR_SOMEBODY.sub(COVER, unquote(part))


def _read(text: str) -> Any:
    stripped = text.strip()
    if stripped[:1] in ("{", "["):
        return _value(json.loads(stripped), "", within=False)
    if FORM.fullmatch(stripped):
        fields = parse_qsl(stripped, keep_blank_values=True, max_num_fields=1000)
        return {_key(name): _of_form(name, one) for name, one in fields}
    return None


def _of_form(name: str, value: str) -> str:
    """Of `customer[email]` the parts before the last are what it stands in."""
    *around, last = IN_BRACKETS.findall(name) or [""]
    shown = _value(value, last, within=any(_is_person(one) for one in around))
    return str(shown)


def _value(value: Any, key: str, *, within: bool) -> Any:
    """`within`: it stands inside of what is about somebody."""
    match value:
        case dict():
            inside = within or _is_person(key)
            shown = {_key(name): _value(one, name, within=inside) for name, one in value.items()}
            return {**shown, **_ours(value)}
        case list():
            found = [_value(one, key, within=within) for one in value[:MOST_OF_A_LIST]]
            more = len(value) - MOST_OF_A_LIST
            return [*found, f"… {more}"] if more > 0 else found
        case None | bool():
            return value
        case int() | float():
            return value if _shows_number(value, key, within=within) else COVER
        case _:
            return _string(str(value), key, within=within)


def _ours(pair: Mapping[str, Any]) -> Mapping[str, Any]:
    """What we wrote ourselves on an order: a key and one word; of a note's line its label."""
    label = pair.get("name")
    if pair.keys() == {"name", "text"} and isinstance(label, str) and label in NOTE_LINES:
        return {"name": label}
    key, value = pair.get("key"), pair.get("value")
    ours = isinstance(key, str) and key.startswith(OURS) and isinstance(value, str)
    return {"value": value} if ours and ONE_WORD.fullmatch(str(value)) else {}


def _string(value: str, key: str, *, within: bool) -> str:
    words = _words(key)
    if within:
        about = key.lower() in ABOUT_PERSONS and not STANDS_FOR_SOMEBODY.search(value)
        return value if about else COVER
    if key in PLAIN_NAMES and ONE_WORD.fullmatch(value):
        return value
    if _is_hidden(words):
        is_order = key == "name" and ORDER_NAME.fullmatch(value)
        return value if is_order else COVER
    is_document = key == "query" and DOCUMENT.match(value)
    if is_document or MESSAGES & set(words):
        return scrubbed(value)
    plain = words[-1:] and words[-1] in PLAIN and ONE_WORD.fullmatch(value)
    return value if plain or PLAIN_SHAPE.fullmatch(value) else COVER


def _shows_number(value: float, key: str, *, within: bool) -> bool:
    words = _words(key)
    if within:
        return key.lower() in ABOUT_PERSONS
    if _is_hidden(words):
        return False
    return abs(value) < SMALL or (words[-1:] != [] and words[-1] in PLAIN)


def _key(name: str) -> str:
    """A name that came as a member's; somebody's address is none."""
    parts: Iterable[str] = IN_BRACKETS.findall(name)
    plain = all((part.isdigit() and len(part) < 7) or NAME.fullmatch(part) for part in parts)
    return name if plain else COVER


def _is_person(key: str) -> bool:
    words = _words(key)
    return (
        bool((PERSONS | SECRET) & set(words)) or words == ["shipping"] or words == ["destination"]
    )


def _is_hidden(words: list[str]) -> bool:
    if words[-1:] == ["key"] and len(words) > 1:  # api_key, consumer_key
        return words[0] not in ("idempotency", "effect")
    if TAXES & set(words) and words[-1] in OF_TAXES:
        return True
    return bool((SECRET | PERSONAL) & set(words))


def _words(key: str) -> list[str]:
    return [word.lower() for word in WORDS.findall(key)]
