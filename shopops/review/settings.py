"""A shop's review settings, version by version. Inside a tenant scope; nothing is overwritten."""

from datetime import datetime

import msgspec
from django.db import connection

from shopops import ledger
from shopops.ledger.versions import add_version, version_event
from shopops.review.config import ReviewConfig
from shopops.review.models import ReviewConfigVersion
from shopops.review.satisfiable import refuse_unsatisfiable
from shopops.tenants import thresholds
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership

ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('shopops.review.config', %s))"
TOGETHER = "SELECT pg_advisory_xact_lock_shared(hashtextextended('shopops.review.config', %s))"


class ReviewConfigMoved(ValueError):
    """Somebody saved other review settings meanwhile. Look at theirs, then save again."""


def current(tenant_id: int) -> ReviewConfig:
    """The version in force; the defaults, as version 0, where none was saved."""
    newest = ReviewConfigVersion.objects.of(tenant_id).order_by("-version").first()
    if newest is None:
        return ReviewConfig(version=0)
    return msgspec.convert({**newest.body, "version": newest.version}, ReviewConfig)


def at(tenant_id: int, version: int) -> ReviewConfig | None:
    """The settings of that version; the defaults are version 0. None: there is no such one."""
    if version == 0:
        return ReviewConfig(version=0)
    row = ReviewConfigVersion.objects.of(tenant_id).filter(version=version).first()
    if row is None:
        return None
    return msgspec.convert({**row.body, "version": row.version}, ReviewConfig)


def hold(tenant_id: int) -> None:
    """The version in force stays in force until the scope ends; many may hold it."""
    _take(TOGETHER, tenant_id)


def save_config(
    *,
    tenant_id: int,
    config: ReviewConfig,
    based_on: int,
    reason: str,
    author: Membership | None,
    now: datetime,
) -> ReviewConfigVersion:
    """Add `config` as the version after `based_on`, with its ledger event.

    `author` None: an operator on the command line. Raises `msgspec.ValidationError` for numbers
    out of bounds, `Unsatisfiable` for limits that nobody could meet, and `ReviewConfigMoved`.
    """
    checked = msgspec.convert(msgspec.to_builtins(config), ReviewConfig)
    thresholds.hold(tenant_id)  # in this order, as whoever decides takes them
    _take(ALONE, tenant_id)
    hold_author(author)
    before = current(tenant_id)
    if before.version != based_on:
        raise ReviewConfigMoved(ReviewConfigMoved.__doc__)
    refuse_unsatisfiable(tenant_id, thresholds.current(tenant_id), checked)
    saved = add_version(
        ReviewConfigVersion,
        tenant_id=tenant_id,
        config=checked,
        version=before.version + 1,
        reason=reason,
        author=author,
        moved=ReviewConfigMoved,
    )
    event = version_event(saved, of="review", before=before, author=author, now=now)
    ledger.append(tenant_id, [event])
    return saved


def _take(statement: str, tenant_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [tenant_id])
