"""Verifications that are remembered, the command, and what beat wakes."""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from django.core.management import CommandError, call_command

from shopops.celery_app import app as celery
from shopops.ledger.models import VerifyPass
from shopops.ledger.pages import Verified, last_verified
from shopops.ledger.passes import EVERY, SHARE, due_tenants, verify_and_record
from shopops.ledger.tasks import verify_due, verify_one
from shopops.tenants.models import Tenant
from tests.support.ledger import NOON, a_tenant, an_event, written

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


@pytest.fixture
def tenant() -> Tenant:
    tenant = a_tenant()
    written(tenant, an_event(), an_event())
    return tenant


def _tamper(dsn: str) -> None:
    with psycopg.connect(dsn) as superuser:
        superuser.execute("ALTER TABLE ledger_event DISABLE TRIGGER ALL")
        superuser.execute("UPDATE ledger_event SET kind = 'verdict'")
        superuser.execute(
            "ALTER TABLE ledger_event ENABLE TRIGGER ALL, "
            "ENABLE ALWAYS TRIGGER ledger_event_kept, ENABLE ALWAYS TRIGGER ledger_event_row_kept"
        )


def test_a_page_can_say_when_the_ledger_was_last_verified(tenant: Tenant) -> None:
    assert last_verified(tenant.pk) is None
    verify_and_record(tenant_id=tenant.pk, now=NOON)
    assert last_verified(tenant.pk) == Verified(at=NOON, clean=True, entries=2)


@pytest.mark.django_db(transaction=True)
def test_a_pass_with_findings_keeps_when_it_was_last_clean(superuser_dsn: str) -> None:
    tenant = a_tenant()
    written(tenant, an_event(), an_event())
    verify_and_record(tenant_id=tenant.pk, now=NOON)
    _tamper(superuser_dsn)
    later = NOON + timedelta(hours=1)
    verify_and_record(tenant_id=tenant.pk, now=later)
    assert last_verified(tenant.pk) == Verified(at=later, clean=False, entries=2)
    kept = VerifyPass.objects.get(tenant=tenant)
    assert (kept.finding_count, kept.clean_at, kept.clean_seq) == (2, NOON, 2)


def test_a_tenant_is_due_when_never_verified_or_verified_too_long_ago(tenant: Tenant) -> None:
    other = a_tenant("other")
    verify_and_record(tenant_id=tenant.pk, now=NOON)
    assert list(due_tenants(NOON)) == [other.pk]
    assert list(due_tenants(NOON + EVERY - timedelta(seconds=1))) == [other.pk]
    assert list(due_tenants(NOON + EVERY)) == [tenant.pk, other.pk]


def test_a_ledger_that_takes_long_is_verified_less_often(tenant: Tenant) -> None:
    verify_and_record(tenant_id=tenant.pk, now=NOON)
    VerifyPass.objects.update(took_ms=60_000)
    wait = timedelta(minutes=1) * SHARE
    assert list(due_tenants(NOON + wait - timedelta(seconds=1))) == []
    assert list(due_tenants(NOON + wait)) == [tenant.pk]


@pytest.fixture
def tasks_at_once() -> Iterator[None]:
    """What is sent to the queue runs here and now."""
    celery.conf.task_always_eager = True
    yield
    celery.conf.task_always_eager = False


@pytest.mark.usefixtures("tasks_at_once")
def test_beat_wakes_one_verification_per_tenant_that_is_due(tenant: Tenant) -> None:
    other = a_tenant("other")
    verify_due.delay()
    assert last_verified(tenant.pk) is not None
    assert last_verified(other.pk) is not None


@pytest.mark.django_db(transaction=True)
def test_the_task_logs_every_finding(superuser_dsn: str, caplog: pytest.LogCaptureFixture) -> None:
    tenant = a_tenant()
    written(tenant, an_event())
    _tamper(superuser_dsn)
    with caplog.at_level(logging.ERROR, logger="shopops.ledger.tasks"):
        verify_one(tenant.pk)
    (record,) = caplog.records
    assert record.getMessage().startswith(f"ledger of tenant {tenant.pk}: leaf_differs at 1: ")


def test_the_command_says_that_the_ledger_is_whole(
    tenant: Tenant, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("ledger_verify", tenant="northline")
    output = capsys.readouterr().out
    assert output.startswith("Ledger of northline: 2 entries read in ")
    assert output.endswith("Nothing found: the ledger is whole.\n")
    assert last_verified(tenant.pk) is not None


@pytest.mark.django_db(transaction=True)
def test_the_command_names_findings_and_exits_with_1(
    superuser_dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tenant = a_tenant()
    (event_id,) = written(tenant, an_event())
    _tamper(superuser_dsn)
    with pytest.raises(SystemExit) as stopped:
        call_command("ledger_verify", tenant="northline")
    assert stopped.value.code == 1
    output = capsys.readouterr().out
    assert f"FOUND leaf_differs at 1: event {event_id} is not what was hashed" in output
    assert output.endswith("1 finding.\n")


@pytest.mark.django_db(transaction=True)
def test_the_command_reports_as_json(
    superuser_dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tenant = a_tenant()
    written(tenant, an_event())
    call_command("ledger_verify", "--json", tenant="northline")
    report = json.loads(capsys.readouterr().out)
    assert (report["tenant"], report["clean"], report["entries"]) == ("northline", True, 1)
    _tamper(superuser_dsn)
    with pytest.raises(SystemExit):
        call_command("ledger_verify", "--json", tenant="northline")
    report = json.loads(capsys.readouterr().out)
    assert report["finding_counts"] == {"leaf_differs": 1}
    assert report["findings"][0]["where"] == "1"


def test_the_command_knows_no_shop_that_does_not_exist() -> None:
    with pytest.raises(CommandError, match=r"^No shop is named nowhere\.$") as refused:
        call_command("ledger_verify", tenant="nowhere")
    assert refused.value.returncode == 2
