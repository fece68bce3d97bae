"""A single entry is proved by the line that was hashed for it, or said to differ."""

from hashlib import sha256

import psycopg
import pytest

from shopops.ledger.proof import proofs_of
from shopops.tenants.scope import tenant_scope
from tests.support.ledger import a_tenant, an_event, written

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]


def test_the_line_of_each_entry_hashes_to_its_leaf() -> None:
    tenant = a_tenant()
    ids = written(tenant, an_event(), an_event(), an_event())
    with tenant_scope(tenant.pk):
        proofs = proofs_of(tenant.pk, ids[1:])
    assert [proofs[one].seq for one in ids[1:]] == [2, 3]
    for proof in proofs.values():
        assert proof.fits
        assert sha256(b"\0" + proof.line.encode()).hexdigest() == proof.leaf


def test_an_entry_that_was_changed_behind_the_triggers_does_not_fit(superuser_dsn: str) -> None:
    tenant = a_tenant()
    first, second = written(tenant, an_event(), an_event())
    with psycopg.connect(superuser_dsn) as superuser:
        superuser.execute("ALTER TABLE ledger_event DISABLE TRIGGER ALL")
        superuser.execute("UPDATE ledger_event SET body = '{}' WHERE event_id = %s", [second])
        superuser.execute(
            "ALTER TABLE ledger_event ENABLE TRIGGER ALL, "
            "ENABLE ALWAYS TRIGGER ledger_event_kept, ENABLE ALWAYS TRIGGER ledger_event_row_kept"
        )
    with tenant_scope(tenant.pk):
        proofs = proofs_of(tenant.pk, [first, second])
    assert proofs[first].fits
    assert not proofs[second].fits


def test_another_tenant_s_entries_are_not_there() -> None:
    theirs = written(a_tenant(), an_event())
    mine = a_tenant("southline")
    with tenant_scope(mine.pk):
        assert proofs_of(mine.pk, theirs) == {}
