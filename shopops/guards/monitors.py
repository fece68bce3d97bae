"""Monitors that may be told more than whether all is well: they name shops that are in trouble."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

BEARER = "Bearer "


def is_monitor(request: HttpRequest) -> bool:
    """It sends the site's monitoring token. Without such a setting nobody is one."""
    sent = request.headers.get("Authorization", "")
    token = settings.SHOPOPS_MONITOR_TOKEN
    return bool(token) and constant_time_compare(sent, f"{BEARER}{token}")
