"""Tampering by a superuser, with every trigger out of the way, is found and named."""

from collections.abc import Callable

import psycopg
import pytest

from shopops.ledger.findings import KEPT_FINDINGS, Check, FindingCode, Report
from shopops.ledger.passes import verify_and_record
from shopops.ledger.stream import LOOK_AHEAD
from shopops.tenants.models import Tenant
from tests.support.ledger import NOON, a_tenant, an_event, written

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]
Code = FindingCode
Tamper = Callable[..., None]


@pytest.fixture
def tenant() -> Tenant:
    tenant = a_tenant()
    for number in range(1, 11):
        written(tenant, an_event(order=f"O-{number}"))
    return tenant


@pytest.fixture
def tamper(superuser_dsn: str) -> Tamper:
    """Run statements as the superuser with the tables' triggers off, and put them back on."""

    def run(*statements: str) -> None:
        with psycopg.connect(superuser_dsn) as superuser:
            for table in ("ledger_event", "ledger_link"):
                superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
            for statement in statements:
                superuser.execute(statement.encode())
            for table in ("ledger_event", "ledger_link"):
                superuser.execute(
                    f"ALTER TABLE {table} ENABLE TRIGGER ALL, "
                    f"ENABLE ALWAYS TRIGGER {table}_kept, ENABLE ALWAYS TRIGGER {table}_row_kept"
                )

    return run


def _verify(tenant: Tenant) -> Report:
    return verify_and_record(tenant_id=tenant.pk, now=NOON)


def _found(tenant: Tenant) -> list[tuple[FindingCode, str]]:
    return [(finding.code, finding.where) for finding in _verify(tenant).findings]


def _event_at(seq: int) -> str:
    return f"(SELECT event_id FROM ledger_link WHERE seq = {seq})"


def test_an_untouched_ledger_is_clean_and_everything_was_checked(tenant: Tenant) -> None:
    report = _verify(tenant)
    assert report.clean
    assert report.findings == []
    assert report.checked == list(Check)
    assert (report.entries, report.head_seq) == (10, 10)


def test_an_empty_ledger_is_clean() -> None:
    report = _verify(a_tenant())
    assert (report.clean, report.entries, report.head_hash) == (True, 0, bytes(32))


def test_switching_the_triggers_off_and_on_again_is_no_finding(
    tenant: Tenant, tamper: Tamper
) -> None:
    tamper("SELECT 1")
    assert _verify(tenant).clean


@pytest.mark.parametrize(
    "change",
    [
        """body = '{"order":"O-3","x":1}'""",
        "kind = 'verdict'",
        "actor_type = 'human'",
        "occurred_at = occurred_at + interval '1 microsecond'",
        "recorded_at = recorded_at - interval '1 day'",
        "item_key = decode(repeat('ab', 32), 'hex')",
        "key_version = 1",
        "handle = decode(repeat('ab', 32), 'hex')",
    ],
)
def test_a_changed_event_is_found_at_its_place(change: str, tenant: Tenant, tamper: Tamper) -> None:
    tamper(f"UPDATE ledger_event SET {change} WHERE event_id = {_event_at(3)}")
    assert _found(tenant) == [(Code.LEAF_DIFFERS, "3")]


def test_a_changed_event_s_id_leaves_a_link_without_and_an_event_without(
    tenant: Tenant, tamper: Tamper
) -> None:
    other = an_event().event_id
    tamper(f"UPDATE ledger_event SET event_id = '{other}' WHERE event_id = {_event_at(3)}")
    assert _found(tenant) == [
        (Code.LINK_WITHOUT_EVENT, "3"),
        (Code.EVENT_UNLINKED, str(other)),
    ]


def test_a_deleted_event_is_found(tenant: Tenant, tamper: Tamper) -> None:
    tamper(f"DELETE FROM ledger_event WHERE event_id = {_event_at(5)}")
    assert _found(tenant) == [(Code.LINK_WITHOUT_EVENT, "5")]


def test_a_deleted_link_is_found_as_a_gap_a_break_and_an_event_without(
    tenant: Tenant, tamper: Tamper
) -> None:
    tamper("DELETE FROM ledger_link WHERE seq = 5")
    codes = [code for code, _ in _found(tenant)]
    assert codes == [Code.SEQ_GAP, Code.LEAF_DIFFERS, Code.EVENT_UNLINKED]


def test_a_deleted_link_with_its_event_is_found(tenant: Tenant, tamper: Tamper) -> None:
    tamper(
        f"DELETE FROM ledger_event WHERE event_id = {_event_at(5)}",
        "DELETE FROM ledger_link WHERE seq = 5",
    )
    assert _found(tenant) == [(Code.SEQ_GAP, "6"), (Code.LEAF_DIFFERS, "6")]


def test_a_deleted_entry_whose_successors_moved_up_is_found(tenant: Tenant, tamper: Tamper) -> None:
    tamper(
        f"DELETE FROM ledger_event WHERE event_id = {_event_at(9)}",
        "DELETE FROM ledger_link WHERE seq = 9",
        "UPDATE ledger_link SET seq = 9 WHERE seq = 10",
    )
    assert _found(tenant) == [(Code.LEAF_DIFFERS, "9")]


def test_swapped_rows_are_found(tenant: Tenant, tamper: Tamper) -> None:
    tamper(
        "UPDATE ledger_link SET seq = 99 WHERE seq = 4",
        "UPDATE ledger_link SET seq = 4 WHERE seq = 7",
        "UPDATE ledger_link SET seq = 7 WHERE seq = 99",
    )
    places = [(Code.LEAF_DIFFERS, str(seq)) for seq in (4, 5, 7, 8)]
    assert _found(tenant) == places


def test_swapped_events_are_found(tenant: Tenant, tamper: Tamper) -> None:
    spare = an_event().event_id
    tamper(
        "CREATE TEMP TABLE pair AS SELECT seq, event_id FROM ledger_link WHERE seq IN (4, 7)",
        f"UPDATE ledger_link SET event_id = '{spare}' WHERE seq = 4",
        "UPDATE ledger_link SET event_id = (SELECT event_id FROM pair WHERE seq = 4) WHERE seq = 7",
        "UPDATE ledger_link SET event_id = (SELECT event_id FROM pair WHERE seq = 7) WHERE seq = 4",
    )
    assert _found(tenant) == [(Code.LEAF_DIFFERS, "4"), (Code.LEAF_DIFFERS, "7")]


def test_a_changed_leaf_is_found_at_its_place_and_at_the_next(
    tenant: Tenant, tamper: Tamper
) -> None:
    tamper("UPDATE ledger_link SET leaf_hash = sha256('x') WHERE seq = 6")
    assert _found(tenant) == [(Code.LEAF_DIFFERS, "6"), (Code.LEAF_DIFFERS, "7")]


def test_an_inserted_entry_is_found(tenant: Tenant, tamper: Tamper) -> None:
    tamper(
        "UPDATE ledger_link SET seq = seq + 100 WHERE seq >= 5",
        "UPDATE ledger_link SET seq = seq - 99 WHERE seq > 100",
        "INSERT INTO ledger_event (tenant_id, event_id, kind, actor_type, occurred_at, recorded_at,"
        " body) SELECT tenant_id, gen_random_uuid(), kind, actor_type, occurred_at, recorded_at,"
        f" body FROM ledger_event WHERE event_id = {_event_at(4)}",
        "INSERT INTO ledger_link SELECT 5, event_id, sha256('x'), tenant_id FROM ledger_event"
        " ORDER BY id DESC LIMIT 1",
    )
    codes = _found(tenant)
    assert (Code.LEAF_DIFFERS, "5") in codes
    assert (Code.LEAF_DIFFERS, "6") in codes


def test_a_body_that_is_hashed_but_not_canonical_is_found(tenant: Tenant, tamper: Tamper) -> None:
    _rehash_tail(tamper, """body = '{"z":1,"order":"O-10"}'""")
    assert _found(tenant) == [(Code.BODY_NOT_CANONICAL, "10")]


def _rehash_tail(tamper: Tamper, change: str) -> None:
    """Change the last event and its leaf so that they fit together again."""
    tamper(
        f"UPDATE ledger_event SET {change} WHERE event_id = {_event_at(10)}",
        "UPDATE ledger_link SET leaf_hash = (SELECT sha256('\\x00'::bytea || convert_to("
        "ledger_line(e, 10, (SELECT leaf_hash FROM ledger_link WHERE seq = 9)), 'UTF8'))"
        f" FROM ledger_event e WHERE e.event_id = {_event_at(10)}) WHERE seq = 10",
    )


def test_a_tail_that_was_rewritten_and_rehashed_is_found_by_the_last_clean_pass(
    tenant: Tenant, tamper: Tamper
) -> None:
    assert _verify(tenant).clean
    _rehash_tail(tamper, "actor_type = 'human'")
    assert _found(tenant) == [(Code.HISTORY_REWRITTEN, "10")]
    assert _found(tenant) == [(Code.HISTORY_REWRITTEN, "10")], "and again the next time"


def test_a_tail_that_was_cut_off_is_found_by_the_last_clean_pass(
    tenant: Tenant, tamper: Tamper
) -> None:
    assert _verify(tenant).clean
    tamper(
        f"DELETE FROM ledger_event WHERE event_id = {_event_at(10)}",
        "DELETE FROM ledger_link WHERE seq = 10",
    )
    assert _found(tenant) == [(Code.HISTORY_CUT, "9")]


def test_an_order_column_that_lost_its_body_is_found(tenant: Tenant, tamper: Tamper) -> None:
    tamper(
        "ALTER TABLE ledger_event ALTER COLUMN order_id DROP EXPRESSION",
        f"UPDATE ledger_event SET order_id = NULL WHERE event_id = {_event_at(2)}",
    )
    assert (Code.ORDER_DIFFERS, "2") in _found(tenant)


@pytest.mark.parametrize("moment", ["infinity", "0500-01-01", "10000-01-01", "2026-01-01 BC"])
def test_a_moment_that_no_row_may_have_is_a_finding_and_no_crash(
    moment: str, tenant: Tenant, tamper: Tamper
) -> None:
    tamper(
        "ALTER TABLE ledger_event DROP CONSTRAINT ledger_event_moment",
        f"UPDATE ledger_event SET occurred_at = '{moment}', recorded_at = '{moment}'"
        f" WHERE event_id = {_event_at(2)}",
    )
    assert (Code.LEAF_DIFFERS, "2") in _found(tenant)


def test_an_event_written_while_the_chain_trigger_slept_is_found(
    tenant: Tenant, superuser_dsn: str
) -> None:
    with psycopg.connect(superuser_dsn) as superuser:
        superuser.execute("SET session_replication_role = replica")
        superuser.execute(
            "INSERT INTO ledger_event (tenant_id, event_id, kind, actor_type, occurred_at,"
            " recorded_at, body) VALUES (%s, %s, 'intake', 'agent', now(), now(), '{}')",
            [tenant.pk, event_id := an_event().event_id],
        )
    assert _found(tenant) == [(Code.EVENT_UNLINKED, str(event_id))]


def test_another_tenant_s_trouble_is_not_this_tenant_s(tenant: Tenant, tamper: Tamper) -> None:
    other = a_tenant("other")
    written(other, an_event())
    tamper(f"UPDATE ledger_event SET kind = 'verdict' WHERE tenant_id = {other.pk}")
    assert _verify(tenant).clean
    assert _found(other) == [(Code.LEAF_DIFFERS, "1")]


def test_very_many_findings_are_counted_and_the_first_are_kept(
    tenant: Tenant, tamper: Tamper
) -> None:
    written(tenant, *(an_event() for _ in range(KEPT_FINDINGS + 50)))
    tamper("UPDATE ledger_event SET kind = 'verdict'")
    report = _verify(tenant)
    assert report.counts == {Code.LEAF_DIFFERS: KEPT_FINDINGS + 60}
    assert len(report.findings) == KEPT_FINDINGS


@pytest.mark.slow
def test_events_far_out_of_the_chain_s_order_are_matched_in_bounded_memory(
    tenant: Tenant, tamper: Tamper
) -> None:
    written(tenant, *(an_event() for _ in range(2 * LOOK_AHEAD + 100)))
    tamper("UPDATE ledger_event SET id = -id WHERE id % 2 = 0")
    assert _verify(tenant).clean
    tamper(f"DELETE FROM ledger_link WHERE seq BETWEEN 11 AND {LOOK_AHEAD + 500}")
    report = _verify(tenant)
    assert report.counts[Code.EVENT_UNLINKED] == LOOK_AHEAD + 490
    assert report.counts[Code.SEQ_GAP] == 1
