"""Settings that are saved version by version, each with an event that names what changed."""

from datetime import datetime
from typing import Any, Protocol, TypeVar

import msgspec
from django.db import IntegrityError, models, transaction

from shopops.ledger.event import NewEvent
from shopops.ledger.kinds import ActorType, EventKind
from shopops.tenants.models import Membership
from shopops.tenants.refusals import sqlstate_of

UNIQUE_VIOLATION = "23505"
Kept = TypeVar("Kept", bound=models.Model)


class Version(Protocol):
    """A row of such settings."""

    version: int
    body: Any


def add_version(
    model: type[Kept],
    *,
    tenant_id: int,
    config: msgspec.Struct,
    version: int,
    reason: str,
    author: Membership | None,
    moved: type[ValueError],
) -> Kept:
    """Raises `moved` with its docstring where somebody else has saved that version meanwhile."""
    body = {**msgspec.to_builtins(config), "version": version}
    try:
        with transaction.atomic():
            return model._default_manager.create(
                tenant_id=tenant_id, version=version, body=body, reason=reason, author=author
            )
    except IntegrityError as error:
        if sqlstate_of(error) != UNIQUE_VIOLATION:
            raise
        raise moved(moved.__doc__) from error


def version_event(
    saved: Version, *, of: str, before: msgspec.Struct, author: Membership | None, now: datetime
) -> NewEvent:
    """What changed, by name: the numbers themselves stand in the version's row."""
    old = msgspec.to_builtins(before)
    return NewEvent(
        kind=EventKind.SETTINGS,
        actor=ActorType.SYSTEM if author is None else ActorType.HUMAN,
        occurred_at=now,
        body={
            "of": of,
            "version": saved.version,
            "author": None if author is None else bytes(author.identity_key).hex(),
            "changed": sorted(
                name
                for name, value in saved.body.items()
                if name != "version" and value != old[name]
            ),
        },
    )
