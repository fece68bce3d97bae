"""What the pipeline finds wrong becomes items, and what is no longer wrong ends them.

A batch of orders costs as many statements as one. In the caller's scope, so that a proposal waits
for a person and its alarm is known at the same moment.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection

from shopops.alarms.asked import Asked, Asker, Outcome, Skill
from shopops.alarms.causes import Matter
from shopops.alarms.events import NO_LONGER_NEEDED
from shopops.alarms.identity import RecordRef
from shopops.alarms.proposed import Proposed
from shopops.alarms.records import records_of
from shopops.alarms.refusal_log import Attempt, keep, keep_once
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.subjects import Subject, reserve
from shopops.alarms.writing import write
from shopops.ledger import ActorType, EventKind
from shopops.tenants.models import Tenant

PIPELINE = Asker(skill=Skill.PIPELINE, actor=ActorType.RULE)

NOTE = """
UPDATE alarms_alarmitem item
SET order_number = given.order_number, cause = given.cause, amount_minor = given.amount_minor,
    currency = given.currency, noted_evidence = decode(given.evidence, 'hex'),
    noted_at = public.shopops_clock()
FROM jsonb_to_recordset(%s::jsonb) AS given (
    id bigint, order_number text, cause text, amount_minor bigint, currency text, evidence text)
WHERE item.tenant_id = %s AND item.id = given.id
"""


@dataclass(frozen=True, slots=True)
class Found:
    """A matter of a proposal with the record that it is about; None: this shop has no such."""

    proposal: Proposed
    matter: Matter
    record: RecordRef | None


def observe_many(
    *, tenant: Tenant, proposals: Sequence[Proposed], observed_at: datetime
) -> list[Outcome]:
    """Open items for what these proposals leave to a person, and end those that are over.

    Each order's newest proposal only. `observed_at`: when the evidence was read. Items that no
    proposal has asked for, and those of an execution, are left alone. A record without a date
    gets no item: that is refused and kept.
    """
    if not proposals:
        return []
    found = _keyable(tenant.pk, _found(tenant.pk, proposals))
    subjects = [_subject(one) for one in found]
    orders = [row.order_id for row in proposals]
    reserved = reserve(tenant.pk, tenant.slug, subjects, orders)
    asked = [
        *_observed(found, reserved.ids, observed_at),
        *_ended(reserved.others, proposals),
    ]
    outcomes = write(tenant.pk, asked)
    _note(tenant.pk, found, reserved.ids)  # under the locks that writing took in their order
    keep(tenant.pk, PIPELINE, outcomes)
    return outcomes


def _found(tenant_id: int, proposals: Sequence[Proposed]) -> Iterator[Found]:
    waiting = [row for row in proposals if row.matters]
    records = records_of(tenant_id, [row.order_id for row in waiting]) if waiting else {}
    for row in waiting:
        for matter in row.matters:
            of_order = records.get(row.order_id)
            record = of_order.find(matter.kind, matter.part) if of_order else None
            yield Found(row, matter, record)


def _keyable(tenant_id: int, found: Iterator[Found]) -> list[Found]:
    """Without those that get no key: a guessed one would be another item tomorrow."""
    kept, refused = [], []
    for one in found:
        if one.record is not None and one.record.authored_at is not None:
            kept.append(one)
            continue
        code = RefusalCode.NO_AUTHORED_DATE if one.record else RefusalCode.UNKNOWN_RECORD
        attempt = Attempt(asker=PIPELINE, kind=EventKind.OBSERVED, record=_said(one))
        refused.append((Refused(code), attempt))
    keep_once(tenant_id, refused)
    return kept


def _said(one: Found) -> dict[str, Any]:
    part = [one.matter.part] if one.matter.part else []
    return {
        "kind": one.matter.kind,
        "ids": [one.proposal.order_id, *part],
        "obligation": one.matter.obligation,
    }


def _subject(one: Found) -> Subject:
    if one.record is None:
        raise TypeError("what has no record has no key")
    return Subject(
        record=one.record,
        obligation=one.matter.obligation,
        order_id=one.proposal.order_id,
        order_number=one.proposal.order_number,
    )


def _observed(
    found: Sequence[Found], items: Sequence[int], observed_at: datetime
) -> Iterator[Asked]:
    for one, item_id in zip(found, items, strict=True):
        yield Asked(
            item_id=item_id,
            kind=EventKind.OBSERVED,
            asker=PIPELINE,
            evidence=one.proposal.evidence,
            observed_at=observed_at,
            waits=not one.proposal.at_once,
            says={
                "cause": one.matter.cause,
                "amount_minor": one.matter.amount_minor,
                "currency": one.matter.currency,
            },
        )


def _ended(over: Mapping[int, str], proposals: Sequence[Proposed]) -> Iterator[Asked]:
    """What is open for an order and its newest proposal says nothing of."""
    evidence = {row.order_id: row.evidence for row in proposals}
    for item_id, order_id in over.items():
        yield Asked(
            item_id=item_id,
            kind=EventKind.RESOLVED,
            or_withdraw=True,
            asker=PIPELINE,
            evidence=evidence[order_id],
            says={"why": NO_LONGER_NEEDED},
        )


def _note(tenant_id: int, found: Sequence[Found], items: Sequence[int]) -> None:
    """What lists and mails show, also of items that are open already."""
    rows = [
        {
            "id": item_id,
            "order_number": one.proposal.order_number,
            "cause": one.matter.cause,
            "amount_minor": one.matter.amount_minor,
            "currency": one.matter.currency or "",
            "evidence": one.proposal.evidence.hex(),
        }
        for one, item_id in zip(found, items, strict=True)
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(NOTE, [msgspec.json.encode(rows).decode(), tenant_id])
