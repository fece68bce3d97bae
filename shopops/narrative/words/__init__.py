"""What the gate looks for, by language: those that there are wordings of ours in."""

from collections.abc import Mapping

from shopops.narrative.words.de import GERMAN
from shopops.narrative.words.en import ENGLISH
from shopops.narrative.words.es import SPANISH
from shopops.narrative.words.fr import FRENCH
from shopops.narrative.words.table import Table

TABLES: Mapping[str, Table] = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
