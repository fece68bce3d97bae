"""Open a shop, find one by its name in addresses, and do something in every one."""

import logging
from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from shopops.agents.thresholds import Thresholds
from shopops.tenants.models import Tenant
from shopops.tenants.own_reasons import OPENED
from shopops.tenants.refusals import sqlstate_of
from shopops.tenants.thresholds import save_thresholds

logger = logging.getLogger(__name__)

UNIQUE_VIOLATION = "23505"


class UnknownTenant(LookupError):
    """There is no shop with this name."""


class TenantRefused(ValueError):
    """The shop can't be opened like this."""


def create_tenant(
    *, slug: str, name: str, timezone: str = "UTC", thresholds: Thresholds | None = None
) -> Tenant:
    """Open a shop together with version 1 of its numbers, which judge days in `timezone`.

    Raises `TenantRefused` with a sentence that says what to change.
    """
    _check(slug, timezone)
    numbers = msgspec.structs.replace(thresholds or Thresholds(), timezone=timezone)
    try:
        with transaction.atomic():
            tenant = Tenant.objects.create(slug=slug, name=name, timezone=timezone)
            save_thresholds(tenant_id=tenant.pk, numbers=numbers, reason=OPENED, author=None)
    except IntegrityError as error:
        if sqlstate_of(error) != UNIQUE_VIOLATION:
            raise
        raise _taken(slug) from error  # of two at once one is the first
    return tenant


def find_tenant(slug: str) -> Tenant:
    """Raises `UnknownTenant`."""
    tenant = Tenant.objects.filter(slug=slug).first()
    if tenant is None:
        raise UnknownTenant(f"There is no shop called {slug!r}.")
    return tenant


def in_every_shop(work: Callable[[int], object]) -> None:
    """By the shops' ids. Each has its turn: what breaks off in one is logged, and raised as a group
    when all had theirs."""
    broken: list[Exception] = []
    for tenant_id in Tenant.objects.order_by("pk").values_list("pk", flat=True):
        try:
            work(tenant_id)
        except Exception as problem:
            logger.exception("this broke off in shop %s", tenant_id)
            broken.append(problem)
    if broken:
        raise ExceptionGroup("this broke off in some shops", broken)


def _check(slug: str, timezone: str) -> None:
    try:
        validate_slug(slug)
        ZoneInfo(timezone)
    except ValidationError:
        said = gettext("“{slug}” can’t stand in an address: use letters, digits, - and _.")
        raise TenantRefused(said.format(slug=slug)) from None
    except (ZoneInfoNotFoundError, ValueError):
        said = gettext("“{timezone}” is not a time zone: use a name such as Europe/Berlin.")
        raise TenantRefused(said.format(timezone=timezone)) from None
    if Tenant.objects.filter(slug=slug).exists():
        raise _taken(slug)


def _taken(slug: str) -> TenantRefused:
    said = gettext("There is already a shop called “{slug}”: choose another name.")
    return TenantRefused(said.format(slug=slug))
