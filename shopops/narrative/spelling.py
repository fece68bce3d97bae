"""A word as people read it: no accent, put on or left out, hides one from the lists. Pure."""

import unicodedata

WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def bare(text: str) -> str:
    """Without accents. Signs that only look like a letter stay: `signs` refuses them."""
    parted = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in parted if not unicodedata.combining(sign))


def spellings(word: str) -> set[str]:
    """As `bare` has it, and with the umlauts as two letters."""
    return {bare(word), bare(word.translate(WRITTEN_OUT))}
