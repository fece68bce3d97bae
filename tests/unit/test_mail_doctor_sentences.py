"""What a step of a mail test found is kept as codes; each has a sentence in every language."""

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from shopops.acknowledgments.doctor.judging import PROVEN, READ_ADVICE
from shopops.acknowledgments.doctor.refused_words import (
    NOT_SWITCHED_ON,
    PROBLEMS,
    TOO_LONG,
    refused_words,
)
from shopops.acknowledgments.doctor.said import Says, as_it_is, from_json, said, to_json
from shopops.acknowledgments.doctor.sender_words import ADVICE, OWN_CHECK, Vouching, unproven_words
from shopops.acknowledgments.doctor.sentences import BY_CODE, SENTENCES, TABLES, shown
from shopops.acknowledgments.origin import no_secret
from shopops.acknowledgments.outcomes import Reason
from shopops.acknowledgments.providers import RAW
from shopops.acknowledgments.reading.limits import MAX_BYTES
from shopops.checks.messages import is_translated, kept, languages

ROOM = Path(settings.BASE_DIR) / "shopops/acknowledgments/doctor"
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def test_every_code_has_a_sentence_and_no_code_is_two() -> None:
    assert SENTENCES.keys() | {Says.AS_IT_IS} == set(Says)
    assert sum(map(len, TABLES)) == len(BY_CODE)


@pytest.mark.parametrize("language", languages())
def test_every_sentence_is_said_in_every_language_since_mails_say_them(language: str) -> None:
    catalogue = kept(language)
    found = {text: catalogue.get(text) for text in BY_CODE.values()}
    assert [text for text, one in found.items() if one is None or not is_translated(one)] == []


def test_whatever_the_doctor_says_fills_its_sentence_and_no_more() -> None:
    calls = [call for path in sorted(ROOM.glob("*.py")) for call in said_in(path.read_text())]
    assert len(calls) > 50
    for code, filled in calls:
        assert set(PLACEHOLDER.findall(SENTENCES[Says[code]])) == filled, code
    said_plainly = {*PROVEN.values(), *READ_ADVICE.values(), *ADVICE.values(), *OWN_CHECK.values()}
    assert [code for code in said_plainly if PLACEHOLDER.search(SENTENCES[code])] == []


def test_a_sentence_says_nothing_that_its_code_is_not_used_for() -> None:
    sources = "".join(path.read_text() for path in sorted(ROOM.glob("*.py")))
    unused = [one for one in Says if len(re.findall(rf"Says\.{one.name}\b", sources)) < 2]
    assert unused == []


def test_what_is_kept_comes_back_as_it_was_and_fits_a_database() -> None:
    (says,), do = refused_words("northline", RAW, "it\x00broke.")
    assert from_json(to_json((says, *do))) == (says, *do)
    assert shown((says,)) == ("A request to /inbound/northline/raw was turned away: it?broke.")
    assert len(shown((as_it_is("x" * 5000),))) == 1000


def test_a_row_of_before_is_shown_as_it_was_kept() -> None:
    assert shown(from_json("It is from {maya}@a.example.")) == "It is from {maya}@a.example."
    assert from_json("") == ()


def test_a_code_of_a_later_version_is_shown_as_a_code() -> None:
    assert shown((said("of_tomorrow", name="x"),)) == "of_tomorrow"


def test_a_sentence_is_made_in_the_language_of_whoever_reads() -> None:
    vouching = Vouching(seen=["mx.a.example", ""], trusted=None, is_known=True)
    says, _ = unproven_words(Reason.NO_VERDICT, vouching)
    assert "from `mx.a.example`, one that can’t be read; this shop trusts no" in shown(says)
    with translation.override("de"):
        assert "von `mx.a.example`, einem, das nicht lesbar ist; dieser Shop" in shown(says)


@pytest.mark.parametrize("problem", sorted(PROBLEMS))
def test_why_a_request_was_turned_away_is_said_in_words_of_ours(problem: str) -> None:
    (says,), do = refused_words("northline", "postmark", problem)
    with translation.override("de"):
        assert problem.rstrip(".").lower() not in shown((says, *do)).lower()


def test_why_a_request_was_turned_away_says_how_long_and_which_way() -> None:
    assert str(MAX_BYTES) in shown(refused_words("northline", RAW, TOO_LONG)[0])
    assert "no secret is set for mailgun" in shown(
        refused_words("northline", "mailgun", no_secret("mailgun"))[0]
    )
    assert "Add raw to" in shown(refused_words("northline", RAW, NOT_SWITCHED_ON)[1])


def said_in(source: str) -> list[tuple[str, set[str]]]:
    """The codes that stand in calls of `said`, each with what fills its sentence."""
    calls = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Call)]
    return [
        (code.attr, {keyword.arg or "" for keyword in call.keywords})
        for call in calls
        if ast.unparse(call.func) == "said"
        for code in call.args
        if isinstance(code, ast.Attribute) and ast.unparse(code.value) == "Says"
        if code.attr != Says.AS_IT_IS.name
    ]
