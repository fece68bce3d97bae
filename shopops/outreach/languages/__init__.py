"""The wordings that there are, by language."""

from collections.abc import Mapping

from shopops.outreach.languages.de import GERMAN
from shopops.outreach.languages.en import ENGLISH
from shopops.outreach.languages.es import SPANISH
from shopops.outreach.languages.fr import FRENCH
from shopops.outreach.phrases import Phrases

FALLBACK = "en"
LANGUAGES: Mapping[str, Phrases] = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
}


def spoken(*wanted: str) -> str:
    """The language that a mail is written in: the first wanted one that there is a wording for,
    without its region ("de-AT"), else the fallback."""
    bases = map(_base, wanted)
    return next((base for base in bases if base in LANGUAGES), FALLBACK)


def is_spoken(wanted: str) -> bool:
    return _base(wanted) in LANGUAGES


def _base(wanted: str) -> str:
    return wanted.replace("_", "-").partition("-")[0].lower()
