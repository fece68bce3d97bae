"""The model over the line: one request, bounded, and a code for whatever goes wrong."""

import logging
from typing import Any

import pytest
from django.test import override_settings

from shopops.checks.narrative import check_narrative
from shopops.connectors.http import Patience
from shopops.narrative.chat_completions import MOST_BYTES, ChatCompletions
from shopops.narrative.configured import configured_model, problem
from shopops.narrative.model import Failure, Message, ModelFailed
from tests.support.model_double import KEY, NAME, WORDS, a_model

MESSAGES = [Message("system", "Be kind."), Message("user", "What happened: …")]
SHORT = Patience(connect=1, write=1, read=0.2, total=0.3)
NONE = {"SHOPOPS_NARRATIVE_URL": "", "SHOPOPS_NARRATIVE_KEY": "", "SHOPOPS_NARRATIVE_MODEL": ""}


def failure(*, key: str = KEY, patience: Patience = SHORT, **set_to: Any) -> Failure:
    with a_model(**set_to) as double:
        model = ChatCompletions(base=double.base, key=key, name=NAME, patience=patience)
        with pytest.raises(ModelFailed) as failed:
            model.draft(MESSAGES)
        assert len(double.asked) == 1  # tried once
    return failed.value.failure


def test_it_is_asked_as_the_protocol_has_it() -> None:
    with a_model() as double:
        model = configured_model()
        assert model is not None
        assert (model.name, model.draft(MESSAGES)) == (NAME, WORDS)
    assert double.paths == ["/v1/chat/completions"]
    assert double.headers[0]["authorization"] == f"Bearer {KEY}"
    assert double.headers[0]["content-type"] == "application/json"
    assert double.asked == [
        {
            "model": NAME,
            "messages": [
                {"role": "system", "content": "Be kind."},
                {"role": "user", "content": "What happened: …"},
            ],
            "stream": False,
        }
    ]


@pytest.mark.parametrize(
    ("set_to", "expected"),
    [
        ({"status": 429}, Failure.TOO_MANY),
        ({"status": 500}, Failure.MODEL_BROKEN),
        ({"status": 503}, Failure.MODEL_BROKEN),
        ({"status": 404}, Failure.REQUEST_REFUSED),
        ({"status": 400}, Failure.REQUEST_REFUSED),
        ({"status": 307, "moved": "http://127.0.0.1:1/"}, Failure.REQUEST_REFUSED),
        ({"raw": b"<html>Bad gateway</html>"}, Failure.UNREADABLE),
        ({"raw": b"\xff\xfe"}, Failure.UNREADABLE),
        ({"raw": b'{"choices": [{"message": {"content": "\xff"}}]}'}, Failure.UNREADABLE),
        ({"raw": b'{"choices": "none"}'}, Failure.UNREADABLE),
        ({"raw": b"{}"}, Failure.UNREADABLE),
        ({"raw": b"[" * 50_000}, Failure.UNREADABLE),
        ({"raw": b'{"x": ' + b"[" * 30_000 + b"]" * 30_000 + b"}"}, Failure.UNREADABLE),
        ({"raw": b" " * (MOST_BYTES + 1)}, Failure.UNREADABLE),
        ({"answer": "a" * MOST_BYTES}, Failure.UNREADABLE),
        ({"choices": []}, Failure.UNREADABLE),
        ({"choices": [{"index": 0}]}, Failure.UNREADABLE),
        ({"answer": None}, Failure.UNREADABLE),
        ({"answer": ""}, Failure.UNREADABLE),
        ({"finish_reason": "length"}, Failure.UNFINISHED),
        ({"hangs": True}, Failure.TIMED_OUT),
    ],
)
def test_every_bad_answer_has_its_code(set_to: dict[str, Any], expected: Failure) -> None:
    patience = SHORT if "hangs" in set_to else Patience(connect=5, write=5, read=5, total=5)
    assert failure(patience=patience, **set_to) is expected


def test_a_wrong_key_is_told_and_stands_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    """The server's own words repeat it."""
    with caplog.at_level(logging.DEBUG), a_model() as double:
        model = ChatCompletions(base=double.base, key="sk-wrong", name=NAME)
        with pytest.raises(ModelFailed) as failed:
            model.draft(MESSAGES)
    assert failed.value.failure is Failure.KEY_REFUSED
    assert str(failed.value) == "key_refused"
    assert "sk-" not in caplog.text


def test_a_key_that_can_t_be_sent_is_a_refused_request() -> None:
    with a_model() as double:
        model = ChatCompletions(base=double.base, key="sk\r\nx", name=NAME)
        with pytest.raises(ModelFailed) as failed:
            model.draft(MESSAGES)
        assert double.asked == []
    assert failed.value.failure is Failure.REQUEST_REFUSED


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with pytest.raises(ModelFailed) as failed:
        ChatCompletions(base="http://127.0.0.1:1/v1", key=KEY, name=NAME).draft(MESSAGES)
    assert failed.value.failure is Failure.UNREACHABLE


def test_one_on_this_machine_is_asked_also_where_shops_may_not_be_there() -> None:
    with override_settings(SHOPOPS_PRIVATE_SHOPS=False), a_model():
        model = configured_model()
        assert model is not None
        assert model.draft(MESSAGES) == WORDS


def test_without_settings_there_is_no_model_and_nothing_wrong() -> None:
    with override_settings(**NONE):
        assert configured_model() is None
        assert check_narrative() == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"SHOPOPS_NARRATIVE_KEY": ""}, "set half: SHOPOPS_NARRATIVE_KEY is missing"),
        ({"SHOPOPS_NARRATIVE_URL": ""}, "set half: SHOPOPS_NARRATIVE_URL is missing"),
        ({"SHOPOPS_NARRATIVE_MODEL": ""}, "set half: SHOPOPS_NARRATIVE_MODEL is missing"),
        ({"SHOPOPS_NARRATIVE_URL": "models.example"}, "is no address"),
        ({"SHOPOPS_NARRATIVE_URL": "https://u:p@models.example"}, "is no address"),
        ({"SHOPOPS_NARRATIVE_URL": "https://models.example/?a=b"}, "ends before the ?"),
        ({"SHOPOPS_NARRATIVE_URL": "http://models.example/v1"}, "is not encrypted"),
        ({"SHOPOPS_NARRATIVE_URL": "http://10.0.0.5/v1"}, "is not encrypted"),
        ({"SHOPOPS_NARRATIVE_MODEL": "m" * 101}, "longer than 100"),
    ],
)
def test_wrong_settings_are_said_in_a_sentence_and_make_no_model(
    changed: dict[str, str], said: str
) -> None:
    whole = {
        "SHOPOPS_NARRATIVE_URL": "https://models.example/v1",
        "SHOPOPS_NARRATIVE_KEY": KEY,
        "SHOPOPS_NARRATIVE_MODEL": NAME,
    }
    with override_settings(**whole):
        assert problem() == ""
    with override_settings(**whole | changed):
        assert said in problem()
        assert [one.id for one in check_narrative()] == ["shopops.E040"]
        assert KEY not in problem()
        assert configured_model() is None


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost"])
def test_this_machine_s_own_model_needs_no_encryption(host: str) -> None:
    with override_settings(
        SHOPOPS_NARRATIVE_URL=f"http://{host}:11434/v1",
        SHOPOPS_NARRATIVE_KEY=KEY,
        SHOPOPS_NARRATIVE_MODEL=NAME,
    ):
        assert problem() == ""


def test_the_double_says_what_real_servers_say_of_a_wrong_address() -> None:
    with a_model() as double:
        model = ChatCompletions(base=f"{double.base}/v2", key=KEY, name=NAME)
        with pytest.raises(ModelFailed) as failed:
            model.draft(MESSAGES)
    assert failed.value.failure is Failure.REQUEST_REFUSED
