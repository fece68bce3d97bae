"""Whatever is done to triggers, functions, grants and policies is found and named."""

import psycopg
import pytest

from shopops.ledger.catalog import differences
from shopops.ledger.findings import FindingCode
from shopops.ledger.passes import verify_and_record
from tests.support.ledger import NOON, a_tenant, an_event, written

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]
MISSING, CHANGED, UNEXPECTED = (
    FindingCode.OBJECT_MISSING,
    FindingCode.OBJECT_CHANGED,
    FindingCode.OBJECT_UNEXPECTED,
)
NOOP = "RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"


@pytest.mark.parametrize(
    ("statement", "code", "name"),
    [
        (
            "DROP TRIGGER ledger_event_kept ON ledger_event",
            MISSING,
            "trigger ledger_event_kept on ledger_event",
        ),
        (
            "DROP TRIGGER ledger_new_tenant ON tenants_tenant",
            MISSING,
            "trigger ledger_new_tenant on tenants_tenant",
        ),
        (
            "ALTER TABLE ledger_link DISABLE TRIGGER ledger_link_kept",
            CHANGED,
            "trigger ledger_link_kept on ledger_link",
        ),
        (
            "ALTER TABLE ledger_event ENABLE TRIGGER ledger_event_row_kept",
            CHANGED,
            "trigger ledger_event_row_kept on ledger_event",
        ),
        (
            "ALTER TABLE ledger_event ENABLE ALWAYS TRIGGER ledger_at_commit",
            CHANGED,
            "trigger ledger_at_commit on ledger_event",
        ),
        (
            "CREATE TRIGGER a_mine BEFORE INSERT ON ledger_event EXECUTE FUNCTION shopops_deny()",
            UNEXPECTED,
            "trigger a_mine on ledger_event",
        ),
        (
            f"CREATE OR REPLACE FUNCTION shopops_deny() {NOOP}",
            CHANGED,
            "function public.shopops_deny()",
        ),
        (
            f"CREATE OR REPLACE FUNCTION ledger_at_commit() {NOOP}",
            CHANGED,
            "function public.ledger_at_commit()",
        ),
        (
            "ALTER FUNCTION ledger_before_insert() SECURITY INVOKER",
            CHANGED,
            "function public.ledger_before_insert()",
        ),
        (
            "ALTER FUNCTION ledger_at_commit() SET search_path = public",
            CHANGED,
            "function public.ledger_at_commit()",
        ),
        (
            "CREATE FUNCTION ledger_append(int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
            UNEXPECTED,
            "function public.ledger_append(integer)",
        ),
        (
            "CREATE RULE mine AS ON UPDATE TO ledger_link DO INSTEAD NOTHING",
            UNEXPECTED,
            "rule mine on ledger_link",
        ),
        ("GRANT UPDATE ON ledger_event TO so_app", CHANGED, "grants on table ledger_event"),
        ("GRANT SELECT ON ledger_link TO PUBLIC", CHANGED, "grants on table ledger_link"),
        (
            "GRANT UPDATE (body) ON ledger_event TO so_app",
            UNEXPECTED,
            "grants on column ledger_event.body",
        ),
        (
            "GRANT DELETE ON ledger_tenant_lock TO so_app",
            UNEXPECTED,
            "grants on table ledger_tenant_lock",
        ),
        (
            "GRANT SELECT ON ledger_event TO so_app WITH GRANT OPTION",
            CHANGED,
            "grants on table ledger_event",
        ),
        (
            "GRANT EXECUTE ON FUNCTION ledger_at_commit() TO PUBLIC",
            UNEXPECTED,
            "grants on function public.ledger_at_commit()",
        ),
        ("ALTER TABLE ledger_event OWNER TO so_app", CHANGED, "table ledger_event"),
        (
            "ALTER TABLE ledger_event DISABLE ROW LEVEL SECURITY",
            CHANGED,
            "table ledger_event",
        ),
        (
            "ALTER POLICY ledger_link_app ON ledger_link USING (true)",
            CHANGED,
            "policy ledger_link_app on ledger_link",
        ),
        (
            "CREATE POLICY mine ON ledger_event TO so_app USING (true)",
            UNEXPECTED,
            "policy mine on ledger_event",
        ),
        (
            "ALTER TABLE ledger_event DROP CONSTRAINT ledger_event_body",
            MISSING,
            "constraint ledger_event_body",
        ),
        (
            "ALTER TABLE ledger_link DROP CONSTRAINT ledger_link_once",
            MISSING,
            "index public.ledger_link_once",
        ),
        (
            "ALTER TABLE ledger_link DISABLE TRIGGER ALL",
            CHANGED,
            "foreign key ledger_link_event",
        ),
        (
            "ALTER TABLE ledger_event ALTER COLUMN body DROP NOT NULL",
            CHANGED,
            "column ledger_event.body",
        ),
        ("ALTER ROLE so_app SUPERUSER", CHANGED, "role so_app"),
        ("ALTER ROLE so_audit BYPASSRLS", CHANGED, "role so_audit"),
        ("GRANT so_owner TO so_app", CHANGED, "table ledger_link"),
        (
            "ALTER TABLE ledger_event ADD COLUMN note text",
            UNEXPECTED,
            "column ledger_event.note",
        ),
    ],
)
def test_what_was_done_to_the_ledger_s_keepers_is_found(
    statement: str, code: FindingCode, name: str, superuser_dsn: str
) -> None:
    with psycopg.connect(superuser_dsn) as superuser, superuser.cursor() as cursor:
        cursor.execute(statement.encode())
        found = [(found, where) for found, where, _ in differences(cursor)]
        superuser.rollback()
    assert (code, name) in found


@pytest.mark.django_db(transaction=True)
def test_a_verification_reports_what_it_finds_about_the_keepers(superuser_dsn: str) -> None:
    tenant = a_tenant()
    written(tenant, an_event())
    with psycopg.connect(superuser_dsn) as superuser:
        superuser.execute("ALTER TABLE ledger_event DISABLE TRIGGER ledger_event_kept")
        superuser.execute("GRANT UPDATE ON ledger_event TO so_app")
    report = verify_and_record(tenant_id=tenant.pk, now=NOON)
    assert [finding.where for finding in report.findings] == [
        "grants on table ledger_event",
        "trigger ledger_event_kept on ledger_event",
    ]
