"""Where a test code stood that was not typed alone on a line. Pure."""

from collections.abc import Sequence

from shopops.acknowledgments.doctor.said import Said, Says, said
from shopops.acknowledgments.reading.codes_in_text import SeenCode, Why

PLACES: dict[Why, Says] = {
    Why.MISTYPED: Says.MISTYPED,
    Why.BRACKETED: Says.BRACKETED,
    Why.PROSE: Says.IN_PROSE,
    Why.URL: Says.IN_LINK,
    Why.QUOTED: Says.QUOTED,
}


def untyped_words(code: str, typed: Sequence[str], seen: Sequence[SeenCode]) -> tuple[Said, Said]:
    if typed:
        return said(Says.OTHER_TEST), said(Says.THIS_TEST)
    here = [each.why for each in seen if each.code == code or each.why is Why.MISTYPED]
    where = PLACES[min(here, key=list(Why).index)] if here else Says.NO_CODE
    return said(where), said(Says.TYPE_IT)
