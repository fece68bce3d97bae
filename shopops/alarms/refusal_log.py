"""Every refusal is kept with its cause, whatever became of the transaction it was refused in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from shopops.agents.canonical import canonical_json
from shopops.alarms.asked import Asker, NotWritten, Outcome, Written
from shopops.alarms.clock import DatabaseNow
from shopops.alarms.models import AlarmRefusal
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.ledger import EventKind
from shopops.ledger.exceptions import AlreadyResolved, NoRaise, PreEpoch
from shopops.tenants.scope import tenant_scope

Result = TypeVar("Result")

# The database checks releases once more at the commit, in case that somebody went past the locks.
AT_COMMIT = (AlreadyResolved, NoRaise, PreEpoch)


@dataclass(slots=True, kw_only=True)
class Attempt:
    """What is tried, as far as it is known yet, for the log. `record`: as the caller named it."""

    asker: Asker
    kind: EventKind | None = None
    item_id: int | None = None
    record: Mapping[str, Any] | None = None


def in_scope(tenant_id: int, attempt: Attempt, work: Callable[[], Result]) -> Result:
    """Run `work` in a scope of its own. A `Refused` undoes all of it, is kept, and goes on."""
    try:
        with tenant_scope(tenant_id):
            return work()
    except Refused as refusal:
        keep_alone(tenant_id, refusal, attempt)
        raise
    except AT_COMMIT as error:
        too_late = Refused(RefusalCode(error.code))
        keep_alone(tenant_id, too_late, attempt)
        raise too_late from error


def keep(tenant_id: int, asker: Asker, outcomes: Iterable[Outcome]) -> None:
    """In the scope that asked. What there was nothing to do for is no refusal."""
    refused = [one for one in outcomes if isinstance(one, NotWritten) and one.refusal.code.is_error]
    if not refused:
        return
    rows = []
    for one in refused:
        attempt = Attempt(asker=asker, kind=one.kind, item_id=one.item_id)
        rows.append(_row(tenant_id, one.refusal, attempt))
    AlarmRefusal.objects.bulk_create(rows)


def keep_one(tenant_id: int, refusal: Refused, attempt: Attempt) -> None:
    """In a scope; for what was refused before there was an item."""
    if refusal.code.is_error:
        _row(tenant_id, refusal, attempt).save()


def keep_once(tenant_id: int, refused: Sequence[tuple[Refused, Attempt]]) -> None:
    """In a scope; for what is asked again every night before there is an item: the same is kept
    once. As many statements for all of them as for one."""
    if not refused:
        return
    rows = {_same(row): row for row in (_row(tenant_id, *one) for one in refused)}
    like = AlarmRefusal.objects.of(tenant_id).filter(
        code__in={row.code for row in rows.values()},
        record__in=[row.record for row in rows.values()],
    )
    known = {_same(row) for row in like.only("code", "record")}
    AlarmRefusal.objects.bulk_create(row for same, row in rows.items() if same not in known)


def _same(row: AlarmRefusal) -> tuple[str, bytes]:
    return row.code, canonical_json(row.record)


def written(outcome: Outcome) -> Written:
    """Raises the `Refused` of what was not written; it is in the log by then."""
    if isinstance(outcome, NotWritten):
        raise outcome.refusal
    return outcome


def keep_alone(tenant_id: int, refusal: Refused, attempt: Attempt) -> None:
    """In a scope of its own."""
    with tenant_scope(tenant_id):
        keep_one(tenant_id, refusal, attempt)


def keep_decision(tenant_id: int, *, code: str, said: str, attempt: Attempt) -> None:
    """In a scope of its own. The item was to be settled by a decision on its order, and that was
    refused: by the code and in the words of the review."""
    with tenant_scope(tenant_id):
        _log_row(tenant_id, code, {"said": said}, attempt).save()


def _row(tenant_id: int, refusal: Refused, attempt: Attempt) -> AlarmRefusal:
    return _log_row(tenant_id, refusal.code, refusal.facts, attempt)


def _log_row(tenant_id: int, code: str, facts: Mapping[str, str], attempt: Attempt) -> AlarmRefusal:
    return AlarmRefusal(
        tenant_id=tenant_id,
        at=DatabaseNow(),
        code=code,
        facts=dict(facts),
        kind=attempt.kind or "",
        item_id=attempt.item_id,
        record=attempt.record,
        skill=attempt.asker.skill,
        membership=attempt.asker.member,
        token_id=attempt.asker.token_id,
    )
