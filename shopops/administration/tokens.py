"""Create and revoke API tokens. Each change is a ledger event; the secret is shown once."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from shopops import ledger
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.tenants.models import ApiToken, Membership
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import SHOWN_CHARACTERS, Scope, hash_secret, new_secret


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
) -> NewToken:
    """A new token; `author` is None when an operator makes it on the command line."""
    secret = new_secret()
    with tenant_scope(tenant_id):
        token = ApiToken.objects.create(
            tenant_id=tenant_id,
            name=name,
            prefix=secret[:SHOWN_CHARACTERS],
            token_hash=hash_secret(secret),
            scopes=sorted(scopes),
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
            "author": None if author is None else bytes(author.identity_key).hex(),
        },
    )
    ledger.append(token.tenant_id, [event])
