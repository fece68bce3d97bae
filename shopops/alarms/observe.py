"""What the pipeline finds wrong becomes items, and what is no longer wrong ends them.

A batch of orders costs as many statements as one. In the caller's scope, so that a proposal waits
for a person and its alarm is known at the same moment.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection

from shopops.alarms.asked import Asked, Asker, Outcome, Skill
from shopops.alarms.causes import Matter
from shopops.alarms.identity import Obligation, RecordKind, RecordRef
from shopops.alarms.models import AlarmItem
from shopops.alarms.models.items import IS_OPEN, IS_PROPOSED
from shopops.alarms.proposed import Proposed, proposed
from shopops.alarms.records import Records, records_of
from shopops.alarms.refusal_log import Attempt, keep, keep_once
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.subjects import Subject, items_of
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
    *, tenant_id: int, proposal_ids: Collection[int], observed_at: datetime
) -> list[Outcome]:
    """Open items for what these proposals leave to a person, and end those that are over.

    Only an order's newest proposal counts. `observed_at`: when the evidence was read. Items that
    the pipeline did not open, and those of an execution, are left alone. A record without a date
    gets no item: that is refused and kept.
    """
    rows = proposed(tenant_id, proposal_ids)
    if not rows:
        return []
    slug = Tenant.objects.values_list("slug", flat=True).get(pk=tenant_id)
    found = _keyable(tenant_id, _found(tenant_id, rows))
    items = items_of(tenant_id, slug, [_subject(one) for one in found])
    over = _over(tenant_id, rows, {item.pk for item in items})
    asked = [*_observed(found, items, observed_at), *_ended(over, rows)]
    outcomes = write(tenant_id, asked)
    _note(tenant_id, found, items)  # under the locks that writing took in their order
    keep(tenant_id, PIPELINE, outcomes)
    return outcomes


def _found(tenant_id: int, rows: Sequence[Proposed]) -> Iterator[Found]:
    records = records_of(tenant_id, [row.order_id for row in rows if row.matters])
    for row in rows:
        for matter in row.matters:
            yield Found(row, matter, _record(records.get(row.order_id), matter))


def _record(records: Records | None, matter: Matter) -> RecordRef | None:
    if records is None:
        return None
    if matter.part is None:
        return records.order
    parts = records.shipments if matter.kind is RecordKind.SHIPMENT else records.transactions
    return parts.get(matter.part)


def _keyable(tenant_id: int, found: Iterator[Found]) -> list[Found]:
    """Without those that get no key: a guessed one would be another item tomorrow."""
    kept = []
    for one in found:
        if one.record is not None and one.record.authored_at is not None:
            kept.append(one)
            continue
        code = RefusalCode.NO_AUTHORED_DATE if one.record else RefusalCode.UNKNOWN_RECORD
        attempt = Attempt(asker=PIPELINE, kind=EventKind.OBSERVED, record=_said(one))
        keep_once(tenant_id, Refused(code), attempt)
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


def _over(tenant_id: int, rows: Sequence[Proposed], still: Collection[int]) -> Sequence[AlarmItem]:
    """Open items of these orders that their newest proposal says nothing of."""
    return list(
        AlarmItem.objects.of(tenant_id)
        .filter(IS_OPEN, IS_PROPOSED, order_id__in=[row.order_id for row in rows])
        .exclude(pk__in=still)
        .exclude(obligation=Obligation.EXECUTION)
        .only("order_id", "tenant")
    )


def _observed(
    found: Sequence[Found], items: Sequence[AlarmItem], observed_at: datetime
) -> Iterator[Asked]:
    for one, item in zip(found, items, strict=True):
        yield Asked(
            item_id=item.pk,
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


def _ended(over: Sequence[AlarmItem], rows: Sequence[Proposed]) -> Iterator[Asked]:
    evidence: Mapping[str, bytes] = {row.order_id: row.evidence for row in rows}
    for item in over:
        yield Asked(
            item_id=item.pk,
            kind=EventKind.RESOLVED,
            or_withdraw=True,
            asker=PIPELINE,
            evidence=evidence[item.order_id],
            says={"why": "no_longer_needed"},
        )


def _note(tenant_id: int, found: Sequence[Found], items: Sequence[AlarmItem]) -> None:
    """What lists and mails show, also of items that are open already."""
    rows = [
        {
            "id": item.pk,
            "order_number": one.proposal.order_number,
            "cause": one.matter.cause,
            "amount_minor": one.matter.amount_minor,
            "currency": one.matter.currency or "",
            "evidence": one.proposal.evidence.hex(),
        }
        for one, item in zip(found, items, strict=True)
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(NOTE, [msgspec.json.encode(rows).decode(), tenant_id])
