"""Rows of the ledger as sentences, with the two times they carry."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from shopops.ledger import ActorType, Entry, EventKind, Json
from shopops.review.detail.timeline import timeline
from shopops.review.words.people import people_in
from tests.support.known import NOW


def _entry(kind: EventKind, **body: Json) -> Entry:
    return Entry(
        event_id=uuid4(),
        kind=kind,
        actor=ActorType.HUMAN,
        occurred_at=NOW,
        recorded_at=NOW,
        body=body,
        seq=1,
        leaf_hash=None,
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (_entry(EventKind.INTAKE, evidence=14), "Intake recorded 14 pieces of evidence"),
        (
            _entry(EventKind.PROPOSAL, revision=2, track="exception", actions=[{}]),
            "Resolution proposed, revision 2: exception, 1 action",
        ),
        (
            _entry(
                EventKind.VERDICT,
                thresholds_version=7,
                verdicts=[
                    {"outcome": "needs_approval", "rules": ["APR-1", "SHP-2"]},
                    {"outcome": "needs_approval", "rules": ["APR-1"]},
                ],
            ),
            "Policy, thresholds version 7: needs a person (APR-1, SHP-2)",
        ),
        (
            _entry(
                EventKind.VERDICT,
                thresholds_version=7,
                verdicts=[{"outcome": "permit", "rules": []}],
            ),
            "Policy, thresholds version 7: permitted",
        ),
        (
            _entry(
                EventKind.DECISION,
                decision="approve",
                final=False,
                kinds=["propose_refund", "propose_refund"],
                reviewer="aa",
                approvals_given=1,
                approvals_needed=2,
            ),
            "Maya approved refund (1 of 2)",
        ),
        (
            _entry(
                EventKind.DECISION,
                decision="approve",
                kinds=["propose_refund", "propose_refund"],
                pays={"propose_refund": {"USD": 6900, "EUR": 100}},
                reviewer="aa",
                together={"run": "r", "orders": 10},
            ),
            "Maya approved refund 1.00 EUR and 69.00 USD, together with 9 other orders",
        ),
        (
            _entry(
                EventKind.DECISION,
                decision="approve",
                kinds=["draft_email"],
                reviewer="aa",
                approvals_given=1,
                approvals_needed=1,
            ),
            "Maya approved mail",
        ),
        (
            _entry(
                EventKind.VERDICT,
                thresholds_version=7,
                verdicts=[{"outcome": "deny", "rules": ["GDW-1"]}],
            ),
            "Policy, thresholds version 7: denied (GDW-1)",
        ),
        (
            _entry(
                EventKind.VERDICT,
                thresholds_version=7,
                verdicts=[{"outcome": "permit"}, {"outcome": "deny", "rules": ["DUP-1"]}],
            ),
            "Policy, thresholds version 7: denied in part (DUP-1)",
        ),
        (
            _entry(EventKind.SETTINGS, version=3, author="aa"),
            "Maya put thresholds version 3 into force",
        ),
        (
            _entry(EventKind.TOKEN, change="created", prefix="so_ab", scopes=["a", "b"]),
            "An operator created the API token so_ab… (a, b)",
        ),
        (
            _entry(EventKind.TOKEN, change="revoked", prefix="so_ab", scopes=["a"], author="aa"),
            "Maya revoked the API token so_ab… (a)",
        ),
        (_entry(EventKind.EXPORT, entries=12), "An operator exported the ledger, 12 entries"),
        (_entry(EventKind.DECISION, decision="reject", reviewer="bb"), "Somebody rejected it"),
        (
            _entry(
                EventKind.DECISION,
                decision="handled_outside",
                outcome="customer_contacted",
                reviewer="aa",
            ),
            "Maya handled it outside: customer contacted",
        ),
        (_entry(EventKind.SETTINGS, version=3), "Thresholds version 3 came into force"),
        (
            _entry(EventKind.ROSTER, change="added", person="bb", author="aa", step=1),
            "Maya added an address of Somebody (roster, step 1)",
        ),
        (
            _entry(EventKind.ROSTER, change="absent", person="aa"),
            "An operator changed the roster: Maya, absent",
        ),
        (
            _entry(
                EventKind.ROSTER,
                of="member",
                change="role",
                person="aa",
                author="bb",
                before="viewer",
                after="auditor",
            ),
            "Somebody changed the role of Maya from viewer to auditor",
        ),
        (
            _entry(EventKind.ROSTER, of="member", change="joined", person="aa", after="reviewer"),
            "Maya joined the shop as reviewer",
        ),
        (
            _entry(EventKind.ROSTER, of="invitation", change="invited", author="aa", role="admin"),
            "Maya invited somebody as admin",
        ),
        (
            _entry(EventKind.IMPORTED, rows=7, items=2),
            "7 rows of an older system’s ledger were imported",
        ),
        (
            _entry(EventKind.IMPORTED, imported={"code": "AL-7", "kind": "ack"}),
            "Imported from an older system: alert AL-7, ack",
        ),
    ],
)
def test_a_ledger_row_is_a_sentence(entry: Entry, said: str) -> None:
    [line] = timeline([entry], {"aa": "Maya"}, {})
    assert line.sentence == said


def test_a_row_tells_when_it_was_recorded_if_that_was_later() -> None:
    entry = _entry(EventKind.INTAKE, evidence=14)
    [at_once] = timeline([entry], {}, {})
    assert (at_once.at, at_once.recorded_at) == (NOW, None)
    late = NOW + timedelta(minutes=1)
    [line] = timeline([replace(entry, recorded_at=late)], {}, {})
    assert (line.at, line.recorded_at) == (NOW, late)


def test_the_people_of_rows_are_reviewers_and_authors() -> None:
    entries = [
        _entry(EventKind.DECISION, reviewer="aa"),
        _entry(EventKind.SETTINGS, author="bb"),
        _entry(EventKind.SETTINGS, author=None),
        _entry(EventKind.INTAKE, evidence=1),
    ]
    assert people_in(entries) == {"aa", "bb"}


def test_a_decision_s_row_leads_to_its_receipt() -> None:
    decision, other = (_entry(EventKind.DECISION, reviewer="aa", decision="reject") for _ in "ab")
    lines = timeline([decision, other], {}, {decision.event_id: 7})
    assert [line.decision_id for line in lines] == [7, None]
