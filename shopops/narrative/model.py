"""What drafts words, seen from here. Pure: adapters are elsewhere."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from msgspec import Struct


class Message(Struct, frozen=True):
    role: str  # "system" or "user"
    content: str


class Failure(StrEnum):
    """Why there is no draft. Codes that stay."""

    TIMED_OUT = "timed_out"
    UNREACHABLE = "unreachable"
    CUT_OFF = "cut_off"
    KEY_REFUSED = "key_refused"
    TOO_MANY = "too_many"
    REQUEST_REFUSED = "request_refused"
    MODEL_BROKEN = "model_broken"
    UNREADABLE = "unreadable"
    UNFINISHED = "unfinished"


class ModelFailed(Exception):
    """Holds the code alone: what a model's server answers may repeat the key, or anything."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


class Model(Protocol):
    @property
    def name(self) -> str:
        """As its operator calls it."""

    def draft(self, messages: Sequence[Message]) -> str:
        """One text, as it came. Tried once. Raises `ModelFailed`."""
