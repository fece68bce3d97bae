"""Many writers at once, with real connections and real commits."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from time import monotonic
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import connection

from shopops.ledger import EventKind
from shopops.ledger.exceptions import WrongIsolation
from shopops.ledger.verify import verify
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.ledger import ITEM, a_tenant, an_event, chain, give_handle, written

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]
APPEND = """
    SELECT was_new FROM ledger_append(%s, ARRAY[%s::uuid], ARRAY[%s], ARRAY['agent'],
        ARRAY['2026-03-02T12:00:00Z'::timestamptz], ARRAY['{}'], ARRAY[%s::bytea],
        ARRAY[%s::smallint], ARRAY[%s::bytea], ARRAY[null::bytea], ARRAY[null::bytea])
"""


class Writer:
    """A connection of the app role with one open transaction for one tenant."""

    def __init__(self, dsn: str, tenant: Tenant) -> None:
        self.tenant = tenant
        self.tenant_id = tenant.pk
        self.connection = psycopg.connect(dsn)
        self.connection.execute("SET statement_timeout = '10s'")
        self.connection.commit()
        self.open_scope()

    def open_scope(self) -> None:
        set_tenant = "SELECT set_config('shopops.tenant', %s, true)"
        self.connection.execute(set_tenant, [str(self.tenant_id)])

    def append(
        self,
        event_id: UUID | None = None,
        kind: str = "intake",
        item: bytes | None = None,
        version: int | None = None,
    ) -> UUID:
        event_id = event_id or uuid4()
        handle = None
        if item:
            handle = event_id.bytes * 2
            give_handle(self.tenant, handle, EventKind(kind), item)
        self.connection.execute(APPEND, [self.tenant_id, event_id, kind, item, version, handle])
        return event_id

    def commit(self) -> None:
        self.connection.commit()

    def rollback(self) -> None:
        self.connection.rollback()

    def close(self) -> None:
        self.connection.close()


@pytest.fixture
def tenant() -> Tenant:
    return a_tenant()


@pytest.fixture
def writer(role_dsn: Callable[[str], str], tenant: Tenant) -> Iterator[Callable[[], Writer]]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(closing(Writer(role_dsn("so_app"), tenant)))


def test_many_writers_leave_no_gap_and_the_chain_follows_the_commits(
    tenant: Tenant, superuser_dsn: str
) -> None:
    writers, commits = 8, 12
    start = threading.Barrier(writers)

    def write(_: int) -> list[tuple[float, float, UUID]]:
        done = []
        start.wait()
        try:
            for number in range(commits):
                events = [an_event() for _ in range(1 + number % 3)]
                before = monotonic()
                written(tenant, *events)
                done += [(before, monotonic(), event.event_id) for event in events]
        finally:
            connection.close()
        return done

    with ThreadPoolExecutor(writers) as pool:
        done = [entry for entries in pool.map(write, range(writers)) for entry in entries]
    links = chain(superuser_dsn, tenant)
    assert [seq for seq, _ in links] == list(range(1, len(done) + 1))
    place = {event_id: seq for seq, event_id in links}
    for _, ended, earlier in done:
        assert all(place[earlier] < place[later] for began, _, later in done if ended < began)
    with tenant_scope(tenant.pk):
        report = verify(tenant.pk)
    assert (report.clean, report.entries) == (True, len(done))


def test_the_place_is_taken_at_commit_and_an_open_transaction_holds_nobody_up(
    tenant: Tenant, writer: Callable[[], Writer], superuser_dsn: str
) -> None:
    slow, quick = writer(), writer()
    inserted_first = slow.append()
    committed_first = quick.append()
    quick.commit()
    slow.commit()
    assert chain(superuser_dsn, tenant) == [(1, committed_first), (2, inserted_first)]


def test_a_rollback_leaves_no_gap(
    tenant: Tenant, writer: Callable[[], Writer], superuser_dsn: str
) -> None:
    first, lost, second = writer(), writer(), writer()
    one = first.append()
    lost.append()
    two = second.append()
    first.commit()
    lost.rollback()
    second.commit()
    assert chain(superuser_dsn, tenant) == [(1, one), (2, two)]


def test_a_rolled_back_savepoint_leaves_no_gap(
    tenant: Tenant, writer: Callable[[], Writer], superuser_dsn: str
) -> None:
    one = writer()
    kept = one.append()
    with one.connection.transaction(force_rollback=True):
        one.append()
    also_kept = one.append()
    one.commit()
    assert chain(superuser_dsn, tenant) == [(1, kept), (2, also_kept)]


def test_two_who_append_the_same_event_at_once_leave_one_row(
    tenant: Tenant, writer: Callable[[], Writer], superuser_dsn: str
) -> None:
    first, second = writer(), writer()
    event_id = first.append()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(second.append, event_id)
        assert _comes_to_wait(waiting, superuser_dsn)
        first.commit()
        assert waiting.result() == event_id
    second.commit()
    assert chain(superuser_dsn, tenant) == [(1, event_id)]


def _comes_to_wait(call: "Future[UUID]", dsn: str) -> bool:
    with psycopg.connect(dsn, autocommit=True) as superuser:
        while not call.done():
            if superuser.execute("SELECT FROM pg_locks WHERE NOT granted").fetchone() is not None:
                return True
    return False


def test_an_acknowledgment_that_loses_to_a_resolve_is_refused_at_its_commit(
    tenant: Tenant, writer: Callable[[], Writer], superuser_dsn: str
) -> None:
    (raised,) = written(tenant, an_event(EventKind.RAISED, item_key=ITEM, key_version=2))
    resolver, answerer = writer(), writer()
    answerer.append(kind="acknowledged", item=ITEM, version=2)
    resolved = resolver.append(kind="resolved", item=ITEM, version=2)
    resolver.commit()
    with pytest.raises(psycopg.DatabaseError, match="resolved already") as refused:
        answerer.commit()
    assert refused.value.sqlstate == "SO014"
    assert chain(superuser_dsn, tenant) == [(1, raised), (2, resolved)]


def test_a_raise_that_commits_after_a_resolve_opens_the_next_episode(
    tenant: Tenant, writer: Callable[[], Writer]
) -> None:
    written(tenant, an_event(EventKind.RAISED, item_key=ITEM, key_version=2))
    raiser, resolver, answerer = writer(), writer(), writer()
    raiser.append(kind="raised", item=ITEM, version=2)
    resolver.append(kind="resolved", item=ITEM, version=2)
    resolver.commit()
    raiser.commit()
    answerer.append(kind="acknowledged", item=ITEM, version=2)
    answerer.commit()


@pytest.mark.parametrize(
    "level", [psycopg.IsolationLevel.REPEATABLE_READ, psycopg.IsolationLevel.SERIALIZABLE]
)
def test_a_fixed_snapshot_may_not_append(
    level: psycopg.IsolationLevel, writer: Callable[[], Writer]
) -> None:
    one = writer()
    one.rollback()
    one.connection.isolation_level = level
    one.open_scope()
    with pytest.raises(psycopg.DatabaseError, match="read committed transactions") as refused:
        one.append()
    assert refused.value.sqlstate == WrongIsolation.sqlstate


def test_writers_of_two_tenants_do_not_wait_for_each_other(
    tenant: Tenant,
    writer: Callable[[], Writer],
    role_dsn: Callable[[str], str],
    superuser_dsn: str,
) -> None:
    other = a_tenant("other")
    with closing(Writer(role_dsn("so_app"), other)) as two:
        one = writer()
        one.append()
        two.append()
        one.connection.execute("SET CONSTRAINTS ALL IMMEDIATE")  # takes the lock and keeps it
        two.commit()
        one.commit()
    assert len(chain(superuser_dsn, tenant)) == len(chain(superuser_dsn, other)) == 1
