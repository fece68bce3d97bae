"""Create, replace and revoke API tokens, each with a ledger event; the secret is shown once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext

from shopops import ledger
from shopops.alarms.asked import OWN_SKILLS
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.tenants.access import allows, hold_author
from shopops.tenants.models import ApiToken, Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import (
    ALARM_SCOPES,
    SHOWN_CHARACTERS,
    Scope,
    hash_secret,
    live_tokens,
    new_secret,
)

LONGEST_SKILL = 64


class SkillRefused(ValueError):
    """A token for alarms names the skill that it speaks for, in up to 64 characters, and not one
    of the program's own."""


class DelegationRefused(ValueError):
    """Why a token can't act for a person; the sentence says what to do."""


class NameTaken(ValueError):
    """A token with this name works already. Choose another name, or revoke that one."""


class TokenMoved(ValueError):
    """This token was replaced, revoked or ran out meanwhile. The list below is as it is now."""


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
    name_once: bool = False,
) -> NewToken:
    """A new token; `author` is None when an operator makes it on the command line.

    `skill`: whom the token speaks for on alarms; handles are bound to it. Raises `SkillRefused`.
    `acts_for`: whose decisions the token may send; an admin is its author then. Without it a token
    reads reviews at most. Raises `DelegationRefused`.
    `name_once`: a form that is sent twice makes one token. Raises `NameTaken`.
    """
    _check_skill(skill, scopes)
    if acts_for is not None:
        _check_delegation(tenant_id, acts_for, author, scopes)
    token = ApiToken(
        tenant_id=tenant_id,
        name=name,
        scopes=sorted(scopes),
        skill=skill,
        acts_for=acts_for,
        expires_at=expires_at,
    )
    with tenant_scope(tenant_id):
        hold_author(author)
        if name_once:
            _refuse_taken(token, now)
        return _keep(token, author, now)


def replace_token(
    *,
    token: ApiToken,
    seen_expires_at: datetime | None,
    overlap: timedelta,
    expires_at: datetime,
    author: Membership,
    now: datetime,
) -> NewToken:
    """A new token that may do the same; the old one works until `overlap` is over, so that whoever
    uses it has time to change.

    Raises `TokenMoved` when the old one is not as it was seen or works no more, so nobody replaces
    it twice; and `DelegationRefused` when its person may decide no longer.
    """
    with tenant_scope(token.tenant_id):
        hold_author(author)
        live = ApiToken.objects.filter(pk=token.pk, tenant_id=token.tenant_id)
        old = live.select_related("acts_for").select_for_update(of=("self",)).get()
        gone = old.revoked_at is not None or (old.expires_at is not None and old.expires_at <= now)
        if gone or old.expires_at != seen_expires_at:
            raise TokenMoved(TokenMoved.__doc__)
        if old.acts_for is not None:
            scopes = [Scope(scope) for scope in old.scopes]
            _check_delegation(token.tenant_id, old.acts_for, author, scopes)
        heir = ApiToken(
            tenant_id=old.tenant_id,
            name=old.name,
            scopes=old.scopes,
            skill=old.skill,
            acts_for=old.acts_for,
            expires_at=expires_at,
        )
        made = _keep(heir, author, now)
        ends = now + overlap
        old.expires_at = ends if old.expires_at is None else min(old.expires_at, ends)
        old.save(update_fields=["expires_at"])
        _record(old, change="replaced", author=author, now=now)
    return made


def revoke_token(*, token: ApiToken, author: Membership | None, now: datetime) -> bool:
    """False when it was revoked before; a revoked token never works again."""
    with tenant_scope(token.tenant_id):
        return revoke_within(token=token, author=author, now=now)


def revoke_within(*, token: ApiToken, author: Membership | None, now: datetime) -> bool:
    """The same inside a scope of the caller's."""
    live = ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True)
    if not live.update(revoked_at=now):
        return False
    _record(token, change="revoked", author=author, now=now)
    return True


def _keep(token: ApiToken, author: Membership | None, now: datetime) -> NewToken:
    secret = new_secret()
    token.prefix, token.token_hash = secret[:SHOWN_CHARACTERS], hash_secret(secret)
    token.created_by, token.created_at = author, now
    token.save(force_insert=True)
    _record(token, change="created", author=author, now=now)
    return NewToken(token, secret)


def _refuse_taken(token: ApiToken, now: datetime) -> None:
    """Of two at once the second one waits here, and then sees the first."""
    Tenant.objects.select_for_update(no_key=True).get(pk=token.tenant_id)
    live = ApiToken.objects.filter(live_tokens(now), tenant_id=token.tenant_id)
    if live.filter(name__iexact=token.name).exists():
        raise NameTaken(NameTaken.__doc__)


def _check_skill(skill: str, scopes: Sequence[Scope]) -> None:
    needed = any(scope in ALARM_SCOPES for scope in scopes)
    if skill in OWN_SKILLS or len(skill) > LONGEST_SKILL or (needed and not skill.strip()):
        raise SkillRefused(SkillRefused.__doc__)


def _check_delegation(
    tenant_id: int, person: Membership, author: Membership | None, scopes: Sequence[Scope]
) -> None:
    if author is None or author.tenant_id != tenant_id or not allows(author, Role.ADMIN):
        raise DelegationRefused(
            gettext(
                "Only an administrator of the shop lets a token act for a person: name one as "
                "author."
            )
        )
    if person.tenant_id != tenant_id or not allows(person, Role.REVIEWER):
        raise DelegationRefused(
            gettext(
                "The person must be able to decide in this shop: choose an active reviewer or "
                "admin."
            )
        )
    if Scope.REVIEW_DECIDE not in scopes:
        raise DelegationRefused(
            gettext("A token that acts for a person needs the scope '{review_decide}'.").format(
                review_decide=Scope.REVIEW_DECIDE
            )
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
