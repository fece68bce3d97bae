"""Where a test code stood that was not typed alone on a line. Pure."""

from collections.abc import Sequence

from shopops.acknowledgments.reading.codes_in_text import SeenCode, Why

TYPE_IT = "Answer with the code alone on a line, without the brackets, above what is quoted."
PLACES: dict[Why, str] = {
    Why.MISTYPED: "A code was typed, but with a typing error in it.",
    Why.BRACKETED: "The code stands in brackets, as our mails print it, so nobody typed it.",
    Why.PROSE: "The code stands within other text.",
    Why.URL: "The code stands in a link.",
    Why.QUOTED: "The code stands only in what is quoted of our mail.",
}


def untyped_words(code: str, typed: Sequence[str], seen: Sequence[SeenCode]) -> tuple[str, str]:
    if typed:
        return "The code of another test was typed.", "Answer with the code of this test’s mail."
    here = [each.why for each in seen if each.code == code or each.why is Why.MISTYPED]
    if not here:
        return "The code does not stand in the answer.", TYPE_IT
    return PLACES[min(here, key=list(Why).index)], TYPE_IT
