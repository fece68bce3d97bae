"""Every refusal has a code that stays and a sentence that helps."""

import string

import pytest

from shopops.alarms.refusals import (
    NOTHING_TO_DO,
    SENTENCES,
    UNSAID,
    RefusalCode,
    Refused,
    sentence,
)

NAMED_BY_THE_CONTRACT = {
    "no_raise", "pre_epoch", "handle_used", "handle_expired", "handle_kind", "handle_skill",
    "identity_supplied", "confirmer_not_allowed", "confirmer_half", "confirmer_malformed",
    "already_resolved", "handed_off", "not_due", "already_rung", "until_too_far", "not_snoozed",
    "unknown_record", "no_authored_date", "older_episode",
}  # fmt: skip
# Words that open an instruction, as it stands in a sentence or begins one.
INSTRUCTIONS = (
    "Answer", "Ask", "ask", "Check", "Choose", "Come", "Compare", "Copy", "Correct", "Derive",
    "Give", "Import", "Leave", "Look", "Record", "Resolve", "Say", "Send", "Sign", "Wait", "Write",
    "do nothing", "rings again by itself",
)  # fmt: skip


def test_no_code_lacks_a_sentence() -> None:
    assert SENTENCES.keys() == set(RefusalCode)


def test_the_codes_that_callers_know_are_there() -> None:
    assert {code.value for code in RefusalCode} >= NAMED_BY_THE_CONTRACT


@pytest.mark.parametrize("code", RefusalCode)
def test_each_sentence_is_whole_and_says_what_to_do_next(code: RefusalCode) -> None:
    said = sentence(code)
    assert said.endswith(".")
    assert said[0].isupper()
    assert "{" not in said
    assert any(word in said for word in INSTRUCTIONS)
    assert len(said) <= 200


def test_no_two_codes_say_the_same() -> None:
    assert len(set(SENTENCES.values())) == len(SENTENCES)


def test_facts_make_a_sentence_exact() -> None:
    said = sentence(RefusalCode.HANDED_OFF, holder="Per Ask", until="Tue 15:00")
    assert "handed off to Per Ask until Tue 15:00" in said


def test_every_fact_of_a_sentence_has_words_for_when_it_is_not_told() -> None:
    named = {
        name
        for text in SENTENCES.values()
        for _, name, _, _ in string.Formatter().parse(text)
        if name
    }
    assert named == UNSAID.keys()


def test_what_holds_already_is_said_and_is_no_error() -> None:
    assert {code for code in RefusalCode if not code.is_error} == NOTHING_TO_DO


def test_a_refusal_reads_as_its_sentence() -> None:
    refused = Refused(RefusalCode.NOT_DUE, next_due="15:00")
    assert str(refused) == "This item is not to be rung now. Ask again at 15:00."
    assert refused.code is RefusalCode.NOT_DUE
