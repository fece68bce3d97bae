"""What follows when a version came into force: the orders that nobody decided are proposed anew."""

import logging

from kombu.exceptions import OperationalError

from shopops.orchestrator.tasks import EXPIRES, resolve_tenant

logger = logging.getLogger(__name__)


def wake_pipeline(tenant_id: int) -> None:
    """Beat runs it in any case; without a broker it is that much later."""
    try:
        resolve_tenant.apply_async((tenant_id,), expires=EXPIRES, retry=False)
    except OperationalError:
        logger.warning("No broker takes the wake-up; beat asks again", exc_info=True)


def in_force_words(version: int) -> str:
    return (
        f"Version {version} is in force. Orders that nobody decided are proposed and judged anew "
        "under it; decided ones keep theirs."
    )
