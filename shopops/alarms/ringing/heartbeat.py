"""A sign of life for a monitor elsewhere, which raises the alarm when it falls silent."""

import logging
from http.client import HTTPException
from urllib.request import Request, urlopen

from django.conf import settings

logger = logging.getLogger(__name__)
PATIENCE = 10.0  # seconds; a monitor that is down must not hold up the next ring for long


def beat() -> bool:
    """Whether the monitor has heard us; True too where there is none."""
    url: str = settings.SHOPOPS_HEARTBEAT_URL
    if not url:
        return True
    try:
        request = Request(url, headers={"User-Agent": "ShopOps"})  # noqa: S310  a system check
        with urlopen(request, timeout=PATIENCE):  # noqa: S310  lets http and https pass only
            return True
    except (HTTPException, OSError) as problem:
        logger.warning("the heartbeat was not heard: %s", problem)
        return False
