"""A code survives people: its check character, and what typing and mail programs do to it."""

import unicodedata
from itertools import pairwise, product
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shopops.alarms.codes import (
    ALPHABET,
    MAX_SHIFT,
    bracketed,
    check_valid,
    code_of,
    normalise,
    shown,
)
from shopops.alarms.lookalikes import AS_LATIN, AS_LATIN_TOO, CYRILLIC, GREEK
from tests.support.alarm_identity import CROCKFORD, damm

KNOWN = ["7F3KQ2MD8N", "9T4WXBC61K"]  # made elsewhere, by another program
stems = st.text(ALPHABET, min_size=9, max_size=9)
codes = stems.map(lambda stem: stem + CROCKFORD[damm(stem)])
keys = st.binary(min_size=32, max_size=32)
NOISE = " \t\u00a0\u200b\u200d\u2060\u00ad\ufeff-‐–—−"


@pytest.mark.parametrize("code", KNOWN)
def test_codes_of_another_program_have_the_right_check_character(code: str) -> None:
    assert check_valid(code)
    assert CROCKFORD[damm(code[:9])] == code[9]


@given(st.binary(min_size=16), keys, st.integers(0, MAX_SHIFT))
def test_every_code_is_valid_and_the_same_whenever_it_is_made(
    secret: bytes, item_key: bytes, shift: int
) -> None:
    code = code_of(secret, item_key, shift)
    assert check_valid(code)
    assert code == code_of(secret, item_key, shift)
    assert normalise(shown(code)) == code


@given(st.binary(min_size=16), keys)
def test_a_shift_reads_further_characters_of_the_same_hmac(secret: bytes, item_key: bytes) -> None:
    made = [code_of(secret, item_key, shift) for shift in range(MAX_SHIFT + 1)]
    assert all(later[:8] == earlier[1:9] for earlier, later in pairwise(made))


@pytest.mark.parametrize("shift", [-1, MAX_SHIFT + 1])
def test_a_shift_beyond_the_hmac_is_refused(shift: int) -> None:
    with pytest.raises(ValueError, match="shift"):
        code_of(b"secret", bytes(32), shift)


def test_a_code_is_shown_in_two_halves_and_printed_in_brackets() -> None:
    assert shown("7F3KQ2MD8N") == "7F3KQ-2MD8N"
    assert bracketed("7F3KQ2MD8N") == "[7F3KQ-2MD8N]"


@given(codes)
def test_every_single_wrong_character_is_caught(code: str) -> None:
    for place, wrong in product(range(10), ALPHABET):
        if code[place] != wrong:
            assert not check_valid(code[:place] + wrong + code[place + 1 :])


@given(codes)
@example("0000000000"[:9] + CROCKFORD[damm("0" * 9)])
def test_every_two_neighbours_that_changed_places_are_caught(code: str) -> None:
    for place in range(9):
        left, right = code[place], code[place + 1]
        if left != right:
            assert not check_valid(code[:place] + right + left + code[place + 2 :])


@given(stems)
def test_exactly_one_check_character_fits(stem: str) -> None:
    assert [last for last in ALPHABET if check_valid(stem + last)] == [CROCKFORD[damm(stem)]]


@pytest.mark.parametrize(
    "text",
    ["", "7F3KQ2MD8", "7F3KQ2MD8NN", "7F3KQ-2MD8N", "7f3kq2md8n", "7F3KQ2MD8O", "७F3KQ2MD8N"],
)
def test_what_is_not_ten_characters_of_the_alphabet_is_no_code(text: str) -> None:
    assert not check_valid(text)


@pytest.mark.parametrize(
    "typed",
    [
        "7F3KQ-2MD8N",
        "7f3kq-2md8n",
        "7F3KQ2MD8N",
        "  7F3KQ 2MD8N\t\r\n",
        "7 F 3 K Q - 2 M D 8 N",
        "７Ｆ３ＫＱ－２ＭＤ８Ｎ",
        "𝟕𝐅𝟑𝐊𝐐-𝟐𝐌𝐃𝟖𝐍",
        "⑦F3KQ-2MD8N",
        "7F3KQ\N{SOFT HYPHEN}2MD8N",
        "\N{ZERO WIDTH NO-BREAK SPACE}7F3KQ\N{ZERO WIDTH SPACE}-2MD8N\N{ZERO WIDTH JOINER}",
        "\N{RIGHT-TO-LEFT OVERRIDE}7F3KQ-2MD8N\N{POP DIRECTIONAL FORMATTING}",
        "7F3KQ\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}2MD8N\N{IDEOGRAPHIC SPACE}",
        "7\N{VARIATION SELECTOR-16}F3KQ-2MD8N\N{VARIATION SELECTOR-17}",
        "7F3KQ\N{HANGUL FILLER}\N{COMBINING GRAPHEME JOINER}2MD8N",
        "7F\N{CYRILLIC CAPITAL LETTER ZE}\N{CYRILLIC CAPITAL LETTER KA}Q-2MD8N",
        "7F3KQ-2\N{CYRILLIC SMALL LETTER EM}D8N",
        "7F3\N{GREEK SMALL LETTER KAPPA}Q-2\N{GREEK CAPITAL LETTER MU}D8N",
    ],
)
def test_a_code_is_read_however_it_was_typed(typed: str) -> None:
    assert normalise(typed) == "7F3KQ2MD8N"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *zip("OoIiLlUu", "001111VV", strict=True),
        ("\N{CYRILLIC SMALL LETTER O}", "0"),
        ("\N{GREEK CAPITAL LETTER IOTA}", "1"),
        ("\N{CYRILLIC LETTER PALOCHKA}", "1"),
    ],
)
def test_letters_that_codes_never_have_are_read_as_what_they_look_like(
    typed: str, meant: str
) -> None:
    assert normalise(typed * 10) == meant * 10


DASHES = [
    character for character in map(chr, range(0x110000)) if unicodedata.category(character) == "Pd"
] + ["\N{MINUS SIGN}", "\N{HYPHEN BULLET}", "\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}"]


@pytest.mark.parametrize("dash", DASHES, ids=unicodedata.name)
def test_every_dash_between_the_halves_is_a_dash(dash: str) -> None:
    assert normalise(f"7F3KQ{dash}2MD8N") == "7F3KQ2MD8N"


@pytest.mark.parametrize(
    ("letter", "latin"), [*zip(CYRILLIC + GREEK, AS_LATIN + AS_LATIN_TOO, strict=True)]
)
def test_a_look_alike_is_another_alphabets_letter_and_stands_for_a_latin_one(
    letter: str, latin: str
) -> None:
    assert unicodedata.name(letter).startswith(("CYRILLIC", "GREEK"))
    assert latin.isascii()
    assert normalise(letter * 10) == normalise(latin * 10)


@pytest.mark.parametrize(
    "text",
    [
        "[7F3KQ-2MD8N]",
        "7F3KQ-2MD8N.",
        "ack 7F3KQ-2MD8N",
        "7F3KQ-2MD8N 9T4WX-BC61K",
        "7F3KQ-2MD8",
        "",
        "----------",
        "É" * 10,
        "E\N{COMBINING ACUTE ACCENT}" * 10,
        "7F3KQ\x002MD8N",
        "ß" * 5,
        "½" * 5,
        "\ud800" * 10,
    ],
)
def test_what_has_anything_else_beside_a_code_is_not_read_as_one(text: str) -> None:
    assert normalise(text) is None


@given(st.text() | st.text(ALPHABET + NOISE + CYRILLIC + GREEK + "oilu７．é[", max_size=16))
def test_what_is_read_is_nothing_or_ten_characters_that_read_as_themselves(text: str) -> None:
    found = normalise(text)
    if found is not None:
        assert len(found) == 10
        assert set(found) <= set(ALPHABET)
        assert normalise(found) == found


@given(
    codes,
    st.lists(st.text(NOISE, max_size=3), min_size=11, max_size=11),
    st.lists(st.booleans(), min_size=10, max_size=10),
)
def test_reading_undoes_what_mail_programs_put_between_characters(
    code: str, noise: list[str], lower: list[bool]
) -> None:
    letters = [each.lower() if small else each for each, small in zip(code, lower, strict=True)]
    between = "".join(gap + letter for gap, letter in zip(noise, letters, strict=False))
    assert normalise(between + noise[-1]) == code


@pytest.mark.parametrize(
    "unit", ["-", "\u200b", "A", "\u0301\u0316", "\N{LATIN SMALL LIGATURE FI}", "7F3KQ-2MD8N "]
)
def test_a_line_of_any_length_takes_time_in_proportion(unit: str) -> None:
    text = unit * (400_000 // len(unit))
    begun = process_time()
    normalise(text)
    assert process_time() - begun < 5  # in quadratic time: hours
