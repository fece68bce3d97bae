"""What the pages of a run show: the preview before it is confirmed, the results afterwards."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import msgspec
from django.db.models import F

from shopops.agents.facts import Parcel
from shopops.agents.proposal import GOODWILL, ActionKind
from shopops.policy.question import REMEDIES
from shopops.proposals.models import Action, Proposal
from shopops.review.bulk.cap import above_cap, sums
from shopops.review.bulk.refusals import titles
from shopops.review.case import UNSETTLED
from shopops.review.models import Decision
from shopops.review.short_lived import BulkItem, BulkKind, BulkRun
from shopops.review.words.actions import short, title
from shopops.review.words.headlines import headline
from shopops.review.words.values import money

NOT_KNOWN = "no worth on record"


class Result(StrEnum):
    """Of one item. `READY` and `HALF` foretell what a confirmation does."""

    READY = "ready"
    HALF = "half"  # it would be, or is, the first of two approvals
    BARRED = "barred"
    DECIDED = "decided"
    REFUSED = "refused"
    UNTRIED = "untried"  # the confirmation broke off before it, or is not there yet


@dataclass(frozen=True, slots=True)
class Line:
    """`newest`: the proposal that stands for the order now; `waits`: it can be tried again.
    `amount`: what is decided about; `unvalued`: goods among it have no worth on record."""

    proposal_id: int
    newest: int
    number: str
    headline: str
    does: str
    amount: str
    unvalued: bool
    result: Result
    waits: bool
    code: str
    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Way:
    """An alternative that can be preferred, and for how many of the orders."""

    kind: str
    words: str
    number: int


@dataclass(frozen=True, slots=True)
class RunPage:
    """`sums`: what the ready ones are about, such as "387.00 USD": an approval gives it away."""

    run: BulkRun
    lines: list[Line]
    sums: list[str]
    half_sums: list[str]
    above_cap: bool
    ways: list[Way]

    def of(self, *results: Result) -> list[Line]:
        return [line for line in self.lines if line.result in results]

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
    def barred(self) -> list[Line]:
        return self.of(Result.BARRED)

    @property
    def decided(self) -> list[Line]:
        return self.of(Result.DECIDED)

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
    rows = _rows(run.tenant_id, items)
    actions = _actions(run.tenant_id, items)
    decided = _decided(run.tenant_id, items)
    newest = _newest(run.tenant_id, rows.values())
    ready = [item for item in items if not item.code]
    return RunPage(
        run=run,
        lines=[
            _line(run, item, rows[item.proposal_id], actions, decided, newest, now)
            for item in items
        ],
        sums=_sums(run, [item for item in ready if not item.half], rows, actions),
        half_sums=_sums(run, [item for item in ready if item.half], rows, actions),
        above_cap=run.confirmed_at is None and above_cap(run.tenant_id, ready),
        ways=_ways(items, actions),
    )


def _line(
    run: BulkRun,
    item: BulkItem,
    row: Proposal,
    actions: Mapping[int, Sequence[Action]],
    decided: Mapping[int, Decision],
    newest: Mapping[str, Proposal],
    now: datetime,
) -> Line:
    chosen = [one for one in actions[row.pk] if one.index in item.action_indexes]
    now_stands = newest.get(row.order_id, row)
    return Line(
        proposal_id=row.pk,
        newest=now_stands.pk,
        number=row.order_number,
        headline=_headline(row, now),
        does=_does(chosen),
        amount=_amount(chosen, row),
        unvalued=any(_unvalued(one) for one in chosen),
        result=_result(run, item, decided.get(item.handle_id or 0)),
        waits=now_stands.review_status in UNSETTLED,
        code=item.code,
        title=titles().get(item.code, item.code),
        sentence=item.sentence,
    )


def _result(run: BulkRun, item: BulkItem, decision: Decision | None) -> Result:
    """A decision with the item's handle is the truth, whatever was noted beside it."""
    if decision is not None:
        return Result.DECIDED if decision.final else Result.HALF
    if run.confirmed_at is None or item.handle_id is None:
        if item.code:
            return Result.BARRED
        return Result.HALF if item.half else Result.READY
    return Result.REFUSED if item.code else Result.UNTRIED


def _headline(row: Proposal, now: datetime) -> str:
    parcels = msgspec.convert(getattr(row, "parcels", None) or [], list[Parcel])
    return headline(row.cause, row.blocked_reasons, parcels, now)


def _does(chosen: Iterable[Action]) -> str:
    """Such as: refund, mail. A mail comes last, because it talks about the rest."""
    kinds = sorted({one.kind for one in chosen}, key=lambda kind: kind == ActionKind.DRAFT_EMAIL)
    return ", ".join(short(kind) for kind in kinds)


def _amount(chosen: Sequence[Action], row: Proposal) -> str:
    """Of what is chosen; where nothing is, of the whole proposal."""
    if not chosen:
        return money(row.amount_minor, row.currency)
    paid = Counter[str]()
    for one in chosen:
        if _gives(one) and one.amount_minor is not None:
            paid[one.currency] += one.amount_minor
    said = _listed(paid)
    said += [NOT_KNOWN] if any(_unvalued(one) for one in chosen) else []
    return ", ".join(said) or money(None, None)


def _gives(action: Action) -> bool:
    """A mail only talks about money, unless it offers goodwill."""
    return action.kind in REMEDIES or action.cause == GOODWILL


def _unvalued(action: Action) -> bool:
    return action.kind in REMEDIES and action.amount_minor is None


def _sums(
    run: BulkRun,
    items: Sequence[BulkItem],
    rows: Mapping[int, Proposal],
    actions: Mapping[int, Sequence[Action]],
) -> list[str]:
    if run.kind == BulkKind.APPROVE:
        return _listed(sums(items, [one for item in items for one in actions[item.proposal_id]]))
    whole = Counter[str]()
    for item in items:
        row = rows[item.proposal_id]
        whole[row.currency] += row.amount_minor or 0
    return _listed(whole)


def _listed(minors: Mapping[str, int]) -> list[str]:
    """Nothing where there is no currency."""
    return [money(minor, currency) for currency, minor in sorted(minors.items()) if currency]


def _ways(items: Iterable[BulkItem], actions: Mapping[int, Sequence[Action]]) -> list[Way]:
    number = Counter(kind for item in items for kind in _alternatives(actions[item.proposal_id]))
    return [Way(kind, title(kind), count) for kind, count in sorted(number.items())]


def _alternatives(actions: Iterable[Action]) -> set[str]:
    """The kinds that exclude each other."""
    groups: dict[str, set[str]] = defaultdict(set)
    for one in actions:
        if one.alternative:
            groups[one.alternative].add(one.kind)
    return {kind for kinds in groups.values() if len(kinds) > 1 for kind in kinds}


def _rows(tenant_id: int, items: Iterable[BulkItem]) -> dict[int, Proposal]:
    found = Proposal.objects.of(tenant_id).filter(pk__in=[one.proposal_id for one in items])
    return {row.pk: row for row in found.annotate(parcels=F("pack__body__parcels"))}


def _actions(tenant_id: int, items: Iterable[BulkItem]) -> Mapping[int, Sequence[Action]]:
    by_proposal: dict[int, list[Action]] = defaultdict(list)
    found = Action.objects.of(tenant_id).filter(proposal__in=[one.proposal_id for one in items])
    for action in found.order_by("proposal", "index"):
        by_proposal[action.proposal_id].append(action)
    return by_proposal


def _decided(tenant_id: int, items: Iterable[BulkItem]) -> dict[int, Decision]:
    handles = [one.handle_id for one in items if one.handle_id is not None]
    found = Decision.objects.of(tenant_id).filter(handle__in=handles)
    return {decision.handle_id: decision for decision in found}


def _newest(tenant_id: int, rows: Iterable[Proposal]) -> dict[str, Proposal]:
    orders = [row.order_id for row in rows]
    found = Proposal.objects.of(tenant_id).filter(order_id__in=orders, superseded_by=None)
    return {row.order_id: row for row in found}
