"""A shop's numbers: version by version, never overwritten."""

import threading
from typing import Any

import msgspec
import psycopg
import pytest
from django.db import DatabaseError, connection, connections

from shopops.agents.thresholds import Thresholds
from shopops.tenants import thresholds
from shopops.tenants.models import Tenant, ThresholdVersion
from shopops.tenants.refusals import AppendOnlyRefused
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import TenantRefused, UnknownTenant, create_tenant, find_tenant
from tests.support.pipeline import hire, open_shop

LOWER = Thresholds(approval_above_cents={"USD": 1})


def _save(tenant: Tenant, numbers: Thresholds, **more: Any) -> ThresholdVersion:
    with tenant_scope(tenant.pk):
        return thresholds.save_thresholds(
            tenant_id=tenant.pk, numbers=numbers, reason="A test", author=None, **more
        )


@pytest.mark.django_db
def test_a_shop_opens_with_version_1_of_its_numbers_in_its_own_time_zone() -> None:
    shop = create_tenant(slug="north", name="North", timezone="Europe/Berlin", thresholds=LOWER)
    numbers = thresholds.current(shop.pk)
    assert numbers == msgspec.structs.replace(LOWER, version=1, timezone="Europe/Berlin")


@pytest.mark.django_db
def test_the_next_version_is_in_force_and_the_older_one_stays_readable() -> None:
    shop = open_shop()
    before = thresholds.current(shop.pk)
    saved = _save(shop, LOWER)
    assert (saved.version, thresholds.current(shop.pk).approval_above_cents) == (2, {"USD": 1})
    assert thresholds.at(shop.pk, 1) == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"goodwill_percent": 101}, "goodwill_percent"),
        ({"approval_above_cents": {"USD": -1}}, "approval_above_cents"),
        ({"second_cap_cents": {"XYZ": 1}}, "XYZ"),
        ({"timezone": "Mars/Olympus"}, "'Mars/Olympus' is not a time zone"),
        ({"timezone": "../etc/passwd"}, "is not a time zone"),
        ({"likelihood_percent": {"late": 70}}, "'late' is not one of returning"),
    ],
)
def test_numbers_that_no_shop_can_run_on_are_refused_and_nothing_is_saved(
    wrong: dict[str, Any], sentence: str
) -> None:
    shop = open_shop()
    with pytest.raises(thresholds.NumbersRefused, match=sentence):
        _save(shop, msgspec.structs.replace(LOWER, **wrong))
    assert thresholds.current(shop.pk).version == 1


@pytest.mark.django_db
def test_numbers_that_do_not_exist_are_never_guessed() -> None:
    shop = open_shop()
    with pytest.raises(thresholds.NoThresholds):
        thresholds.at(shop.pk, 2)
    with pytest.raises(thresholds.NoThresholds):
        thresholds.current(shop.pk + 1)


@pytest.mark.django_db
def test_the_author_must_belong_to_the_shop() -> None:
    shop, other = open_shop(), open_shop("other")
    stranger = hire(other)
    with pytest.raises(DatabaseError, match="threshold_author_of_tenant"), tenant_scope(shop.pk):
        thresholds.save_thresholds(
            tenant_id=shop.pk, numbers=LOWER, reason="A test", author=stranger
        )


@pytest.mark.django_db(transaction=True)
def test_two_who_save_at_once_get_one_version_each() -> None:
    shop = open_shop()
    barrier, versions = threading.Barrier(2), []

    def save() -> None:
        try:
            with tenant_scope(shop.pk):
                thresholds.current(shop.pk)
                barrier.wait(10)
                saved = thresholds.save_thresholds(
                    tenant_id=shop.pk, numbers=LOWER, reason="A test", author=None
                )
            versions.append(saved.version)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=save) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(versions) == [2, 3]


UPSERT = """
INSERT INTO tenants_thresholdversion (tenant_id, version, body, reason, created_at)
SELECT tenant_id, version, body, reason, created_at FROM tenants_thresholdversion
ON CONFLICT (tenant_id, version) DO UPDATE SET reason = 'other'
"""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tenants_thresholdversion SET reason = 'other'",
        "DELETE FROM tenants_thresholdversion",
        UPSERT,
    ],
)
def test_the_database_refuses_to_change_a_version(statement: str) -> None:
    shop = open_shop()
    with (
        pytest.raises(AppendOnlyRefused, match="refused"),
        tenant_scope(shop.pk),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["so_migrate", "postgres"])
def test_not_even_the_owner_empties_the_versions(role: str, role_dsn: Any) -> None:
    open_shop()
    with psycopg.connect(role_dsn(role)) as owner, pytest.raises(psycopg.Error) as refused:
        owner.execute("TRUNCATE tenants_thresholdversion CASCADE")
    assert refused.value.sqlstate == "SO001"


@pytest.mark.django_db
def test_django_refuses_to_change_or_delete_a_version() -> None:
    row = ThresholdVersion.objects.get(tenant=open_shop())
    row.reason = "other"
    for attempt in (
        row.save,
        row.delete,
        ThresholdVersion.objects.all().delete,
        lambda: ThresholdVersion.objects.update(reason="other"),
        lambda: ThresholdVersion.objects.bulk_update([row], ["reason"]),
        lambda: ThresholdVersion.objects.bulk_create([row], ignore_conflicts=True),
    ):
        with pytest.raises(AppendOnlyRefused):
            attempt()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "timezone", "sentence"),
    [
        ("no spaces", "UTC", "use letters"),
        ("north", "Mars/Olympus", "not a time zone"),
        ("north", "../etc/passwd", "not a time zone"),
        ("taken", "UTC", "already a shop"),
    ],
)
def test_a_shop_that_cannot_be_opened_says_what_to_change(
    slug: str, timezone: str, sentence: str
) -> None:
    open_shop("taken")
    with pytest.raises(TenantRefused, match=sentence):
        create_tenant(slug=slug, name="North", timezone=timezone)


@pytest.mark.django_db
def test_an_unknown_shop_is_named() -> None:
    with pytest.raises(UnknownTenant, match="nowhere"):
        find_tenant("nowhere")
