"""Names of months and weekdays, as Babel knows them. Pure."""

from functools import cache

from babel.dates import get_day_names, get_month_names

from shopops.narrative.words.table import parts

SHORTEST = 3  # letters; "so" and "di" are also words
ALSO_WORDS = frozenset({"may", "march", "sun", "sat", "mar"})  # unless they begin with a capital


def names_a_day(word: str, locale: str) -> bool:
    """`word`: as `bare` makes it."""
    if word.casefold() in ALSO_WORDS and word.islower():
        return False
    return word.casefold() in _names(locale)


@cache
def _names(locale: str) -> frozenset[str]:
    found: set[str] = set()
    for width in ("wide", "abbreviated"):
        for context in ("format", "stand-alone"):
            found |= {*get_month_names(width, context, locale).values()}
            found |= {*get_day_names(width, context, locale).values()}
    names = (name.rstrip(".").casefold() for name in found)
    return frozenset(parts(name for name in names if len(name) >= SHORTEST))
