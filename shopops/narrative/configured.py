"""The site's one model, as its operator set it."""

import ipaddress

from django.conf import settings

from shopops.connectors.addresses import AddressRefused, url_of
from shopops.narrative.chat_completions import ChatCompletions
from shopops.narrative.model import Model

LONGEST_NAME = 100


def configured_model() -> Model | None:
    """None: there is none, or its settings are wrong, which a check says (`problem`)."""
    if not settings.SHOPOPS_NARRATIVE_URL or problem():
        return None
    return ChatCompletions(
        base=settings.SHOPOPS_NARRATIVE_URL,
        key=settings.SHOPOPS_NARRATIVE_KEY,
        name=settings.SHOPOPS_NARRATIVE_MODEL,
    )


def problem() -> str:
    """What is wrong with the settings, in a sentence; empty: nothing, also where none is set."""
    values = {name: getattr(settings, name) for name in NAMES}
    missing = [name for name, value in values.items() if not value]
    if missing:
        half = len(missing) < len(NAMES)
        return f"The model is set half: {' and '.join(missing)} is missing." if half else ""
    if len(settings.SHOPOPS_NARRATIVE_MODEL) > LONGEST_NAME:
        return f"SHOPOPS_NARRATIVE_MODEL is longer than {LONGEST_NAME} characters."
    return _wrong_address(settings.SHOPOPS_NARRATIVE_URL)


def _wrong_address(address: str) -> str:
    try:
        url = url_of(address)
    except AddressRefused:
        return "SHOPOPS_NARRATIVE_URL is no address: write one like https://models.example/v1."
    if url.query or url.fragment:
        return "SHOPOPS_NARRATIVE_URL ends before the ? and the #."
    if url.scheme == "http" and not _is_this_machine(url.host):
        return "SHOPOPS_NARRATIVE_URL is not encrypted: http:// is only for this machine itself."
    return ""


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


NAMES = ("SHOPOPS_NARRATIVE_URL", "SHOPOPS_NARRATIVE_KEY", "SHOPOPS_NARRATIVE_MODEL")
