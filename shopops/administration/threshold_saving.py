"""Put numbers into force: the orders that nobody decided are proposed anew."""

import logging

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from kombu.exceptions import OperationalError

from shopops.administration.thresholds import change_thresholds
from shopops.agents.thresholds import Thresholds
from shopops.orchestrator.tasks import EXPIRES, resolve_tenant
from shopops.tenants.models import Membership, ThresholdVersion

logger = logging.getLogger(__name__)
SAVING = gettext_noop("Changing the thresholds")  # what a page asks a fresh proof for


def put_in_force(
    *, numbers: Thresholds, based_on: int, reason: str, author: Membership
) -> ThresholdVersion:
    """Save them as the next version and wake the pipeline. Raises what `change_thresholds` does."""
    saved = change_thresholds(
        tenant_id=author.tenant_id,
        numbers=numbers,
        based_on=based_on,
        reason=reason,
        author=author,
        now=timezone.now(),
    )
    _wake_pipeline(author.tenant_id)
    return saved


def _wake_pipeline(tenant_id: int) -> None:
    """Beat runs it in any case; without a broker it is that much later."""
    try:
        resolve_tenant.apply_async((tenant_id,), expires=EXPIRES, retry=False)
    except OperationalError:
        logger.warning("No broker takes the wake-up; beat asks again", exc_info=True)


def in_force_words(version: int) -> str:
    return gettext(
        "Version {version} is in force. Orders that nobody decided are "
        "proposed and judged anew under it; decided ones keep theirs."
    ).format(version=version)
