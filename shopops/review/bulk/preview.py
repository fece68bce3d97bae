"""What would happen to each of the chosen orders: tried for real, and taken back.

Each is tried in a transaction of its own, by the very code that decides, so the preview says what
a confirmation at this moment would do. What it says is kept with a handle of its own per item,
bound to the revision, its digest and its round: a confirmation can decide nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from shopops.agents.proposal import ActionKind
from shopops.proposals.models import Action, Proposal
from shopops.review.bulk.default_choice import default_choice
from shopops.review.bulk.refusals import MOST, NothingSelected, TooMany
from shopops.review.bulk.told import told
from shopops.review.case import UNSETTLED, open_case
from shopops.review.decisions import weigh_approval
from shopops.review.handles import mint_aside, shown
from shopops.review.models import DecisionHandle
from shopops.review.refusals import DecisionRefused, NotReviewer, Stale
from shopops.review.renewal import propose_again
from shopops.review.short_lived import BulkItem, BulkKind, BulkRun
from shopops.review.turn import one_decision_at_a_time
from shopops.tenants.access import allows
from shopops.tenants.models import ApiToken, Membership, Role
from shopops.tenants.scope import tenant_scope


@dataclass(frozen=True, slots=True)
class How:
    """What holds for every item of a preview beside its run."""

    prefer: ActionKind | None
    token: ApiToken | None
    now: datetime


def preview(
    *,
    tenant_id: int,
    reviewer: Membership,
    kind: BulkKind,
    proposal_ids: Iterable[int],
    prefer: ActionKind | None = None,
    token: ApiToken | None = None,
    now: datetime | None = None,
) -> UUID:
    """The id of the run that `confirm` takes, in the order of `proposal_ids`.

    `prefer`: what to approve where there are alternatives; without it they bar the item. `token`:
    the one that acts for the reviewer. Ids of other shops are counted like ids that never were.
    Raises `NothingSelected`, `TooMany` and `NotReviewer`; what stands in the way of a single order
    is kept with it.
    """
    now = now or timezone.now()
    if reviewer.tenant_id != tenant_id or not allows(reviewer, Role.REVIEWER):
        raise NotReviewer
    chosen = list(dict.fromkeys(proposal_ids))
    if not chosen:
        raise NothingSelected
    if len(chosen) > MOST:
        raise TooMany
    with tenant_scope(tenant_id):
        known = set(
            Proposal.objects.of(tenant_id).filter(pk__in=chosen).values_list("pk", flat=True)
        )
        run = BulkRun.objects.create(
            tenant_id=tenant_id,
            person=reviewer,
            kind=kind,
            unknown=len(chosen) - len(known),
            created_at=now,
        )
    how = How(prefer, token, now)
    for position, proposal_id in enumerate(one for one in chosen if one in known):
        _add(run, position, proposal_id, how)
    return run.pk


def _add(run: BulkRun, position: int, proposal_id: int, how: How) -> None:
    """The decisions' lock comes first: a handle holds on to the proposal's row, and whoever decides
    takes the lock before that row."""
    outdated = None
    with tenant_scope(run.tenant_id):
        one_decision_at_a_time(run.tenant_id)
        row = _row(run.tenant_id, proposal_id)
        item = BulkItem(tenant_id=run.tenant_id, run=run, position=position, proposal=row)
        try:
            _try(run, item, how)
        except DecisionRefused as refusal:
            item.code, item.sentence = refusal.code, told(refusal)
            outdated = refusal if isinstance(refusal, Stale) else None
        item.save(force_insert=True)
    if outdated is not None and outdated.replaced_by is None:
        propose_again(tenant_id=run.tenant_id, order_id=outdated.order_id, now=how.now)


def _try(run: BulkRun, item: BulkItem, how: How) -> None:
    """Refused, it leaves no handle behind."""
    if run.kind == BulkKind.APPROVE:
        item.action_indexes = default_choice(item.proposal, how.prefer)
    with transaction.atomic():
        handle = mint_aside(
            proposal=item.proposal, reviewer=run.person, now=how.now, token=how.token
        )
        item.half = not _would_settle(run, item, handle, how.now)
    item.handle = handle


def _would_settle(run: BulkRun, item: BulkItem, handle: DecisionHandle, now: datetime) -> bool:
    """False: it would be the first of two approvals. The handle is not used up by it."""
    with transaction.atomic():
        try:
            return _tried(run, item, shown(handle), now)
        finally:
            transaction.set_rollback(True)


def _tried(run: BulkRun, item: BulkItem, handle: str, now: datetime) -> bool:
    tenant_id, reviewer = run.tenant_id, run.person
    if run.kind == BulkKind.REJECT:
        open_case(
            tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now, statuses=UNSETTLED
        )
        return True
    _, ruling = weigh_approval(
        tenant_id=tenant_id,
        handle=handle,
        reviewer=reviewer,
        action_indexes=item.action_indexes,
        now=now,
    )
    return ruling.final


def _row(tenant_id: int, proposal_id: int) -> Proposal:
    actions = Prefetch("actions", Action.objects.prefetch_related("verdicts"))
    found = Proposal.objects.of(tenant_id).select_related("pack").prefetch_related(actions)
    return found.get(pk=proposal_id)
