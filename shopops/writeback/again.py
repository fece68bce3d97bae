"""A note that somebody took away in the shop is written once more, because a person wants it."""

from shopops.alarms.clock import database_now
from shopops.connections.models import Connection
from shopops.connections.settings import NotSetUp, notes_of
from shopops.connectors.ports import CannotRead, EffectKind
from shopops.execution.codes import EffectCode
from shopops.execution.moving import Move, move
from shopops.execution.refusals import NotAllowed
from shopops.outbox.enqueue import connection_of
from shopops.outbox.models import Effect
from shopops.outbox.notes import again_key
from shopops.outbox.states import State
from shopops.review.reasons import required
from shopops.tenants.access import allows, hold_author
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable
from shopops.writeback.comparing import Wanted
from shopops.writeback.expecting import wanted_of
from shopops.writeback.refusals import NoteOpen, NotMissing, RecordNotRead, StillThere


def write_again(*, tenant_id: int, order_id: str, code: str, by: Membership, reason: str) -> None:
    """The record is looked at first, so that nothing stands there twice. Two people at once write
    one. Raises `ExecutionRefused`, and `ReasonRequired`."""
    text = required(reason)
    with tenant_scope(tenant_id):
        person = Membership.objects.select_related("tenant").get(pk=by.pk)
        if person.tenant_id != tenant_id or not allows(person, Role.REVIEWER):
            raise NotAllowed
        connection, wanted = _wanted(tenant_id, order_id, code)
        many = len(_effects(tenant_id, wanted))
    _refuse_there(connection, order_id, code)
    with tenant_scope(tenant_id):
        hold_author(person)
        effects = _effects(tenant_id, wanted)
        if len(effects) != many:
            raise NoteOpen
        effect = _enqueue(effects, connection, person)
        now = database_now()
        asked = Move(
            state=State.HELD, code=EffectCode.ASKED_TO_RUN, next_at=now, by=person, reason=text
        )
        move(effect, asked, tenant=person.tenant, now=now)


def _wanted(tenant_id: int, order_id: str, code: str) -> tuple[Connection, Wanted]:
    connection = connection_of(tenant_id, order_id)
    if connection is None:
        raise NotMissing
    wanted = wanted_of(tenant_id, order_id, connection, database_now())
    found = next((one for one in wanted if one.note.code == code), None)
    if found is None:
        raise NotMissing
    return connection, found


def _effects(tenant_id: int, wanted: Wanted) -> list[Effect]:
    """What was written down of this note before, locked; all of it done, and gone since."""
    rows = Effect.objects.of(tenant_id).filter(event_id=wanted.event_id, kind=EffectKind.NOTE)
    list(rows.order_by("pk").select_for_update(no_key=True))
    found = list(rows.order_by("pk"))  # anew: whoever held the lock may have written one down
    if any(one.state != State.SUCCEEDED for one in found):
        raise NoteOpen
    if not found:
        raise NotMissing
    return found


def _refuse_there(connection: Connection, order_id: str, code: str) -> None:
    """Outside of any transaction."""
    try:
        reader = notes_of(connection)
        if reader is None:
            raise RecordNotRead
        there = {one.code for one in reader.notes(order_id)}
    except (CannotRead, NotSetUp, Unreadable, ValueError) as problem:
        raise RecordNotRead from problem
    if code in there:
        raise StillThere


def _enqueue(before: list[Effect], connection: Connection, by: Membership) -> Effect:
    first = before[0]
    return Effect.objects.create(
        tenant_id=first.tenant_id,
        key=again_key(first.tenant_id, first.event_id, len(before)),
        kind=EffectKind.NOTE,
        order_id=first.order_id,
        order_number=first.order_number,
        proposal_id=first.proposal_id,
        round=first.round,
        event_id=first.event_id,
        not_before=database_now(),
        connection=connection,
        run_by=by,
    )
