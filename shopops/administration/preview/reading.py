"""What the pages show of a run. Inside the shop's scope."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext, gettext_noop

from shopops.administration.merging import on_top_of
from shopops.administration.preview.models import PreviewOrder, PreviewRun, Stage
from shopops.administration.preview.tally import Cell, Move, Tally, moves, steps, total
from shopops.administration.preview.ways import Way
from shopops.agents.thresholds import Thresholds
from shopops.money import format_minor
from shopops.policy.verdicts import Outcome
from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.tenants import thresholds
from shopops.tenants.thresholds import NoThresholds

PAGE = 50
OLDER_CAP = 1000
NOT_YET = gettext_noop("not judged yet")
WAYS = {
    Way.PERMITTED: gettext_noop("permitted"),
    Way.APPROVAL: gettext_noop("needs approval"),
    Way.TWO_APPROVALS: gettext_noop("needs two approvals"),
    Way.DENIED: gettext_noop("a step is denied"),
    Way.ESCALATED: gettext_noop("escalated"),
}
MANY = WAYS | {
    Way.APPROVAL: gettext_noop("need approval"),
    Way.TWO_APPROVALS: gettext_noop("need two approvals"),
    Way.DENIED: gettext_noop("with a denied step"),
}
OFFERS = {
    "refunds": gettext_noop("Refunds proposed"),
    "credit": gettext_noop("Store credit proposed"),
    "goodwill": gettext_noop("Goodwill"),
}
OUTCOMES = {
    Outcome.PERMIT: gettext_noop("permitted"),
    Outcome.NEEDS_APPROVAL: gettext_noop("need approval"),
    Outcome.DENY: gettext_noop("denied"),
}


@dataclass(frozen=True, slots=True)
class MoveRow:
    before: str
    after: str
    orders: int
    money: list[str]
    moves: bool
    asked: str  # names this row in an address


@dataclass(frozen=True, slots=True)
class Figure:
    words: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class OfferRow:
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class OrderLine:
    order: PreviewOrder
    before: str
    after: str
    money: str
    edited: str | None  # the amount that a person gave it, which the draft does not start from


def run_of(tenant_id: int, run_id: int) -> PreviewRun:
    """Raises `Http404` for another shop's, and for one that was cleared away."""
    run = PreviewRun.objects.of(tenant_id).filter(pk=run_id).select_related("asked_by").first()
    if run is None:
        raise Http404
    return run


def draft_of_run(run: PreviewRun) -> Thresholds:
    return msgspec.convert(run.draft, Thresholds)


def version_or_404(tenant_id: int, version: int) -> Thresholds:
    try:
        return thresholds.at(tenant_id, version)
    except NoThresholds:
        raise Http404 from None


def as_next(numbers: Thresholds, current: int) -> Thresholds:
    """The numbers of some version as a draft that is made from the version in force."""
    return msgspec.structs.replace(numbers, version=current)


def key(text: str | None) -> int:
    """A row's key out of an address; 0, before all of them, for what is none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else 0


def draft_to_edit(tenant_id: int, run_id: str, current: Thresholds) -> tuple[Thresholds, str]:
    """A run's draft on top of the version in force, and its reason; without one that version."""
    run = PreviewRun.objects.of(tenant_id).filter(pk=key(run_id)).first()
    if run is None:
        return current, ""
    base = thresholds.at(tenant_id, run.based_on)
    return on_top_of(current, base=base, draft=draft_of_run(run)), run.reason


def recent_runs(tenant_id: int) -> list[PreviewRun]:
    return list(PreviewRun.objects.of(tenant_id).select_related("asked_by").order_by("-pk")[:5])


def tally_of(run: PreviewRun) -> Tally:
    return msgspec.convert(run.tally, Tally)


def percent(run: PreviewRun) -> int:
    if run.stage == Stage.DONE:
        return 100
    return min(99, 100 * run.seen // run.total) if run.total else 0


def figures(tally: Tally) -> list[Figure]:
    """Of the orders that saving has proposed anew, how many go which way, before and after."""
    found = [
        Figure(
            gettext(words), total(tally.open, way, after=False), total(tally.open, way, after=True)
        )
        for way, words in MANY.items()
    ]
    return [one for one in found if one.before or one.after]


def permitted_words(tally: Tally, *, carried_out: bool) -> str:
    """Where the orders go that wait for nobody; empty where there are none."""
    if not total(tally.open, Way.PERMITTED, after=True):
        return ""
    listed = gettext("Permitted orders leave the queue: they stand under “No review needed”.")
    if carried_out:
        done = gettext("A connected shop carries out those that came from it, from then on.")
    else:
        done = gettext("No shop carries them out by itself, so people do them in the shop.")
    return f"{listed} {done}"


def step_figures(tally: Tally) -> list[Figure]:
    return [Figure(gettext(words), *steps(tally, outcome)) for outcome, words in OUTCOMES.items()]


def move_rows(cells: dict[str, Cell]) -> list[MoveRow]:
    return [_move_row(move) for move in moves(cells)]


def _move_row(move: Move) -> MoveRow:
    before = gettext(NOT_YET if move.before is None else WAYS[move.before])
    money = [format_minor(minor, currency) for currency, minor in sorted(move.cell.money.items())]
    return MoveRow(
        before,
        gettext(WAYS[move.after]),
        move.cell.orders,
        money,
        move.before != move.after,
        f"{move.before or ''}>{move.after}",
    )


def offer_rows(tally: Tally) -> Iterator[OfferRow]:
    for kind, words in OFFERS.items():
        for currency, (before, after) in sorted(tally.offers.get(kind, {}).items()):
            sums = format_minor(before, currency), format_minor(after, currency)
            yield OfferRow(f"{gettext(words)}, {currency}", *sums)


@dataclass(frozen=True, slots=True)
class Listed:
    lines: list[OrderLine]
    after: str  # where to go on from; empty at the end


def listed(run: PreviewRun, *, asked: str = "", after: str = "") -> Listed:
    """Orders of the run, those that go another way first; `asked`: only those of one row of the
    table ("a>b")."""
    orders: QuerySet[PreviewOrder] = run.orders.filter(_beyond(after)).order_by("-moves", "pk")
    if ">" in asked:
        was, will = asked.split(">", 1)
        orders = orders.filter(before=was, after=will, anyway=False)
    found = list(orders[: PAGE + 1])
    edits = _edits(run.tenant_id, [order.proposal_id for order in found])
    lines = [_line(order, edits.get(order.proposal_id)) for order in found[:PAGE]]
    last = found[PAGE - 1] if len(found) > PAGE else None
    return Listed(lines, f"{'m' if last.moves else 's'}{last.pk}" if last else "")


def _beyond(after: str) -> Q:
    """`m` and a key among those that go another way, `s` and a key among the others."""
    place = Q(pk__gt=key(after[1:]))
    if after[:1] == "s":
        return Q(moves=False) & place
    return (Q(moves=True) & place) | Q(moves=False) if after[:1] == "m" else Q()


def _edits(tenant_id: int, ids: list[int]) -> dict[int, str]:
    """Of these proposals those that are a person's edit, each with the amounts that it changed."""
    edits = Proposal.objects.of(tenant_id).filter(pk__in=ids, edit_of__isnull=False)
    originals = {one.pk: one.edit_of_id or 0 for one in edits.only("edit_of")}
    steps = Action.objects.of(tenant_id).filter(proposal__in=[*originals, *originals.values()])
    amounts = {(one.proposal_id, one.index): one for one in steps.order_by("proposal", "index")}
    return {
        key: ", ".join(
            format_minor(one.amount_minor, one.currency)
            for (proposal, index), one in amounts.items()
            if proposal == key
            and one.amount_minor is not None
            and (before := amounts.get((original, index))) is not None
            and before.amount_minor != one.amount_minor
        )
        for key, original in originals.items()
    }


def _line(order: PreviewOrder, edited: str | None) -> OrderLine:
    before = gettext(WAYS[Way(order.before)] if order.before else NOT_YET)
    money = "" if order.amount_minor is None else format_minor(order.amount_minor, order.currency)
    return OrderLine(order, before, gettext(WAYS[Way(order.after)]), money, edited)


def older_waiting(tenant_id: int, since: datetime) -> int:
    """Orders that wait for a person and are older than the run looked, up to `OLDER_CAP`."""
    waiting = Proposal.objects.of(tenant_id).filter(
        review_status__in=(ReviewStatus.PENDING, ReviewStatus.CHANGES_REQUESTED),
        created_at__lt=since,
    )
    return waiting.values("pk")[:OLDER_CAP].count()
