"""Create and revoke API tokens. Each change is a ledger event; the secret is shown once."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from shopops import ledger
from shopops.alarms.asked import OWN_SKILLS
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.tenants.models import ApiToken, Membership
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import (
    ALARM_SCOPES,
    SHOWN_CHARACTERS,
    Scope,
    hash_secret,
    new_secret,
)

LONGEST_SKILL = 64


class SkillRefused(ValueError):
    """A token for alarms names the skill that it speaks for, in up to 64 characters, and not one
    of the program's own."""


class NewToken(NamedTuple):
    token: ApiToken
    secret: str  # cannot be shown again


def create_token(
    *,
    tenant_id: int,
    name: str,
    scopes: Sequence[Scope],
    author: Membership | None,
    now: datetime,
    expires_at: datetime | None = None,
    skill: str = "",
) -> NewToken:
    """A new token; `author` is None when an operator makes it on the command line.

    `skill`: whom the token speaks for on alarms; handles are bound to it. Raises `SkillRefused`.
    """
    _check_skill(skill, scopes)
    secret = new_secret()
    with tenant_scope(tenant_id):
        token = ApiToken.objects.create(
            tenant_id=tenant_id,
            name=name,
            prefix=secret[:SHOWN_CHARACTERS],
            token_hash=hash_secret(secret),
            scopes=sorted(scopes),
            skill=skill,
            created_by=author,
            created_at=now,
            expires_at=expires_at,
        )
        _record(token, change="created", author=author, now=now)
    return NewToken(token, secret)


def revoke_token(*, token: ApiToken, author: Membership | None, now: datetime) -> bool:
    """False when it was revoked before; a revoked token never works again."""
    with tenant_scope(token.tenant_id):
        live = ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True)
        if not live.update(revoked_at=now):
            return False
        _record(token, change="revoked", author=author, now=now)
    return True


def _check_skill(skill: str, scopes: Sequence[Scope]) -> None:
    needed = any(scope in ALARM_SCOPES for scope in scopes)
    if skill in OWN_SKILLS or len(skill) > LONGEST_SKILL or (needed and not skill.strip()):
        raise SkillRefused(SkillRefused.__doc__)


def _record(token: ApiToken, *, change: str, author: Membership | None, now: datetime) -> None:
    event = NewEvent(
        kind=EventKind.TOKEN,
        actor=ActorType.SYSTEM if author is None else ActorType.HUMAN,
        occurred_at=now,
        body={
            "token": token.pk,
            "prefix": token.prefix,
            "change": change,
            "scopes": list(token.scopes),
            "skill": token.skill,
            "author": None if author is None else bytes(author.identity_key).hex(),
        },
    )
    ledger.append(token.tenant_id, [event])
