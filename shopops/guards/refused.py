"""Keeping what a role or a token's scope did not open, for the shop's audit page.

Counted by person or token, kind of address and hour, so that whoever asks in a loop makes one row.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from shopops.guards.models import LONGEST_ROUTE, RefusedAccess
from shopops.tenants.access import RoleNotEnough
from shopops.tenants.models import ApiToken, Membership, Tenant
from shopops.tenants.scope import tenant_scope

logger = logging.getLogger(__name__)
KEPT_FOR = timedelta(days=400)
A_BATCH = 1000
UNKNOWN = "?"


class Refused:
    """Keeps what the door of a shop's pages refuses; the API tells it by itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> None:
        if isinstance(problem, RoleNotEnough):
            keep_refused(request, problem.member, timezone.now())


def keep_refused(request: HttpRequest, who: Membership | ApiToken, now: datetime) -> None:
    """The answer is the same where it can't be kept; the log says so."""
    match = request.resolver_match
    route = (match.route if match else UNKNOWN)[:LONGEST_ROUTE]
    try:
        with tenant_scope(who.tenant_id):
            _count(who, route, now)
    except DatabaseError:
        logger.exception("a refusal could not be kept")


def purge_refused(*, now: datetime) -> int:
    """Older than the audit page needs them, a bounded number of each shop. How many."""
    return sum(_purge(shop, now - KEPT_FOR) for shop in Tenant.objects.values_list("pk", flat=True))


def _count(who: Membership | ApiToken, route: str, now: datetime) -> None:
    """`acts_for` of a program may be somebody else tomorrow, so the token alone tells its rows."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    whose: dict[str, Any] = {"membership": who, "token": None}
    found = RefusedAccess.objects.of(who.tenant_id).filter(route=route, hour=hour)
    if isinstance(who, ApiToken):
        whose = {"membership_id": who.acts_for_id, "token": who}
        found = found.filter(token=who)
    else:
        found = found.filter(**whose)
    if found.update(times=F("times") + 1, at=now):
        return
    try:
        with transaction.atomic():
            RefusedAccess.objects.create(
                tenant_id=who.tenant_id, route=route, hour=hour, at=now, **whose
            )
    except IntegrityError:  # another request of theirs was first
        found.update(times=F("times") + 1, at=now)


def _purge(tenant_id: int, before: datetime) -> int:
    with tenant_scope(tenant_id):
        old = RefusedAccess.objects.of(tenant_id).filter(at__lt=before).order_by("at")[:A_BATCH]
        return RefusedAccess.objects.of(tenant_id).filter(pk__in=old.values("pk")).delete()[0]
