"""One spelling for what looks the same: widths, invisible characters, dashes, line ends."""

import re
import unicodedata

from shopops.acknowledgments.reading.limits import MAX_LINE, MAX_TEXT, MAX_TEXT_LINES

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_DASHES = "‐‑‒–—―⁃−─━⸺⸻﹘﹣－ー˗➖"
# Letters that show nothing; Unicode counts them as letters or symbols.
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
_STRUCK = range(0x0334, 0x0339)  # combining strokes: a struck code is no longer meant
_TABLE: dict[int, str] = (
    dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), " ")
    | {0: ""}
    | {ord(dash): "-" for dash in _DASHES}
    | dict.fromkeys(map(ord, _BLANKS), "")
    | dict.fromkeys(_STRUCK, "~")
)


def lines_of(text: str, *, clipped: bool = False) -> list[str]:
    """The text's first lines, each in its normal form; never half a line that looks whole.

    `clipped`: the text was cut off before, so its last line may be half a line.
    """
    lines = _LINE_END.split(text[:MAX_TEXT], MAX_TEXT_LINES)
    if len(lines) > MAX_TEXT_LINES or len(text) > MAX_TEXT or clipped:
        last = lines.pop()
        lines += [last] if len(last) > MAX_LINE else []
    return [normal(line) for line in lines]


def normal(line: str) -> str:
    """NFKC without invisible characters and accents that stand alone; every dash is `-`."""
    line = line[:MAX_LINE]
    if line.isascii():
        return line.translate(_TABLE)
    # Marks go first: ordering a long run of them takes quadratic time.
    bare = "".join(filter(_shows, line.translate(_TABLE)))
    return unicodedata.normalize("NFKC", bare)[:MAX_LINE]


def without_accents(word: str) -> str:
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _shows(character: str) -> bool:
    if character.isascii():
        return True
    hidden = unicodedata.category(character) in {"Cf", "Mn", "Me", "Cs", "Co", "Cn"}
    return not hidden and not unicodedata.combining(character)
