"""What a shop asks of a sender, version by version. Inside a tenant scope; nothing is
overwritten, and every change is a ledger row that says whether less proof is asked for."""

import re

from django.db import connection
from msgspec import Struct

from shopops import ledger
from shopops.acknowledgments.models import InboundRules, InboundRulesVersion
from shopops.alarms.clock import database_now
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership

ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('shopops.inbound_rules', %s))"
SERVER_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")


class RulesRefused(ValueError):
    """The name of a mail server has letters, digits, dots and hyphens, such as mx.example.com."""

    def __str__(self) -> str:
        return type(self).__doc__ or ""


class Rules(Struct, frozen=True, kw_only=True):
    """The members that `InboundRules` has too mean the same. Version 0: the shop set nothing."""

    version: int = 0
    takes_unproven: bool = False
    authserv_id: str = ""


def lock(tenant_id: int) -> None:
    """Nobody else who asks for it changes these rules until the scope ends."""
    with connection.cursor() as cursor:
        cursor.execute(ALONE, [tenant_id])


def current(tenant_id: int) -> Rules:
    """What is in force, even if somebody put it there past the versions."""
    newest = InboundRulesVersion.objects.of(tenant_id).order_by("-version").first()
    read = InboundRules.objects.filter(pk=tenant_id).first() or InboundRules()
    return Rules(
        version=0 if newest is None else newest.version,
        takes_unproven=read.takes_unproven,
        authserv_id=read.authserv_id,
    )


def at(tenant_id: int, version: int) -> Rules | None:
    """As they were in that version; None: there is none. Version 0 is what a shop has without."""
    if version == 0:
        return Rules()
    saved = InboundRulesVersion.objects.of(tenant_id).filter(version=version).first()
    if saved is None:
        return None
    return Rules(
        version=version, takes_unproven=saved.takes_unproven, authserv_id=saved.authserv_id
    )


def save_rules(
    *, tenant_id: int, rules: Rules, reason: str, author: Membership | None
) -> InboundRulesVersion:
    """Put `rules` into force as the next version, whatever version they carry.

    `author` None: an operator on the command line. Raises `RulesRefused`, and what
    `hold_author` does.
    """
    if rules.authserv_id and not SERVER_NAME.fullmatch(rules.authserv_id):
        raise RulesRefused
    lock(tenant_id)
    hold_author(author)
    before = current(tenant_id)
    saved = InboundRulesVersion.objects.create(
        tenant_id=tenant_id,
        version=before.version + 1,
        takes_unproven=rules.takes_unproven,
        authserv_id=rules.authserv_id,
        reason=reason,
        author=author,
    )
    InboundRules.objects.update_or_create(
        pk=tenant_id,
        defaults={"takes_unproven": rules.takes_unproven, "authserv_id": rules.authserv_id},
    )
    ledger.append(tenant_id, [_event(saved, before, author)])
    return saved


def changed(before: Rules, after: Rules | InboundRulesVersion) -> list[str]:
    """The names of what differs."""
    names = ("takes_unproven", "authserv_id")
    return [name for name in names if getattr(before, name) != getattr(after, name)]


def _event(saved: InboundRulesVersion, before: Rules, author: Membership | None) -> NewEvent:
    proof = "same"
    if saved.takes_unproven != before.takes_unproven:
        proof = "lowered" if saved.takes_unproven else "raised"
    return NewEvent(
        kind=EventKind.SETTINGS,
        actor=ActorType.SYSTEM if author is None else ActorType.HUMAN,
        occurred_at=database_now(),
        body={
            "of": "replies",
            "version": saved.version,
            "author": None if author is None else bytes(author.identity_key).hex(),
            "changed": list(changed(before, saved)),
            "takes_unproven": saved.takes_unproven,
            "proof": proof,
        },
    )
