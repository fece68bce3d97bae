"""What a mail says in our own fixed wordings, without a fact put in. Pure.

This, and the cause's code, is all of an order that a model is told: what people wrote, and every
sentence with an amount, a date, a name or a number in it, stays here.
"""

from collections.abc import Sequence

from shopops.agents.resolution.codes import Outline
from shopops.outreach.languages import LANGUAGES
from shopops.outreach.phrases import OTHER


def said(outline: Sequence[str], language: str) -> list[str]:
    """`language`: one that there are wordings in. A point without a wording is left out."""
    wordings = LANGUAGES[language]
    found = []
    for point in outline:
        if point.endswith(Outline.APOLOGY):
            cause = point.removesuffix(Outline.APOLOGY)
            found.append(wordings.apologies.get(cause, wordings.apologies[OTHER]))
        elif point in wordings.points:
            found.append(wordings.points[point])
    return found
