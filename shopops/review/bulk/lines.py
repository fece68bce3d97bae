"""One order of a run: what is decided about, and what came of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import msgspec
from django.utils.translation import gettext, gettext_noop

from shopops.agents.facts import Parcel
from shopops.agents.proposal import ActionKind
from shopops.policy.question import REMEDIES
from shopops.proposals.models import Action, Proposal
from shopops.review.limits import gives
from shopops.review.models import BulkItem, BulkRun, Decision
from shopops.review.refusals import title_of
from shopops.review.statuses import UNSETTLED
from shopops.review.words.actions import short
from shopops.review.words.headlines import headline
from shopops.review.words.values import money

NOT_KNOWN = gettext_noop("no worth on record")


class Result(StrEnum):
    """Of one item. `READY` and `HALF` foretell what a confirmation does."""

    READY = "ready"
    HALF = "half"  # it would be, or is, the first of two approvals
    BARRED = "barred"
    DECIDED = "decided"
    RETURNED = "returned"  # decided, and taken back since
    REFUSED = "refused"
    UNTRIED = "untried"  # the confirmation broke off before it, or is not there yet


@dataclass(frozen=True, slots=True)
class Line:
    """`newest`: the proposal that stands for the order now; `waits`: it can be tried again.
    `customer` is empty once it is erased. `untold`: a remedy is approved without its mail.
    `decision_id`, `back_until`: of what was decided, and how long it can be taken back.
    `amount`: what is decided about; `unvalued`: goods among it have no worth on record."""

    proposal_id: int
    newest: int
    number: str
    customer: str
    headline: str
    does: str
    untold: bool
    amount: str
    unvalued: bool
    result: Result
    waits: bool
    code: str
    title: str
    sentence: str
    decision_id: int | None
    back_until: datetime | None


@dataclass(frozen=True, slots=True)
class Known:
    """What was read for all the items of a run. `rows` and `actions` by proposal, `decided` by the
    handle, `newest` by the order."""

    run: BulkRun
    rows: Mapping[int, Proposal]
    actions: Mapping[int, Sequence[Action]]
    decided: Mapping[int, Decision]
    newest: Mapping[str, Proposal]


def line_of(item: BulkItem, known: Known, now: datetime) -> Line:
    row = known.rows[item.proposal_id]
    chosen = [one for one in known.actions[row.pk] if one.index in item.action_indexes]
    decision = known.decided.get(item.handle_id or 0)
    now_stands = known.newest.get(row.order_id, row)
    return Line(
        proposal_id=row.pk,
        newest=now_stands.pk,
        number=row.order_number,
        customer=getattr(row, "customer", None) or "",
        headline=_headline(row, now),
        does=_does(chosen),
        untold=untold(chosen),
        amount=_amount(chosen, row),
        unvalued=any(_unvalued(one) for one in chosen),
        result=_result(known.run, item, decision, row.round),
        waits=now_stands.review_status in UNSETTLED,
        code=item.code,
        title=title_of(item.code),
        sentence=item.sentence,
        decision_id=decision.pk if decision else None,
        back_until=decision.undo_until if decision else None,
    )


def _result(run: BulkRun, item: BulkItem, decision: Decision | None, round_now: int) -> Result:
    """A decision with the item's handle is the truth, whatever was noted beside it."""
    if decision is not None and decision.final:
        return Result.RETURNED if round_now > decision.round else Result.DECIDED
    if decision is not None:
        return Result.HALF
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


def untold(chosen: Sequence[Action]) -> bool:
    """Money or goods are given, and no mail that is sent with them says so."""
    kinds = {one.kind for one in chosen}
    return bool(kinds & REMEDIES) and ActionKind.DRAFT_EMAIL not in kinds


def _amount(chosen: Sequence[Action], row: Proposal) -> str:
    """Of what is chosen; where nothing is, of the whole proposal."""
    if not chosen:
        return money(row.amount_minor, row.currency)
    paid = Counter[str]()
    for one in chosen:
        if gives(one) and one.amount_minor is not None:
            paid[one.currency] += one.amount_minor
    said = listed(paid)
    said += [gettext(NOT_KNOWN)] if any(_unvalued(one) for one in chosen) else []
    return ", ".join(said) or money(None, None)


def _unvalued(action: Action) -> bool:
    return action.kind in REMEDIES and action.amount_minor is None


def listed(minors: Mapping[str, int]) -> list[str]:
    """Nothing where there is no currency."""
    return [money(minor, currency) for currency, minor in sorted(minors.items()) if currency]
