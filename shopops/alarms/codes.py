"""The code that a person types back: nine characters of the item's own HMAC, one that checks them.

The characters are Crockford's base 32, which has no I, L, O and U. The tenth is Damm's over GF(32)
with x^5+x^2+1: it catches every single wrong character and every two neighbours that changed
places. A code is never random and never made anew: item and secret give the same one for ever.
"""

import hmac
import unicodedata

from shopops.alarms.lookalikes import LOOK_ALIKES, is_nothing

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10
VALUES = {character: value for value, character in enumerate(ALPHABET)}
START = 1  # so that leading zeros count
POLYNOMIAL = 0b100101
MISREAD = str.maketrans("OILU", "011V")  # letters that codes never have
DIGEST_CHARACTERS = 256 // 5
MAX_SHIFT = DIGEST_CHARACTERS - (LENGTH - 1)


def code_of(secret: bytes, item_key: bytes, shift: int = 0) -> str:
    """Ten characters. When a shop has this code for another item, take the next `shift`: the same
    HMAC, read that many characters further on. ValueError beyond MAX_SHIFT."""
    if not 0 <= shift <= MAX_SHIFT:
        raise ValueError(f"shift {shift} is not between 0 and {MAX_SHIFT}")
    digest = int.from_bytes(hmac.digest(secret, item_key, "sha256"), "big")
    places = range(shift, shift + LENGTH - 1)
    stem = "".join(ALPHABET[digest >> (251 - 5 * place) & 31] for place in places)
    return stem + ALPHABET[_state_after(stem)]


def check_valid(code: str) -> bool:
    """Whether the last of ten characters fits the nine before it."""
    return len(code) == LENGTH and VALUES.keys() >= set(code) and _state_after(code) == 0


def normalise(text: str) -> str | None:
    """The ten characters that a person typed, or None where anything else stands beside them.

    Undone is what mail programs, keyboards and eyes do to a code on its way: full-width digits,
    soft hyphens, long dashes, a letter O for a zero, a Cyrillic С for a C. Whether it is the right
    code is not judged here.

    Brackets are something else on purpose: our mails print codes in them, nobody types them. Takes
    time in proportion to the text at most: no more than eleven characters are kept.
    """
    found = ""
    for typed in text:
        # One at a time: over a whole text this would take quadratic time on piled-up accents.
        for character in unicodedata.normalize("NFKC", typed):
            if is_nothing(character):
                continue
            letter = LOOK_ALIKES.get(character, character)
            if not letter.isascii() or (read := letter.upper().translate(MISREAD)) not in ALPHABET:
                return None
            found += read
        if len(found) > LENGTH:
            return None
    return found if len(found) == LENGTH else None


def shown(code: str) -> str:
    """As people read it: 7F3KQ-2MD8N."""
    return f"{code[:5]}-{code[5:]}"


def bracketed(code: str) -> str:
    """As our mails print it: [7F3KQ-2MD8N]. What stands in brackets was never typed."""
    return f"[{shown(code)}]"


def _state_after(characters: str) -> int:
    state = START
    for character in characters:
        state = (state ^ VALUES[character]) << 1
        if state & 32:
            state ^= POLYNOMIAL
    return state
