"""What django-anymail must know to tell a provider's webhook from anybody else's."""

import json
from typing import Any

from shopops.settings.environment import SettingRefused


def anymail(*, basic_auth: str, mailgun_key: str, more: str) -> dict[str, Any]:
    """Its setting ANYMAIL, with what is set and nothing else."""
    try:
        found = json.loads(more)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise SettingRefused('SHOPOPS_ANYMAIL is no JSON object: write it like {"NAME": "value"}.')
    if basic_auth:
        found["WEBHOOK_SECRET"] = basic_auth
    if mailgun_key:
        found["MAILGUN_WEBHOOK_SIGNING_KEY"] = mailgun_key
    return found
