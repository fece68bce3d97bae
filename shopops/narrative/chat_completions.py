"""The widespread chat-completions protocol: POST {base}/chat/completions, one answer.

The way out is the one of connected shops, with its own bounds: it follows no redirect, and an
answer is short and comes in time or not at all.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from shopops.connectors.http import Answer, Exchange, Patience, call
from shopops.connectors.ports import Refused, Request, Unknown
from shopops.narrative.model import Failure, Message, ModelFailed

PATIENCE = Patience(connect=5, write=10, read=10, total=10)
MOST_BYTES = 64 * 1024
KEY_STATUSES, BUSY, OK = (401, 403), 429, 200


class _Said(Struct):
    content: str | None = None


class _Choice(Struct):
    message: _Said
    finish_reason: str | None = None


class _Completion(Struct):
    choices: list[_Choice]


class ChatCompletions:
    """`base`: its address without the path, such as https://models.example/v1."""

    def __init__(self, *, base: str, key: str, name: str, patience: Patience = PATIENCE) -> None:
        self._url = f"{base.rstrip('/')}/chat/completions"
        self._key, self._name, self._patience = key, name, patience

    @property
    def name(self) -> str:
        return self._name

    def draft(self, messages: Sequence[Message]) -> str:
        body = {"model": self._name, "messages": messages, "stream": False}
        request = Request(
            method="POST",
            url=self._url,
            headers={"content-type": "application/json"},
            body=msgspec.json.encode(body),
        )
        answer = call(
            request,
            auth_headers={"authorization": f"Bearer {self._key}"},
            patience=self._patience,
            most_bytes=MOST_BYTES,
            private=True,  # the operator's own word, not a shop's
        )
        return _text(_good(answer).body)


def _good(answer: Answer) -> Exchange:
    if isinstance(answer, Refused):
        unsent = answer.code == "not_sendable"
        raise ModelFailed(Failure.REQUEST_REFUSED if unsent else Failure.UNREACHABLE)
    if isinstance(answer, Unknown):
        raise ModelFailed(LINE.get(answer.code, Failure.UNREADABLE))
    if answer.status == OK:
        return answer
    raise ModelFailed(_of_status(answer.status))


def _of_status(status: int) -> Failure:
    if status in KEY_STATUSES:
        return Failure.KEY_REFUSED
    if status == BUSY:
        return Failure.TOO_MANY
    return Failure.MODEL_BROKEN if status >= 500 else Failure.REQUEST_REFUSED


def _text(body: bytes) -> str:
    try:
        choices = msgspec.json.decode(body, type=_Completion).choices
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise ModelFailed(Failure.UNREADABLE) from problem
    if not choices or not choices[0].message.content:
        raise ModelFailed(Failure.UNREADABLE)
    if choices[0].finish_reason == "length":
        raise ModelFailed(Failure.UNFINISHED)
    return choices[0].message.content


LINE = {"timed_out": Failure.TIMED_OUT, "cut_off": Failure.CUT_OFF}
