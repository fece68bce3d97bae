"""What somebody tried to decide and was not let, whatever became of the transaction it was tried
in. No word of theirs is kept, and no handle: who, on which order, which way, and the code."""

from django.db import models

from shopops.proposals.models import Proposal
from shopops.tenants.managers import AppendOnly
from shopops.tenants.models import ApiToken, Membership, Tenant


def _key(to: type[models.Model], *, null: bool = False) -> "models.ForeignKey[object, object]":
    """A key whose constraint is a composite one with the tenant, made in SQL."""
    return models.ForeignKey(
        to, models.PROTECT, related_name="+", null=null, db_constraint=False, db_index=False
    )


class RefusedDecision(AppendOnly):
    """`code`: of `review.refusals`. `kind`: of the decision, empty where the form named none.
    `proposal`: what the handle was made for, where there is such a handle. `token`: the program
    that acted for the person; None: their own page."""

    tenant = _key(Tenant)
    at = models.DateTimeField()
    code = models.CharField(max_length=24)
    kind = models.CharField(max_length=16, blank=True)
    proposal = _key(Proposal, null=True)
    membership = _key(Membership)
    token = _key(ApiToken, null=True)

    class Meta(AppendOnly.Meta):
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("tenant", "at", "id"), name="refused_decisions"),
            models.Index(fields=("membership", "at"), name="refused_decisions_of"),
        )
