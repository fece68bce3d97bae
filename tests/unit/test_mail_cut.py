"""What the sender wrote now, and what is quoted, in whatever program and language."""

import pytest

from shopops.acknowledgments.reading.cut import cut
from shopops.acknowledgments.reading.names import Names
from tests.support.mails import NAMES, OTHER_SHOWN, SHOWN, TYPED, typed

MARKS = [
    "Den tis 3 mars 2026 kl 10:15 skrev ShopOps Alerts <",
    "alerts@shopops.example>:",
    "alerts＠shopops.example wrote",
    "Am 03.03.26 um 10:15 schrieb ShopOps Alerts:",
    "Le mar. 3 mars 2026 à 10:15, quelqu'un a écrit :",
    "From: Lund, Ida (Northline)",
    "per holm wrote",
    "-----Original Message-----",
    "________________________________",
    "-- ",
    "—",
    "***",
]


@pytest.mark.parametrize("mark", MARKS)
def test_nothing_below_a_mark_counts(mark: str) -> None:
    assert typed(f"{SHOWN}\n\n{mark}\n{OTHER_SHOWN}\n") == [TYPED]


@pytest.mark.parametrize(
    "line", ["Done.", "Thanks, P.", "It was 12:30 when I called", "a - b", "#1 is fixed", "*Done*"]
)
def test_other_lines_are_no_marks(line: str) -> None:
    assert typed(f"{line}\n\n{SHOWN}\n") == [TYPED]


@pytest.mark.parametrize("line", ["> 9T4WX-BC61K", ">> x", " > x", "＞ x", "Ida> x", "IL > x"])
def test_quoted_lines_are_dropped_and_what_follows_still_counts(line: str) -> None:
    assert typed(f"{line}\n\n{SHOWN}\n") == [TYPED]


def test_an_address_in_a_quoted_line_is_no_mark() -> None:
    assert typed(f"> alerts@shopops.example wrote:\n> {OTHER_SHOWN}\n{SHOWN}") == [TYPED]


def test_a_name_that_runs_over_the_end_of_a_line_is_a_mark() -> None:
    assert typed(f"On Tuesday, Per\nHolm wrote\n{SHOWN}") == []


def test_names_match_whole_words_in_any_order_without_accents() -> None:
    names = Names(["Jörg Åkesson", "田中太郎"])
    found = [
        "Akesson, Joerg",
        "AKESSON, JORG",
        "Jörg Åkessons",
        "田中太郎さん",
        "Jörg wrote",
    ]
    assert [names.stand_in(line) for line in found] == [False, True, False, True, False]


def test_a_block_of_header_lines_is_a_mark_in_any_language() -> None:
    block = "Da: Qualcuno\nRisposta: Altri\nData: giovedì 8 ottobre 2015 15:26\nA: Chi"
    assert typed(f"ok\n\n{block}\n\n{SHOWN}") == []


def test_codes_with_a_word_before_them_are_no_header_block() -> None:
    text = f"ack: {SHOWN}\nok: {SHOWN}\nNote: I called\nAnswer: at 10:30"
    assert typed(text) == [TYPED]


def test_labelled_lines_without_a_date_are_no_header_block() -> None:
    assert typed(f"Order: O-1001\nCarrier: called\nNext: nothing\n\n{SHOWN}") == [TYPED]


def test_a_line_with_date_and_time_that_ends_in_a_colon_is_a_mark() -> None:
    assert typed(f"El 21/11/2013 a las 10:15 alguien escribió:\n{SHOWN}") == []
    assert typed(f"Reshipped at 10:15:\n{SHOWN}") == [TYPED]


def test_a_reply_below_what_it_quotes_is_asked_again_rather_than_guessed() -> None:
    assert typed(f"On Tuesday ShopOps Alerts wrote:\n> {OTHER_SHOWN}\n\n{SHOWN}") == []


def test_the_cut_tells_own_lines_from_quoted_ones() -> None:
    parts = cut(["Done", "> old", "-- ", "Ida"], NAMES, wraps=True)
    assert [line.text for line in parts.own] == ["Done"]
    assert parts.quoted == ("> old", "-- ", "Ida")
