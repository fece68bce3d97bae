"""What would happen to each of the chosen orders: tried for real, in their order, and taken back.

Each is tried by the very code that decides, and sees what was approved of those before it: two that
a rule allows only one of are not both foretold. What is said is kept with a handle of its own per
item, bound to the revision, its digest and its round: a confirmation can decide nothing else. It
judges each once more, in the same order.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from shopops.agents.proposal import ActionKind
from shopops.proposals.lock import lock_pipeline
from shopops.proposals.models import Action, Proposal
from shopops.review.bulk.default_choice import default_choice
from shopops.review.bulk.refusals import MOST, NothingSelected, TooMany
from shopops.review.bulk.told import told
from shopops.review.case import open_case
from shopops.review.decisions import weigh_approval
from shopops.review.expiry import mark_lapsed
from shopops.review.handles import mint_aside, shown
from shopops.review.models import BulkItem, BulkKind, BulkRun, DecisionHandle
from shopops.review.recording import close
from shopops.review.refusals import DecisionRefused, Lapsed, NotReviewer, Stale
from shopops.review.renewal import propose_again
from shopops.review.statuses import UNSETTLED
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
    how = How(prefer, token, now)
    with tenant_scope(tenant_id):
        _alone(tenant_id)
        rows = _rows(tenant_id, chosen)
        run = BulkRun.objects.create(
            tenant_id=tenant_id,
            person=reviewer,
            kind=kind,
            unknown=len(chosen) - len(rows),
            created_at=now,
        )
        refused = _foretell(run, rows, how)
    for refusal in refused:
        _follow(refusal, tenant_id, now)
    return run.pk


def _alone(tenant_id: int) -> None:
    """Handles hold on to the proposals' rows, and of several rows nobody may wait for one while
    somebody else waits for another: whoever decides or proposes takes these locks before rows."""
    one_decision_at_a_time(tenant_id)
    lock_pipeline(tenant_id)


def _foretell(run: BulkRun, rows: Sequence[Proposal], how: How) -> list[DecisionRefused]:
    """Keeps an item for each, and tells why some were refused."""
    items = [
        BulkItem(tenant_id=run.tenant_id, run=run, position=position, proposal=row)
        for position, row in enumerate(rows)
    ]
    refused: list[DecisionRefused] = []
    for item in items:
        refused += _unless_refused(item, partial(_prepare, run, item, how))
    with transaction.atomic():
        for item in items:
            if item.handle is not None:
                refused += _unless_refused(item, partial(_try, run, item, item.handle, how))
        transaction.set_rollback(True)
    _leave_no_handle([item for item in items if item.code])
    BulkItem.objects.bulk_create(items)
    return refused


def _unless_refused(item: BulkItem, act: Callable[[], None]) -> list[DecisionRefused]:
    """A refusal takes back what was tried of this item alone, and stays with it."""
    try:
        with transaction.atomic():
            act()
    except DecisionRefused as refusal:
        item.code, item.sentence = refusal.code, told(refusal)
        return [refusal]
    return []


def _prepare(run: BulkRun, item: BulkItem, how: How) -> None:
    if run.kind == BulkKind.APPROVE:
        item.action_indexes = default_choice(item.proposal, how.prefer)
    item.handle = mint_aside(
        proposal=item.proposal, reviewer=run.person, now=how.now, token=how.token
    )


def _leave_no_handle(refused: Sequence[BulkItem]) -> None:
    DecisionHandle.objects.filter(pk__in=[one.handle_id for one in refused]).delete()
    for item in refused:
        item.handle = None


def _try(run: BulkRun, item: BulkItem, held: DecisionHandle, how: How) -> None:
    """What is approved stands for the items after it, until all is taken back."""
    handle = shown(held)
    tenant_id, reviewer = run.tenant_id, run.person
    if run.kind == BulkKind.REJECT:
        open_case(
            tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=how.now, statuses=UNSETTLED
        )
        return
    case, ruling = weigh_approval(
        tenant_id=tenant_id,
        handle=handle,
        reviewer=reviewer,
        action_indexes=item.action_indexes,
        now=how.now,
    )
    item.half = not ruling.final
    if ruling.final:
        close(case, ruling)


def _follow(refusal: DecisionRefused, tenant_id: int, now: datetime) -> None:
    """What turned out to be out of date is proposed anew, or marked as expired."""
    if isinstance(refusal, Stale) and refusal.replaced_by is None:
        propose_again(tenant_id=tenant_id, order_id=refusal.order_id, now=now)
    if isinstance(refusal, Lapsed):
        mark_lapsed(refusal, tenant_id=tenant_id, now=now)


def _rows(tenant_id: int, chosen: Sequence[int]) -> list[Proposal]:
    """Those that this shop has, as they were chosen."""
    actions = Prefetch("actions", Action.objects.prefetch_related("verdicts"))
    found = Proposal.objects.of(tenant_id).select_related("pack").prefetch_related(actions)
    by_id = found.in_bulk(chosen)
    return [by_id[one] for one in chosen if one in by_id]
