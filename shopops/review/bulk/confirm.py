"""Deciding what was previewed: each order in its own transaction, each with its own result."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from shopops.accounts.freshness import is_recent
from shopops.review import settings
from shopops.review.bulk.cap import above_second_cap, actions_of, passed_caps, sums
from shopops.review.bulk.refusals import NoSuchPreview, NotConfirmed
from shopops.review.bulk.told import told
from shopops.review.decisions import approve, reject
from shopops.review.handles import shown
from shopops.review.keeping import keep_refused
from shopops.review.models import BulkItem, BulkKind, BulkRun
from shopops.review.proof import AtPage
from shopops.review.reasons import required, short
from shopops.review.recording import Together
from shopops.review.refusals import DecisionRefused, NotConfirmedAgain, Stale, UnknownReason
from shopops.review.renewal import propose_again
from shopops.tenants.models import ApiToken, Membership
from shopops.tenants.scope import tenant_scope


@dataclass(frozen=True, slots=True)
class Words:
    """What is said with every decision of the run: the note of an approval, the reason of a
    rejection. `sure`: the person has seen the sum, where it is above the cap."""

    reason: str = ""
    preset: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class By:
    """What holds for every item of a confirmation."""

    reviewer: Membership
    words: Words
    page: AtPage | None
    together: Together
    now: datetime


def confirm(
    *,
    tenant_id: int,
    run_id: UUID,
    reviewer: Membership,
    words: Words,
    page: AtPage | None = None,
    token: ApiToken | None = None,
    now: datetime | None = None,
) -> bool:
    """Decide the previewed items that nothing barred. False: somebody has confirmed it before, and
    nothing is decided again.

    Raises `NoSuchPreview`, `NotConfirmed`, `NotConfirmedAgain` and what is wrong with the reason;
    then nothing has been decided. A refusal of a single item is kept with it, and the others go on.
    `page`: it is confirmed on a page, by whoever sits there. `token`: by this token, which must be
    the one that it was previewed by, because the ledger says who vouched.
    """
    now = now or timezone.now()
    with tenant_scope(tenant_id):
        run = find_run(tenant_id, run_id, reviewer)
        if run.items.exclude(handle=None).exclude(handle__token=token).exists():
            raise NoSuchPreview
        if run.confirmed_at is not None:
            return False
        items = list(open_items(run))
        _check(run, items, words)
        _check_person(run, items, page, now)
        if not _won(run, now):
            return False
    by = By(reviewer, words, page, Together(run.pk, len(items)), now)
    for item in items:
        _decide(run, item, by)
    return True


def find_run(tenant_id: int, run_id: UUID, reviewer: Membership) -> BulkRun:
    """One's own; another person's, or another shop's, looks like none."""
    run = BulkRun.objects.of(tenant_id).filter(pk=run_id, person=reviewer).first()
    if run is None:
        raise NoSuchPreview
    return run


def open_items(run: BulkRun) -> Iterable[BulkItem]:
    """What the preview found nothing against."""
    return run.items.filter(code="").select_related("handle", "proposal")


def _check(run: BulkRun, items: list[BulkItem], words: Words) -> None:
    if run.kind == BulkKind.APPROVE:
        short(words.reason)
        if not words.sure and _above_cap(run, items):
            raise NotConfirmed
    elif not words.preset:
        required(words.reason)
    elif words.preset not in settings.current(run.tenant_id).reject_reasons:
        raise UnknownReason


def _above_cap(run: BulkRun, items: list[BulkItem]) -> bool:
    return bool(passed_caps(run.tenant_id, sums(items, actions_of(run.tenant_id, items))))


def _check_person(run: BulkRun, items: list[BulkItem], page: AtPage | None, now: datetime) -> None:
    """Before the run is used up; an order that only its earlier remedies lift above the second cap
    is refused by itself."""
    if page is None or run.kind != BulkKind.APPROVE or is_recent(page.proven_at, now):
        return
    if above_second_cap(run.tenant_id, items):
        raise NotConfirmedAgain


def _won(run: BulkRun, now: datetime) -> bool:
    """Of two confirmations at once one decides."""
    mine = BulkRun.objects.of(run.tenant_id).filter(pk=run.pk, confirmed_at=None)
    return bool(mine.update(confirmed_at=now))


def _decide(run: BulkRun, item: BulkItem, by: By) -> None:
    try:
        COMMANDS[BulkKind(run.kind)](item, by)
    except DecisionRefused as refusal:
        keep_refused(refusal, person=by.reviewer, handle=_handle(item), kind=run.kind)
        with tenant_scope(run.tenant_id):
            BulkItem.objects.of(run.tenant_id).filter(pk=item.pk).update(
                code=refusal.code, sentence=told(refusal)
            )
        if isinstance(refusal, Stale) and refusal.replaced_by is None:
            propose_again(tenant_id=run.tenant_id, order_id=refusal.order_id, now=by.now)


def _approve(item: BulkItem, by: By) -> None:
    approve(
        tenant_id=item.tenant_id,
        handle=_handle(item),
        reviewer=by.reviewer,
        action_indexes=item.action_indexes,
        reason=by.words.reason,
        page=by.page,
        together=by.together,
        now=by.now,
    )


def _reject(item: BulkItem, by: By) -> None:
    reject(
        tenant_id=item.tenant_id,
        handle=_handle(item),
        reviewer=by.reviewer,
        reason=by.words.reason,
        preset=by.words.preset,
        together=by.together,
        now=by.now,
    )


def _handle(item: BulkItem) -> str:
    """Purged because the preview was left open for days: then it is nobody's any more."""
    return shown(item.handle) if item.handle else ""


COMMANDS: Mapping[BulkKind, Callable[[BulkItem, By], None]] = {
    BulkKind.APPROVE: _approve,
    BulkKind.REJECT: _reject,
}
