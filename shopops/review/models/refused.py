"""What somebody tried to decide and was not let, whatever became of the transaction it was tried
in. No word of theirs is kept, and no handle: who, on which order, which way, and the code."""

from django.db import models

from shopops.proposals.models import Proposal
from shopops.review.models.keys import key
from shopops.tenants.managers import AppendOnly
from shopops.tenants.models import ApiToken, Membership, Tenant


class RefusedDecision(AppendOnly):
    """`code`: of `review.refusals`. `kind`: of the decision, empty where the form named none.
    `proposal`: what the handle was made for, where there is such a handle. `token`: the program
    that acted for the person; None: their own page."""

    tenant = key(Tenant)
    at = models.DateTimeField()
    code = models.CharField(max_length=24)
    kind = models.CharField(max_length=16, blank=True)
    proposal = key(Proposal, null=True)
    membership = key(Membership)
    token = key(ApiToken, null=True)

    class Meta(AppendOnly.Meta):
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("tenant", "at", "id"), name="refused_decisions"),
            models.Index(fields=("membership", "at"), name="refused_decisions_of"),
        )
