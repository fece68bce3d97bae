"""What the pages of a run show: the preview before it is confirmed, the results afterwards."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from shopops.proposals.models import Action, Proposal
from shopops.review.bulk.cap import actions_of, passed_caps, sums
from shopops.review.bulk.lines import Known, Line, Result, line_of, listed
from shopops.review.bulk.ways import Way, ways_of
from shopops.review.models import BulkItem, BulkKind, BulkRun, Decision
from shopops.review.row_steps import customer_of

__all__ = ["Line", "Result", "RunPage", "run_page"]


@dataclass(frozen=True, slots=True)
class RunPage:
    """`sums`: what the ready ones are about, such as "387.00 USD": an approval gives it away.
    `caps`: what of it is above which cap; none once it is confirmed."""

    run: BulkRun
    lines: list[Line]
    sums: list[str]
    half_sums: list[str]
    caps: list[str]
    ways: list[Way]

    def of(self, *results: Result) -> list[Line]:
        return [line for line in self.lines if line.result in results]

    @property
    def above_cap(self) -> bool:
        """Whether the confirmation is asked for once more."""
        return bool(self.caps)

    @property
    def approves(self) -> bool:
        return self.run.kind == BulkKind.APPROVE

    @property
    def open(self) -> list[Line]:
        """What a confirmation decides."""
        return self.of(Result.READY, Result.HALF)

    @property
    def unvalued(self) -> int:
        """How many of those that a confirmation decides are in none of the sums."""
        return sum(line.unvalued for line in self.open)

    @property
    def half(self) -> list[Line]:
        return self.of(Result.HALF)

    @property
    def selected(self) -> str:
        """For the way back to the queue, where static/js/bulk.js selects them again."""
        return ",".join(str(line.newest) for line in self.lines)

    @property
    def left_to_person(self) -> bool:
        """No alternative was preferred for all that have one."""
        return not any(way.pressed for way in self.ways)

    @property
    def barred(self) -> list[Line]:
        return self.of(Result.BARRED)

    @property
    def decided(self) -> list[Line]:
        return self.of(Result.DECIDED)

    def back_until(self, returnable: Collection[int]) -> datetime | None:
        """When the first of these proposals can be taken back no more."""
        ends = [one.back_until for one in self.lines if one.proposal_id in returnable]
        return min((one for one in ends if one), default=None)

    @property
    def returned(self) -> list[Line]:
        return self.of(Result.RETURNED)

    @property
    def undecided(self) -> list[Line]:
        """After the confirmation."""
        return self.of(Result.REFUSED, Result.UNTRIED, Result.BARRED)

    @property
    def again(self) -> list[int]:
        """What to preview anew: what was not decided and still waits."""
        return [line.newest for line in self.undecided if line.waits]


def run_page(run: BulkRun, now: datetime) -> RunPage:
    """Inside the shop's scope, in a constant number of statements."""
    items = list(run.items.all())
    known = _known(run, items)
    ready = [item for item in items if not item.code]
    return RunPage(
        run=run,
        lines=[line_of(item, known, now) for item in items],
        sums=listed(_stake([item for item in ready if not item.half], known)),
        half_sums=listed(_stake([item for item in ready if item.half], known)),
        caps=passed_caps(run.tenant_id, _given(ready, known)) if run.confirmed_at is None else [],
        ways=ways_of(items, known.actions),
    )


def _stake(items: Sequence[BulkItem], known: Known) -> Counter[str]:
    """Minor units by currency: what an approval gives away, or what a rejection is about."""
    if known.run.kind == BulkKind.APPROVE:
        return _given(items, known)
    whole = Counter[str]()
    for item in items:
        row = known.rows[item.proposal_id]
        whole[row.currency] += row.amount_minor or 0
    return whole


def _given(items: Sequence[BulkItem], known: Known) -> Counter[str]:
    return sums(items, [one for item in items for one in known.actions[item.proposal_id]])


def _known(run: BulkRun, items: Sequence[BulkItem]) -> Known:
    rows = _rows(run.tenant_id, items)
    actions: dict[int, list[Action]] = defaultdict(list)
    for action in actions_of(run.tenant_id, items):
        actions[action.proposal_id].append(action)
    return Known(
        run=run,
        rows=rows,
        actions=actions,
        decided=_decided(run.tenant_id, items),
        newest=_newest(run.tenant_id, rows.values()),
    )


def _rows(tenant_id: int, items: Iterable[BulkItem]) -> dict[int, Proposal]:
    found = Proposal.objects.of(tenant_id).filter(pk__in=[one.proposal_id for one in items])
    listed = found.annotate(parcels=F("pack__body__parcels"), customer=customer_of(tenant_id))
    return {row.pk: row for row in listed}


def _decided(tenant_id: int, items: Iterable[BulkItem]) -> dict[int, Decision]:
    handles = [one.handle_id for one in items if one.handle_id is not None]
    found = Decision.objects.of(tenant_id).filter(handle__in=handles)
    return {decision.handle_id: decision for decision in found}


def _newest(tenant_id: int, rows: Iterable[Proposal]) -> dict[str, Proposal]:
    orders = [row.order_id for row in rows]
    found = Proposal.objects.of(tenant_id).filter(order_id__in=orders, superseded_by=None)
    return {row.order_id: row for row in found}
