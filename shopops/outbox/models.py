"""Effects and the attempts at them.

An effect is one thing that happens once outside: a refund, a parcel, a mail, a note. Its key, ask
and owner never change; its state goes forwards only (triggers). At most one attempt of an effect
is open, so no two workers are ever at it together.
"""

import secrets
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from shopops.connections.models import Connection
from shopops.connectors.ports import EffectKind
from shopops.outbox.states import Ended, Purpose, State
from shopops.proposals.models import Action, Proposal
from shopops.tenants.managers import Kept, TenantQuerySet
from shopops.tenants.models import Membership, Tenant

KINDS = [(str(kind), str(kind)) for kind in EffectKind]


def new_salt() -> bytes:
    return secrets.token_bytes(16)


def _key(to: type[models.Model] | str, *, null: bool = False) -> Any:
    """Its constraint is a composite one with the tenant, made in SQL."""
    return models.ForeignKey(
        to, models.PROTECT, null=null, related_name="+", db_constraint=False, db_index=False
    )


class Effect(Kept):
    """`key`: SHA-256 of what it is an effect of (`keys`), the idempotency key everywhere.

    `action` is None for a note. `event_id`: the ledger event that wants it: the decision, or for a
    note what the note tells of. `after`: effects that must have succeeded before (money before the
    mail that speaks of it). Columns below the line may change.
    """

    tenant = _key(Tenant)
    key = models.BinaryField(max_length=32)
    kind = models.CharField(max_length=8, choices=KINDS)
    order_id = models.CharField(max_length=255)
    order_number = models.CharField(max_length=255)
    proposal = _key(Proposal, null=True)
    action = _key(Action, null=True)
    round = models.PositiveSmallIntegerField(default=1)
    event_id = models.UUIDField()
    amount_minor = models.BigIntegerField(null=True)
    currency = models.CharField(max_length=3, blank=True)
    transaction_id = models.CharField(max_length=255, blank=True)
    after = ArrayField(models.BigIntegerField(), default=list)
    not_before = models.DateTimeField()  # the end of the time in which the decision can be undone
    created_at = models.DateTimeField(db_default=Now())
    # -- may change
    connection = _key(Connection, null=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.HELD)
    released_at = models.DateTimeField(null=True)  # judged again and found good (the gate)
    next_at = models.DateTimeField(null=True)  # None: nobody tries it by itself
    tries = models.PositiveSmallIntegerField(default=0)
    code = models.CharField(max_length=48, blank=True)  # why it stands where it stands
    detail = models.CharField(max_length=500, blank=True)
    remote_id = models.CharField(max_length=255, blank=True)
    ended_at = models.DateTimeField(null=True)
    run_by = _key(Membership, null=True)  # who wants it carried out, whatever runs by itself
    settled_by = _key(Membership, null=True)  # who said by hand what became of it

    class Meta(Kept.Meta):
        constraints = (
            models.UniqueConstraint(fields=("tenant", "key"), name="effect_once"),
            models.UniqueConstraint(fields=("tenant", "id"), name="effect_in_tenant"),
            models.UniqueConstraint(
                fields=("action",),
                condition=~models.Q(state="let_go"),
                name="one_effect_of_an_action",
            ),
        )
        indexes = (
            models.Index(
                fields=("tenant", "next_at", "id"),
                condition=models.Q(next_at__isnull=False),
                name="effect_due",
            ),
            models.Index(fields=("tenant", "state", "-id"), name="effect_by_state"),
            models.Index(fields=("tenant", "order_id", "id"), name="effect_of_order"),
            models.Index(fields=("tenant", "proposal"), name="effect_of_proposal"),
            models.Index(fields=("tenant", "-id"), name="effect_newest"),
        )


class Attempt(Kept):
    """One call. It is on disk, with every byte that goes out, before the call begins; open until
    its end is recorded. `request` and `reply` are sealed, and None once they are purged."""

    tenant = _key(Tenant)
    effect = _key(Effect)
    number = models.PositiveSmallIntegerField()
    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    began_at = models.DateTimeField(db_default=Now())
    open_until = models.DateTimeField()  # from then on its process counts as dead
    request = models.BinaryField(null=True)
    # -- may change, once
    ended_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=8, choices=Ended.choices, blank=True)
    code = models.CharField(max_length=48, blank=True)
    detail = models.CharField(max_length=500, blank=True)
    status = models.PositiveSmallIntegerField(null=True)
    reply = models.BinaryField(null=True)

    class Meta(Kept.Meta):
        constraints = (
            models.UniqueConstraint(fields=("effect", "number"), name="attempt_number_once"),
            models.UniqueConstraint(
                fields=("effect",),
                condition=models.Q(ended_at__isnull=True),
                name="one_open_attempt",
            ),
        )
        indexes = (
            models.Index(
                fields=("tenant", "ended_at"),
                condition=models.Q(request__isnull=False) | models.Q(reply__isnull=False),
                name="attempt_to_purge",
            ),
        )


class EffectNote(models.Model):
    """Why a person stepped in. Deleting the row erases it: the ledger's event `event_id` holds the
    salted hash alone."""

    tenant = _key(Tenant)
    effect = _key(Effect)
    event_id = models.UUIDField(unique=True)
    text = models.CharField(max_length=2000)
    salt = models.BinaryField(max_length=16, default=new_salt)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("tenant", "effect"), name="effect_note_of_effect"),)
