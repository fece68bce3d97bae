"""Which codes were typed: never in brackets, and each alone on its line."""

import pytest

from shopops.acknowledgments.reading.codes_in_text import SeenCode, Why, lone_texts
from shopops.acknowledgments.reading.cut import cut
from tests.support.mails import (
    LEGACY,
    MISTYPED,
    NAMES,
    OTHER,
    OTHER_SHOWN,
    QUOTED_ALERT,
    SHOWN,
    TYPED,
    codes_of_text,
    typed,
)


@pytest.mark.parametrize(
    "line",
    [
        SHOWN,
        "  7F3KQ-2MD8N  ",
        "7F3KQ2MD8N",
        "7f3kq-2md8n",
        "7F3KQ 2MD8N",
        "7F3KQ - 2MD8N",
        "7F3KQ-2MD8N.",
        "7F3KQ-2MD8N!",
        "*7F3KQ-2MD8N*",
        "ack 7F3KQ-2MD8N",
        "ACK: 7F3KQ-2MD8N",
        "7F3KQ-2MD8N done",
        "ok, done - 7F3KQ-2MD8N",
        "7F3KQ-2MD8N, ok.",
    ],
)
def test_a_code_alone_on_its_line_counts_and_ack_done_and_ok_may_stand_beside_it(
    line: str,
) -> None:
    assert typed(line) == [TYPED]


@pytest.mark.parametrize(
    "line",
    [
        "７Ｆ３ＫＱ－２ＭＤ８Ｎ．",
        "7F3KQ\u20132MD8N",
        "7F3KQ\u20142MD8N",
        "7F3KQ\u22122MD8N",
        "7F3KQー2MD8N",
        "7F3KQ\u00ad-2MD8N",
        "7F3\u200bKQ-2MD8N\ufeff",
        "\u00a07F3KQ\u00a02MD8N\u00a0",
        "7F3КQ-2МD8N",  # Cyrillic К and М
        "7F3ΚQ-2ΜD8N",  # Greek Κ and Μ
        "7F3KQ-2MD8N\u202c",
        "7F3KQ\u302e-2MD8\u0301N",
    ],
)
def test_what_keyboards_and_mail_programs_do_to_a_code_is_undone(line: str) -> None:
    assert typed(line) == [TYPED]


@pytest.mark.parametrize(
    ("line", "code"), [("OILU0-0001O", "01"), ("9t4wx-bc6lk", OTHER), ("9T4WX-BC6IK", OTHER)]
)
def test_letters_that_codes_never_have_are_read_as_the_ones_they_look_like(
    line: str, code: str
) -> None:
    assert [found for found in typed(line) if found == code] == ([code] if code == OTHER else [])


@pytest.mark.parametrize(
    "line",
    [
        "7F3KQ-2MD8N is NOT done, please do not acknowledge it yet.",
        "not 7F3KQ-2MD8N",
        "7F3KQ-2MD8N?",
        "7F3KQ-2MD8N:",
        "- 7F3KQ-2MD8N",
        "Code: 7F3KQ-2MD8N",
        "7F3KQ-2MD8N 9T4WX-BC61K",
        "~7F3KQ-2MD8N~",
        "7\u0336F\u03363KQ-2MD8N",
        '"7F3KQ-2MD8N"',
    ],
)
def test_a_code_with_anything_else_on_its_line_does_not_count(line: str) -> None:
    assert typed(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "[7F3KQ-2MD8N]",
        "［7F3KQ-2MD8N］",
        "(7F3KQ-2MD8N)",
        "ack [7F3KQ-2MD8N]",
        "[ 7F3KQ-2MD8N ]",
        "[7F3KQ-2MD8N",
        "7F3KQ-2MD8N]",
        "【7F3KQ-2MD8N】",
    ],
)
def test_a_bracketed_code_was_printed_by_us_and_not_typed(line: str) -> None:
    codes = codes_of_text(line)
    assert codes.typed == ()
    assert codes.seen == (SeenCode(TYPED, Why.BRACKETED),)


def test_a_code_below_an_opening_bracket_is_bracketed_too() -> None:
    assert typed(f"[\n{SHOWN}\n]") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"I did {SHOWN} this morning", Why.PROSE),
        (f"https://shop.example/items/{SHOWN}", Why.URL),
        (f"www.shop.example/?code={SHOWN}", Why.URL),
        (f"> {SHOWN}", Why.QUOTED),
        (QUOTED_ALERT, Why.QUOTED),
        (f"Fine by me.\n\nVon: Ida Lund <ida@northline.example>\n\n{SHOWN}", Why.QUOTED),
    ],
)
def test_where_a_code_stood_that_does_not_count_is_known(text: str, why: Why) -> None:
    codes = codes_of_text(text)
    assert codes.typed == ()
    assert {code.code: code.why for code in codes.seen}[TYPED] == why


def test_a_code_that_was_typed_is_not_told_as_quoted_as_well() -> None:
    codes = codes_of_text(f"{SHOWN}\n\n{QUOTED_ALERT}")
    assert [code.code for code in codes.typed] == [TYPED]
    assert codes.seen == (SeenCode(OTHER, Why.QUOTED),)


def test_several_codes_count_when_each_has_a_line_and_each_counts_once() -> None:
    assert typed(f"{SHOWN}\n{OTHER_SHOWN}\nack {SHOWN}\n") == [TYPED, OTHER]


def test_a_typing_error_is_told_as_it_was_typed() -> None:
    codes = codes_of_text(f"{MISTYPED}\n{SHOWN}")
    assert [code.code for code in codes.typed] == [TYPED]
    assert codes.seen == (SeenCode(MISTYPED, Why.MISTYPED),)


@pytest.mark.parametrize("line", ["Attachment", "Hello Peter", "0800 000 000", "0123456789"])
def test_words_and_telephone_numbers_are_no_typing_errors(line: str) -> None:
    assert codes_of_text(line).seen == ()


def test_the_code_of_an_older_system_counts_verbatim_before_its_check_character_is_judged() -> None:
    old = "7F3KQ-2MD8X"  # looks like ours, and its last character is wrong
    codes = codes_of_text(f"{LEGACY}\nack {old}", legacy={LEGACY, old})
    assert [(code.code, code.legacy) for code in codes.typed] == [(LEGACY, True), (old, True)]
    assert typed(f"[{LEGACY}]\nand {LEGACY} too", legacy={LEGACY}) == []


def test_what_stands_alone_can_be_looked_up_among_older_codes() -> None:
    lines = [f"ack {LEGACY}.", "", f"> {OTHER_SHOWN}", SHOWN, "word " * 30]
    assert lone_texts(cut(lines, NAMES, wraps=True)) == (LEGACY, SHOWN)


@pytest.mark.parametrize(
    ("text", "asks"),
    [("ALL", True), ("ack all.", True), ("all good here", False), ("> ALL", False), (SHOWN, False)],
)
def test_asking_to_acknowledge_all_is_noticed(text: str, asks: bool) -> None:
    assert codes_of_text(text).asks_for_all is asks


def test_a_code_at_the_end_of_a_sentence_that_the_mail_program_broke_does_not_count() -> None:
    sentence = "I will not be able to look at this before Thursday, so please leave\n"
    assert typed(f"{sentence}{SHOWN}") == []
    assert typed(f"{sentence}it.\n{SHOWN}") == [TYPED]
    assert typed(f"The carrier found the parcel, and it is on its way to the customer.\n{SHOWN}")


def test_a_code_that_ends_a_broken_address_does_not_count() -> None:
    assert typed(f"See https://shop.example/items/\n{SHOWN}") == []
