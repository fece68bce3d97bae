"""Mails that broke other programs, each with the outcome that a person wants."""

import json
from typing import Any

import pytest

from shopops.acknowledgments.arrival import replay_key
from shopops.acknowledgments.decision import Decision
from shopops.acknowledgments.outcomes import Outcome
from shopops.acknowledgments.reading.message import read_message
from tests.real.data import needs_real_data, path_of
from tests.support.mails import decided

pytestmark = needs_real_data

FOLDER = path_of("mail/cases")
REDELIVERED = {"c18b_redelivery_other_received.eml": "c18a_first_delivery.eml"}


def cases() -> list[dict[str, Any]]:
    """None without the data: then there is nothing to run."""
    file = FOLDER / "cases.json"
    return json.loads(file.read_text())["cases"] if file.is_file() else []


def outcome(decision: Decision) -> str:
    if decision.outcome == Outcome.GO_ON:
        return "ack_partial" if decision.answer.refused else "ack"
    return {
        Outcome.DROP: "drop_silent",
        Outcome.QUARANTINE: "quarantine",
        Outcome.REFUSE: "refuse_with_reply",
    }[decision.outcome]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["condition"])
def test_a_mail_that_broke_others_has_the_outcome_that_a_person_wants(case: dict[str, Any]) -> None:
    raw = (FOLDER / case["file"]).read_bytes()
    if case["file"] in REDELIVERED:
        first = (FOLDER / REDELIVERED[case["file"]]).read_bytes()
        assert replay_key(read_message(raw)) == replay_key(read_message(first))
        assert case["outcome"] == "drop_silent"
        return
    decision = decided(raw)
    assert outcome(decision) == case["outcome"]
    assert list(decision.answer.accepted if decision.answer else ()) == case["ack_codes"]
    if case["reply_to_sender"] is not None:
        assert (decision.answer is not None) is case["reply_to_sender"]


def test_there_are_cases() -> None:
    assert len(cases()) >= 18
