"""The tables' owner is refused too: by triggers, constraints and what a row may say."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from shopops.ledger import EventKind
from shopops.tenants.models import Tenant
from tests.support.ledger import ITEM, a_tenant, an_event, written

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]
APPEND_ONLY = "SO001"
MERGE_SINCE = 150000
RESTRICTED = {"23001", "23503"}  # older versions have no code of its own for RESTRICT


@pytest.fixture
def tenant() -> Tenant:
    tenant = a_tenant()
    written(tenant, an_event(), an_event())
    return tenant


@pytest.fixture
def owner(role_dsn: Callable[[str], str]) -> Iterator[psycopg.Connection]:
    """The migrate role, which acts as the owner of every table."""
    with psycopg.connect(role_dsn("so_migrate")) as connection:
        (role,) = connection.execute("SELECT current_user").fetchone() or ("",)
        assert role == "so_owner"
        yield connection
        connection.rollback()


def _refused(connection: psycopg.Connection, statement: str, *parameters: Any) -> str | None:
    with pytest.raises(psycopg.Error) as refused:
        connection.execute(statement.encode(), parameters)
    connection.rollback()
    return refused.value.sqlstate


CHANGES = [
    "UPDATE {table} SET tenant_id = tenant_id",
    "UPDATE {table} SET event_id = gen_random_uuid() WHERE false",
    "DELETE FROM {table}",
    "DELETE FROM {table} WHERE false",
    "TRUNCATE {table} CASCADE",
    "TRUNCATE tenants_tenant CASCADE",
    "WITH gone AS (DELETE FROM {table} RETURNING *) SELECT * FROM gone",
    "MERGE INTO {table} USING (SELECT) other ON true WHEN MATCHED THEN DELETE",
]


UPSERTS = [
    (
        "INSERT INTO ledger_link SELECT * FROM ledger_link "
        "ON CONFLICT (tenant_id, event_id) DO UPDATE SET event_id = excluded.event_id"
    ),
    (
        "INSERT INTO ledger_event (tenant_id, event_id, kind, actor_type, occurred_at, body) "
        "SELECT tenant_id, event_id, kind, actor_type, occurred_at, body FROM ledger_event "
        "ON CONFLICT (tenant_id, event_id) DO UPDATE SET body = '{}'"
    ),
]


def _changes(version: int) -> list[str]:
    known = [one for one in CHANGES if version >= MERGE_SINCE or not one.startswith("MERGE")]
    tables = ("ledger_event", "ledger_link")
    return UPSERTS + [one.format(table=table) for one in known for table in tables]


def test_the_owner_changes_no_row(tenant: Tenant, owner: psycopg.Connection) -> None:
    changes = _changes(owner.info.server_version)
    answers = {statement: _refused(owner, statement) for statement in changes}
    assert answers == dict.fromkeys(changes, APPEND_ONLY)


def test_a_superuser_is_refused_also_where_triggers_rest_for_replication(
    tenant: Tenant, superuser_dsn: str
) -> None:
    with psycopg.connect(superuser_dsn) as superuser:
        superuser.execute("SET session_replication_role = replica")
        superuser.commit()
        changes = _changes(superuser.info.server_version)
        answers = {statement: _refused(superuser, statement) for statement in changes}
    assert answers == dict.fromkeys(changes, APPEND_ONLY)


def test_the_owner_deletes_no_tenant_that_has_a_ledger(
    tenant: Tenant, owner: psycopg.Connection
) -> None:
    code = _refused(owner, "DELETE FROM tenants_tenant WHERE id = %s", tenant.pk)
    assert code in RESTRICTED


def test_a_tenant_without_events_may_go_with_its_lock(owner: psycopg.Connection) -> None:
    empty = a_tenant("empty")
    locks = "SELECT count(*) FROM ledger_tenant_lock WHERE tenant_id = %s"
    assert owner.execute(locks, [empty.pk]).fetchone() == (1,)
    owner.execute("DELETE FROM tenants_tenant WHERE id = %s", [empty.pk])
    assert owner.execute(locks, [empty.pk]).fetchone() == (0,)


COLUMNS: dict[str, Any] = {
    "tenant_id": None,
    "event_id": None,
    "kind": "intake",
    "actor_type": "agent",
    "occurred_at": "2026-03-02T12:00:00Z",
    "body": '{"order":"O-1"}',
}


def _insert(connection: psycopg.Connection, tenant: Tenant, **columns: Any) -> None:
    row = COLUMNS | {"tenant_id": tenant.pk, "event_id": an_event().event_id} | columns
    names, marks = ", ".join(row), ", ".join(["%s"] * len(row))
    connection.execute(
        f"INSERT INTO ledger_event ({names}) VALUES ({marks})".encode(), list(row.values())
    )


def test_a_whole_row_may_be_inserted_and_is_chained(
    tenant: Tenant, owner: psycopg.Connection
) -> None:
    _insert(owner, tenant)
    owner.commit()
    links = "SELECT max(seq) FROM ledger_link WHERE tenant_id = %s"
    assert owner.execute(links, [tenant.pk]).fetchone() == (3,)


NO_ROW: list[tuple[dict[str, Any], str]] = [
    ({"kind": "sent"}, "ledger_event_kind"),
    ({"actor_type": "model"}, "ledger_event_actor"),
    ({"item_key": bytes(31)}, "ledger_event_item_key"),
    ({"item_key": bytes(33)}, "ledger_event_item_key"),
    ({"kind": "raised"}, "ledger_event_item_named"),
    ({"handle": bytes(5)}, "ledger_event_handle"),
    ({"kind": "acknowledged", "confirmer_key": ITEM}, "ledger_event_confirmer_whole"),
    ({"kind": "acknowledged", "confirmer_name_hash": ITEM}, "ledger_event_confirmer_whole"),
    (
        {"kind": "acknowledged", "confirmer_key": b"a", "confirmer_name_hash": b"b"},
        "ledger_event_confirmer_size",
    ),
    ({"confirmer_key": ITEM, "confirmer_name_hash": ITEM}, "ledger_event_confirmer_kind"),
    (
        {"kind": "resolved", "confirmer_key": ITEM, "confirmer_name_hash": ITEM},
        "ledger_event_confirmer_kind",
    ),
    ({"occurred_at": "0999-12-31T23:59:59.999999Z"}, "ledger_event_moment"),
    ({"occurred_at": "10000-01-01T00:00:00Z"}, "ledger_event_moment"),
    ({"occurred_at": "infinity"}, "ledger_event_moment"),
    ({"occurred_at": "-infinity"}, "ledger_event_moment"),
    ({"occurred_at": "2026-03-02 BC"}, "ledger_event_moment"),
    ({"body": "[]"}, "ledger_event_body"),
    ({"body": "null"}, "ledger_event_body"),
    ({"body": '{"a": 1}'}, "ledger_event_body"),
    ({"body": '{"a":0.5}'}, "ledger_event_body"),
    ({"body": '{"a":"' + "x" * 65536 + '"}'}, "ledger_event_body"),
]
RELEASES = {"acknowledged", "resolved"}
NO_JSON = ["", "{", "{'a':1}", '{"a":"\\u0000"}', '{"a":"\\ud800"}']


def test_a_row_that_says_what_none_may_say_is_refused(
    tenant: Tenant, owner: psycopg.Connection
) -> None:
    written(tenant, an_event(EventKind.RAISED, item_key=ITEM, key_version=2))
    for columns, constraint in NO_ROW:
        item = {"item_key": ITEM, "key_version": 2} if columns.get("kind") in RELEASES else {}
        with pytest.raises(psycopg.errors.CheckViolation) as refused:
            _insert(owner, tenant, **item | columns)
        owner.rollback()
        assert refused.value.diag.constraint_name == constraint, columns


def test_a_body_that_is_no_json_is_refused(tenant: Tenant, owner: psycopg.Connection) -> None:
    for body in NO_JSON:
        with pytest.raises(psycopg.DataError):
            _insert(owner, tenant, body=body)
        owner.rollback()


def test_a_supplied_recorded_at_is_refused(tenant: Tenant, owner: psycopg.Connection) -> None:
    with pytest.raises(psycopg.DatabaseError, match="may not be supplied") as refused:
        _insert(owner, tenant, recorded_at="2026-03-02T12:00:00Z")
    assert refused.value.sqlstate == "SO010"


def test_a_transaction_that_writes_for_two_tenants_is_refused(
    tenant: Tenant, owner: psycopg.Connection
) -> None:
    _insert(owner, tenant)
    with pytest.raises(psycopg.DatabaseError, match="one tenant per transaction") as refused:
        _insert(owner, a_tenant("other"))
    assert refused.value.sqlstate == "SO011"


def test_one_connection_may_write_for_another_tenant_in_its_next_transaction(
    tenant: Tenant, owner: psycopg.Connection
) -> None:
    other = a_tenant("other")
    for one in (tenant, other, tenant):
        _insert(owner, one)
        owner.commit()


def test_an_event_of_a_tenant_without_a_ledger_is_refused_at_commit(
    tenant: Tenant, owner: psycopg.Connection
) -> None:
    owner.execute("DELETE FROM ledger_tenant_lock WHERE tenant_id = %s", [tenant.pk])
    _insert(owner, tenant)
    with pytest.raises(psycopg.DatabaseError, match=f"tenant {tenant.pk} has no ledger") as refused:
        owner.commit()
    assert refused.value.sqlstate == "SO016"


def test_an_event_of_a_tenant_that_does_not_exist_is_refused(
    tenant: Tenant, owner: psycopg.Connection
) -> None:
    tenant.pk += 1000
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        _insert(owner, tenant)


def test_a_link_to_another_tenant_s_event_is_refused(
    tenant: Tenant, owner: psycopg.Connection
) -> None:
    other = a_tenant("other")
    (event_id,) = written(other, an_event())
    statement = "INSERT INTO ledger_link (tenant_id, seq, event_id, leaf_hash) VALUES (%s,9,%s,%s)"
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        owner.execute(statement, [tenant.pk, event_id, bytes(32)])
