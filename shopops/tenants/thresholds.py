"""A tenant's numbers, version by version. Inside a tenant scope; nothing is ever overwritten."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from django.db import connection
from django.db.models import Max

from shopops.agents.threshold_changes import CAPS
from shopops.agents.thresholds import LIKELIHOODS, Thresholds
from shopops.money import MoneyError, exponent
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership, ThresholdVersion

ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('shopops.thresholds', %s))"
TOGETHER = "SELECT pg_advisory_xact_lock_shared(hashtextextended('shopops.thresholds', %s))"


class NumbersRefused(msgspec.ValidationError):
    """A number is out of its bounds, or names a currency, time zone or reason that isn't one."""


class NoThresholds(LookupError):
    """This shop has no such version of its numbers. `create_tenant` makes a shop's first one."""


def current(tenant_id: int) -> Thresholds:
    """The version in force. Raises `NoThresholds`: numbers are never guessed."""
    newest = ThresholdVersion.objects.of(tenant_id).order_by("-version").first()
    if newest is None:
        raise NoThresholds(f"shop {tenant_id} has no numbers")
    return _numbers(newest)


def at(tenant_id: int, version: int) -> Thresholds:
    """The numbers as they were in that version. Raises `NoThresholds`."""
    return at_each(tenant_id, {version})[version]


def at_each(tenant_id: int, versions: set[int]) -> dict[int, Thresholds]:
    """Several versions in one statement; no version, no statement. Raises `NoThresholds` when one
    is missing."""
    if not versions:
        return {}
    rows = ThresholdVersion.objects.of(tenant_id).filter(version__in=versions)
    found = {row.version: _numbers(row) for row in rows}
    missing = versions - found.keys()
    if missing:
        raise NoThresholds(f"shop {tenant_id} has no numbers of version {min(missing)}")
    return found


def save_thresholds(
    *, tenant_id: int, numbers: Thresholds, reason: str, author: Membership | None
) -> ThresholdVersion:
    """Add `numbers` as the next version, whatever version they carry.

    Two people who save at once get one version each, in the order of their commits. Raises
    `NumbersRefused`, and what `hold_author` does.
    """
    checked(numbers)
    lock(tenant_id)
    hold_author(author)
    newest = ThresholdVersion.objects.of(tenant_id).aggregate(Max("version"))["version__max"]
    version = (newest or 0) + 1
    return ThresholdVersion.objects.create(
        tenant_id=tenant_id,
        version=version,
        body=msgspec.to_builtins(msgspec.structs.replace(numbers, version=version)),
        reason=reason,
        author=author,
    )


def lock(tenant_id: int) -> None:
    """Nobody else changes this shop's numbers, or relies on them, until the transaction ends."""
    _take(ALONE, tenant_id)


def hold(tenant_id: int) -> None:
    """The version in force stays in force until the transaction ends; many may hold it."""
    _take(TOGETHER, tenant_id)


def checked(numbers: Thresholds) -> Thresholds:
    """The numbers themselves, if a shop can run on them; raises `NumbersRefused`."""
    try:
        msgspec.convert(msgspec.to_builtins(numbers), Thresholds)
        for currency in {currency for cap in CAPS for currency in getattr(numbers, cap)}:
            exponent(currency)
        ZoneInfo(numbers.timezone)
    except (msgspec.ValidationError, MoneyError) as error:
        raise NumbersRefused(str(error)) from error
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise NumbersRefused(f"{numbers.timezone!r} is not a time zone") from error
    unknown = numbers.likelihood_percent.keys() - LIKELIHOODS.keys()
    if unknown:
        raise NumbersRefused(f"{min(unknown)!r} is not one of {', '.join(LIKELIHOODS)}")
    return numbers


def _take(statement: str, tenant_id: int) -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("call this inside tenant_scope: the lock lasts until the scope ends")
    with connection.cursor() as cursor:
        cursor.execute(statement, [tenant_id])


def _numbers(row: ThresholdVersion) -> Thresholds:
    return msgspec.convert({**row.body, "version": row.version}, Thresholds)
