"""A tenant's numbers, version by version. Inside a tenant scope; nothing is ever overwritten."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max

from shopops.agents.threshold_changes import CAPS
from shopops.agents.thresholds import LIKELIHOODS, Thresholds
from shopops.money import MoneyError, exponent
from shopops.tenants.models import Membership, ThresholdVersion
from shopops.tenants.refusals import sqlstate_of

UNIQUE_VIOLATION = "23505"


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
    """Several versions in one statement. Raises `NoThresholds` when one is missing."""
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
    `NumbersRefused`.
    """
    checked(numbers)
    try:
        return _add(tenant_id, numbers, reason, author)
    except IntegrityError as error:
        if sqlstate_of(error) != UNIQUE_VIOLATION:
            raise
    return _add(tenant_id, numbers, reason, author)  # somebody was first: theirs is visible now


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


def _add(
    tenant_id: int, numbers: Thresholds, reason: str, author: Membership | None
) -> ThresholdVersion:
    newest = ThresholdVersion.objects.of(tenant_id).aggregate(Max("version"))["version__max"]
    version = (newest or 0) + 1
    with transaction.atomic():
        return ThresholdVersion.objects.create(
            tenant_id=tenant_id,
            version=version,
            body=msgspec.to_builtins(msgspec.structs.replace(numbers, version=version)),
            reason=reason,
            author=author,
        )


def _numbers(row: ThresholdVersion) -> Thresholds:
    return msgspec.convert({**row.body, "version": row.version}, Thresholds)
