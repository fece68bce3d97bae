"""Create and revoke API tokens. Each change is a ledger event; the secret is shown once."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from shopops import ledger
from shopops.alarms.asked import OWN_SKILLS
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.tenants.access import allows
from shopops.tenants.models import ApiToken, Membership, Role
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


class DelegationRefused(ValueError):
    """Why a token can't act for a person; the sentence says what to do."""


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
    acts_for: Membership | None = None,
) -> NewToken:
    """A new token; `author` is None when an operator makes it on the command line.

    `skill`: whom the token speaks for on alarms; handles are bound to it. Raises `SkillRefused`.
    `acts_for`: whose decisions the token may send; an admin is its author then. Without it a token
    reads reviews at most. Raises `DelegationRefused`.
    """
    _check_skill(skill, scopes)
    if acts_for is not None:
        _check_delegation(tenant_id, acts_for, author, scopes)
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
            acts_for=acts_for,
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


def _check_delegation(
    tenant_id: int, person: Membership, author: Membership | None, scopes: Sequence[Scope]
) -> None:
    if author is None or author.tenant_id != tenant_id or not allows(author, Role.ADMIN):
        raise DelegationRefused(
            "Only an administrator of the shop lets a token act for a person: name one as author."
        )
    if person.tenant_id != tenant_id or not allows(person, Role.REVIEWER):
        raise DelegationRefused(
            "The person must be able to decide in this shop: choose an active reviewer or admin."
        )
    if Scope.REVIEW_DECIDE not in scopes:
        raise DelegationRefused(
            f"A token that acts for a person needs the scope '{Scope.REVIEW_DECIDE}'."
        )


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
            **_person(token),
        },
    )
    ledger.append(token.tenant_id, [event])


def _person(token: ApiToken) -> dict[str, str]:
    """Few tokens act for somebody, so the others say nothing of it."""
    person = token.acts_for
    return {} if person is None else {"acts_for": bytes(person.identity_key).hex()}
