"""Codes of mail tests are no alarm's codes, and the words of its steps are whole."""

from hypothesis import given
from hypothesis import strategies as st

from shopops.acknowledgments.doctor.codes import is_test_code, new_test_code
from shopops.acknowledgments.doctor.said import as_it_is
from shopops.acknowledgments.doctor.sender_words import ADVICE, OWN_CHECK, Vouching, unproven_words
from shopops.acknowledgments.doctor.sentences import shown as sentences_shown
from shopops.acknowledgments.doctor.steps import (
    STEP_TITLES,
    State,
    Step,
    failed,
    first_failure,
    outcome_of,
    passed,
)
from shopops.acknowledgments.outcomes import Outcome, Reason
from shopops.acknowledgments.reading.codes_in_text import codes_in
from shopops.acknowledgments.reading.cut import Cut, OwnLine
from shopops.alarms.codes import ALPHABET, check_valid, code_of, normalise, shown

TOLD = as_it_is("Told.")


@given(st.binary(min_size=1, max_size=40), st.binary(min_size=32, max_size=32))
def test_no_alarm_s_code_is_a_test_s(secret: bytes, key: bytes) -> None:
    assert not is_test_code(code_of(secret, key))


@given(st.text(ALPHABET, min_size=10, max_size=10))
def test_no_code_is_both(code: str) -> None:
    assert not (check_valid(code) and is_test_code(code))


def test_a_new_test_code_is_one_and_no_alarm_takes_it_for_a_code() -> None:
    for _ in range(200):
        code = new_test_code()
        assert is_test_code(code)
        assert normalise(shown(code)) == code
        cut = Cut((OwnLine(shown(code)),), ())
        assert codes_in(cut).typed == ()
        assert [found.code for found in codes_in(cut, is_code=is_test_code).typed] == [code]


def test_what_is_no_code_is_no_test_code() -> None:
    for text in ("", "7F3KQ", "7F3KQ-2MD8", "ÄÖÜÄÖÜÄÖÜÄ", "7F3KQ2MD8NN"):
        assert not is_test_code(text)


def test_every_step_has_a_title_and_the_first_failure_is_the_first_in_their_order() -> None:
    assert set(STEP_TITLES) == set(Step)
    found = [failed(Step.CODE, TOLD), failed(Step.SENDER, TOLD), passed(Step.SENT, TOLD)]
    assert first_failure(found) == found[1]
    assert outcome_of(found) is State.FAILED
    assert outcome_of([passed(step) for step in Step]) is State.PASSED
    assert outcome_of([passed(Step.SETTINGS)]) is State.WAITING


def test_whatever_keeps_a_sender_from_being_proven_has_words_and_advice() -> None:
    held = [reason for reason in Reason if reason.outcome is Outcome.QUARANTINE]
    unproven = [reason for reason in held if not reason.startswith(("from_", "broken"))]
    for reason in unproven:
        for seen, trusted in ((["mx.a.example"], "mx.a.example"), (["mx.b.example"], None)):
            vouching = Vouching(seen=seen, trusted=trusted, is_known=True)
            if vouching.spoke and reason not in ADVICE:
                continue
            says, do = unproven_words(reason, vouching)
            assert says, reason
            assert do, reason
    assert set(unproven) == set(ADVICE) | set(OWN_CHECK)


def test_a_stranger_s_signature_is_said_not_to_be_looked_at() -> None:
    vouching = Vouching(seen=[], trusted=None, is_known=False)
    says, do = map(sentences_shown, unproven_words(Reason.NO_VERDICT, vouching))
    assert "not on the roster" in says
    assert "SHOPOPS_AUTHSERV_ID" in do
