"""An item's row as its story says: the only writer of the projection's columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from msgspec.structs import replace

from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import due_at
from shopops.alarms.models import AlarmItem
from shopops.alarms.schedule import escalation, held_until
from shopops.alarms.story import Story

WRITE = """
UPDATE alarms_alarmitem item
SET story = given.story, status = given.status, episode = given.episode,
    opened_at = given.opened_at, closed_at = given.closed_at, rings = given.rings,
    rung_at = given.rung_at, due_at = given.due_at, send_at = given.send_at, until = given.until,
    holder = decode(given.holder, 'hex'),
    confirmers = ARRAY(SELECT decode(key, 'hex') FROM unnest(given.confirmers) AS key),
    step = given.step, exhausted = given.exhausted, releases = given.releases,
    evidence_digest = decode(given.evidence_digest, 'hex'), pre_epoch = given.pre_epoch,
    last_event = coalesce(given.last_event, item.last_event)
FROM jsonb_to_recordset(%s::jsonb) AS given (
    id bigint, story jsonb, status text, episode int, opened_at timestamptz,
    closed_at timestamptz, rings int, rung_at timestamptz, due_at timestamptz,
    send_at timestamptz, until timestamptz, holder text, confirmers text[], step int,
    exhausted bool, releases int, evidence_digest text, pre_epoch bool, last_event uuid)
WHERE item.tenant_id = %s AND item.id = given.id
"""
SAME_NAME = (
    "status", "episode", "opened_at", "closed_at", "rings", "rung_at", "until", "holder",
    "confirmers", "releases", "pre_epoch",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """An item's new story, and the event that made it; None where only the numbers changed."""

    item_id: int
    story: Story
    last_event: UUID | None = None


def stored(story: Story) -> dict[str, Any]:
    """As `AlarmItem.story` keeps it. A row's place in the chain is known only after its commit."""
    kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(replace(story, last_seq=0)))
    return kept


def story_of(item: AlarmItem) -> Story:
    return msgspec.convert(item.story, Story)


def columns(story: Story, config: AlarmConfig) -> dict[str, Any]:
    """The columns that follow from the story, as WRITE takes them: bytes in hex."""
    due = due_at(story, config)
    step, exhausted = escalation(story.unacknowledged, config)
    return {name: getattr(story, name) for name in SAME_NAME} | {
        "story": stored(story),
        "due_at": due,
        "send_at": sendable(due, config),
        "step": step,
        "exhausted": exhausted,
        "evidence_digest": story.evidence_digest and story.evidence_digest.hex(),
    }


def sendable(due: datetime | None, config: AlarmConfig) -> datetime | None:
    return None if due is None else held_until(due, config)


def write(tenant_id: int, told: Sequence[Told], config: AlarmConfig) -> None:
    """Inside the transaction that wrote the events, under the items' locks; one statement."""
    rows: list[Mapping[str, Any]] = [
        {"id": one.item_id, "last_event": one.last_event, **columns(one.story, config)}
        for one in told
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(WRITE, [msgspec.json.encode(rows).decode(), tenant_id])
