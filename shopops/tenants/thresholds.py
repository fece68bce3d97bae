"""A tenant's numbers, version by version. Inside a tenant scope; nothing is ever overwritten."""

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max

from shopops.agents.thresholds import Thresholds
from shopops.tenants.models import Membership, ThresholdVersion
from shopops.tenants.refusals import sqlstate_of

UNIQUE_VIOLATION = "23505"


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
    `msgspec.ValidationError` when a number is out of its bounds.
    """
    try:
        return _add(tenant_id, numbers, reason, author)
    except IntegrityError as error:
        if sqlstate_of(error) != UNIQUE_VIOLATION:
            raise
    return _add(tenant_id, numbers, reason, author)  # somebody was first: theirs is visible now


def _add(
    tenant_id: int, numbers: Thresholds, reason: str, author: Membership | None
) -> ThresholdVersion:
    newest = ThresholdVersion.objects.of(tenant_id).aggregate(Max("version"))["version__max"]
    version = (newest or 0) + 1
    with transaction.atomic():
        return ThresholdVersion.objects.create(
            tenant_id=tenant_id,
            version=version,
            body=_body(msgspec.structs.replace(numbers, version=version)),
            reason=reason,
            author=author,
        )


def _body(numbers: Thresholds) -> dict[str, object]:
    """The numbers as JSON, after holding them against the bounds of their own definition."""
    body: dict[str, object] = msgspec.to_builtins(numbers)
    msgspec.convert(body, Thresholds)
    return body


def _numbers(row: ThresholdVersion) -> Thresholds:
    return msgspec.convert({**row.body, "version": row.version}, Thresholds)
