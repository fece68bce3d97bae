"""Verification from beat: which ledgers are due is in the database, not in the queue."""

import logging

from celery import shared_task
from django.utils.timezone import now

from shopops.ledger.passes import due_tenants, verify_and_record

logger = logging.getLogger(__name__)
STALE_AFTER_SECONDS = 60  # by then the next tick has asked again


@shared_task
def verify_due() -> None:
    """Wake a verification for every tenant whose last one is too old."""
    for tenant_id in due_tenants(now()):
        verify_one.apply_async((tenant_id,), expires=STALE_AFTER_SECONDS)


@shared_task
def verify_one(tenant_id: int) -> None:
    report = verify_and_record(tenant_id=tenant_id, now=now())
    for finding in report.findings:
        logger.error(
            "ledger of tenant %s: %s at %s: %s",
            tenant_id,
            finding.code,
            finding.where,
            finding.detail,
        )
