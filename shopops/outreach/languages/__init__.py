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


def spoken(wanted: str) -> str:
    """The language that a mail is written in: the wanted one without its region ("de-AT"), or the
    fallback where there is no wording for it."""
    base = _base(wanted)
    return base if base in LANGUAGES else FALLBACK


def fell_back(wanted: str) -> bool:
    return spoken(wanted) != _base(wanted)


def _base(wanted: str) -> str:
    return wanted.replace("_", "-").partition("-")[0].lower()
