"""Letters of other alphabets that look like Latin ones, and characters that look like nothing."""

import unicodedata

# Lengths are equal: each character on the left looks like the one below it.
CYRILLIC = "АВЕЗКМНОРСТУХІЈЅҮԌԚԜѴӀ" + "авезкмнорстухіјѕүԍԛԝѵӏһԁ"
AS_LATIN = "ABE3KMHOPCTYXIJSYGQWVI" + "abe3kmhopctyxijsygqwvihd"
GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αβγεζικμνορτυχ"
AS_LATIN_TOO = "ABEZHIKMNOPTYX" + "abyezikmvoptux"

LOOK_ALIKES = dict(zip(CYRILLIC + GREEK, AS_LATIN + AS_LATIN_TOO, strict=True))
DASHES = frozenset("\u02d7\u2043\u2212\u2796\u30fc")  # beside Unicode's own class of dashes
# Seen as nothing, though Unicode calls them letters or marks.
FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800")
SKIPPED = frozenset({"Cf", "Pd", "Zs", "Zl", "Zp"})


def is_nothing(character: str) -> bool:
    """A space, a dash, or what no eye sees."""
    return (
        character.isspace()
        or character in DASHES
        or character in FILLERS
        or unicodedata.category(character) in SKIPPED
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    )
