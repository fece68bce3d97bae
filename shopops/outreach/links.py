"""Addresses in a customer's mail: signed, so that nobody can make one, and only good for what that
one mail is about. What follows from them happens elsewhere."""

from datetime import UTC, datetime, timedelta

import msgspec
from django.conf import settings
from django.core.signing import BadSignature, Signer
from msgspec import Struct

from shopops.agents.records import ClaimKind
from shopops.outreach.letter import Links

CHOOSE, LEAVE = "choose", "unsubscribe"  # the first part of the path
CHOOSE_WITHIN = timedelta(days=30)
SHORT = "…"  # for a token, where the mail is only shown


class Whose(Struct, frozen=True, kw_only=True, array_like=True):
    """Of which mail, in which language, what it offered, and until when that holds."""

    tenant_id: int
    effect_id: int
    language: str
    choices: list[ClaimKind]
    until: datetime


def link_to(what: str, whose: Whose) -> str:
    told = msgspec.to_builtins(whose)
    return _address(what, _signer(what).sign_object(told, compress=False))


def links_shown() -> Links:
    """As they stand in a mail that is not sent yet."""
    return Links(choose=_address(CHOOSE, SHORT), leave=_address(LEAVE, SHORT))


def read_link(what: str, token: str) -> Whose | None:
    """None for what we did not sign, or signed for something else. It may be over: see `until`."""
    try:
        return msgspec.convert(_signer(what).unsign_object(token), Whose)
    except (BadSignature, ValueError, msgspec.ValidationError):
        return None


def is_over(whose: Whose, now: datetime) -> bool:
    return whose.until.astimezone(UTC) <= now


def _signer(what: str) -> Signer:
    return Signer(salt=f"shopops.outreach.links:{what}", sep="~")


def _address(what: str, token: str) -> str:
    return f"{settings.SHOPOPS_SITE_URL}/{what}/{token}/"
