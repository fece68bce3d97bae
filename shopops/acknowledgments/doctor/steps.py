"""What a test of the mail's ways goes through, in order, and what is known of each step."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from shopops.acknowledgments.doctor.said import Said, Sentences


class Step(StrEnum):
    SETTINGS = "settings"
    SENT = "sent"
    ARRIVED = "arrived"
    KEPT = "kept"
    READ = "read"
    SENDER = "sender"
    ROSTER = "roster"
    TAG = "tag"
    CODE = "code"


class State(StrEnum):
    """WAITING: not reached yet."""

    WAITING = "waiting"
    PASSED = "passed"
    FAILED = "failed"


STEP_TITLES: dict[Step, str] = {
    Step.SETTINGS: "This site’s mail settings",
    Step.SENT: "The mail server took the test mail",
    Step.ARRIVED: "The answer came in, and it is proven which way",
    Step.KEPT: "The answer was kept",
    Step.READ: "One sender can be read, and no machine wrote it",
    Step.SENDER: "Somebody vouches for the sender",
    Step.ROSTER: "The sender is on the roster",
    Step.TAG: "The reply address names the person and this test",
    Step.CODE: "The test code stands alone on a line",
}


class Finding(Struct, frozen=True, kw_only=True):
    """`says` what was seen, `do` what to do about it."""

    step: Step
    state: State
    says: Sentences = ()
    do: Sentences = ()


def passed(step: Step, *says: Said) -> Finding:
    return Finding(step=step, state=State.PASSED, says=says)


def failed(step: Step, says: Said | Sentences, do: Said | Sentences = ()) -> Finding:
    return Finding(step=step, state=State.FAILED, says=_all(says), do=_all(do))


def _all(said: Said | Sentences) -> Sentences:
    return (said,) if isinstance(said, Said) else said


def first_failure(findings: Iterable[Finding]) -> Finding | None:
    found = {finding.step: finding for finding in findings if finding.state is State.FAILED}
    return next((found[step] for step in Step if step in found), None)


def outcome_of(findings: Iterable[Finding]) -> State:
    states = {finding.step: finding.state for finding in findings}
    if State.FAILED in states.values():
        return State.FAILED
    is_whole = all(states.get(step) is State.PASSED for step in Step)
    return State.PASSED if is_whole else State.WAITING
