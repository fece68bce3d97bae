"""Rows of the ledger about alarms as sentences, and words for every kind of row."""

from uuid import uuid4

import pytest

from shopops.ledger import ActorType, Entry, EventKind, Json
from shopops.review.words.alarms import ALARMS
from shopops.review.words.events import SENTENCES, event_sentence
from shopops.review.words.people import people_in
from tests.support.known import NOW

MAYA, PER, GONE = "1a" * 32, "2b" * 32, "3c" * 32
NAMES = {MAYA: "Maya", PER: "Per"}
UNTIL = "2026-03-18T14:30:00.000000Z"
K = EventKind


def row(kind: EventKind, confirmer: str | None = None, **body: Json) -> Entry:
    return Entry(
        event_id=uuid4(),
        kind=kind,
        actor=ActorType.SYSTEM,
        occurred_at=NOW,
        recorded_at=NOW,
        body=body,
        seq=1,
        leaf_hash=None,
        confirmer_key=bytes.fromhex(confirmer) if confirmer else None,
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (row(K.OBSERVED, cause="stalled", waits=False), "Alarm opened: Parcel stalled"),
        (
            row(K.OBSERVED, cause="stalled", waits=True),
            "Alarm opened: Parcel stalled. It waits for approval",
        ),
        (
            row(K.OBSERVED, obligation="money", token=3, waits=False),
            "An API token opened the alarm: Trouble with a payment",
        ),
        (
            row(K.OBSERVED, cause="stalled", why="undone"),
            "The decision was undone: the alarm is open again",
        ),
        (
            row(K.OBSERVED, cause="opted_out", why="hurried"),
            "It became worse: the alarm rings without delay",
        ),
        (row(K.RAISED, told=MAYA), "The alarm rang Maya"),
        (row(K.RAISED, told=GONE), "The alarm rang somebody"),
        (row(K.RAISED, token=3), "An API token rang the alarm"),
        (row(K.RAISED, skill="night-watch"), "The shop’s own agent rang the alarm"),
        (
            row(K.RAISED, imported={"code": "AL-7", "kind": "raised"}),
            "An older system rang an alert, which can no longer be answered",
        ),
        (row(K.UNDELIVERED, told=PER), "The alarm’s mail to Per came back"),
        (
            row(K.ACKNOWLEDGED, MAYA, verified_by="mail", by=MAYA, until=UNTIL),
            "Maya acknowledged the alarm until 18 Mar 14:30 (by mail)",
        ),
        (
            row(K.ACKNOWLEDGED, MAYA, verified_by="signed_in", by=MAYA, until=UNTIL),
            "Maya acknowledged the alarm until 18 Mar 14:30 (signed in)",
        ),
        (
            row(K.ACKNOWLEDGED, PER, verified_by="token", token=3, until=UNTIL),
            "Per acknowledged the alarm until 18 Mar 14:30 (through an API token)",
        ),
        (
            row(K.ACKNOWLEDGED, token=3, until=UNTIL),
            "Somebody acknowledged the alarm until 18 Mar 14:30 (an API token says so)",
        ),
        (
            row(K.UNACKNOWLEDGED, by=MAYA),
            "Maya took the snooze back: the alarm rings again",
        ),
        (
            row(K.HANDED_OFF, by=MAYA, holder=PER, until=UNTIL),
            "Maya handed the alarm to Per until 18 Mar 14:30",
        ),
        (row(K.RESOLVED, by=MAYA), "Maya resolved the alarm"),
        (row(K.RESOLVED, token=3), "An API token resolved the alarm"),
        (
            row(K.RESOLVED, by=MAYA, decision="approve"),
            "Maya resolved the alarm by approving",
        ),
        (
            row(K.RESOLVED, by=MAYA, decision="handled_outside"),
            "Maya resolved the alarm by handling the order outside",
        ),
        (
            row(K.RESOLVED, why="no_longer_needed"),
            "Alarm resolved: the newest proposal asks for nobody any more",
        ),
        (
            row(K.WITHDRAWN, by=MAYA, decision="reject"),
            "Maya withdrew the alarm by rejecting, before anybody was told",
        ),
        (row(K.WITHDRAWN), "ShopOps withdrew the alarm, before anybody was told"),
        (
            row(K.WITHDRAWN, why="no_longer_needed"),
            "Alarm withdrawn before anybody was told: the newest proposal asks for nobody any more",
        ),
    ],
)
def test_a_row_about_an_alarm_is_a_sentence(entry: Entry, said: str) -> None:
    assert event_sentence(entry, NAMES) == said


def test_every_kind_of_event_has_words_in_exactly_one_place() -> None:
    assert sorted([*SENTENCES, *ALARMS]) == sorted(EventKind)


@pytest.mark.parametrize("kind", list(EventKind))
def test_a_row_that_says_nothing_is_a_sentence_all_the_same(kind: EventKind) -> None:
    said = event_sentence(row(kind), {})
    assert said[0].isupper()
    assert "_" not in said


def test_the_people_of_an_alarms_rows_are_all_who_did_or_heard_something() -> None:
    rows = [
        row(K.RAISED, told=MAYA),
        row(K.HANDED_OFF, by=MAYA, holder=PER),
        row(K.ACKNOWLEDGED, GONE),
    ]
    assert people_in(rows) == {MAYA, PER, GONE}
