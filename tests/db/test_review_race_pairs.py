"""Every pair of things that two people can do to one order at the same moment, on real connections.

Whatever the pair, each of the two is done whole or refused whole, what is done stands on the ledger
once, and of two that settle the same revision one wins.
"""

import threading
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations_with_replacement, pairwise

import pytest
from django.db import connections

from shopops.agents.records import Customer, OrderState
from shopops.ledger import EventKind
from shopops.proposals.models import Action, ExecutionStatus, Proposal, ReviewStatus
from shopops.review.config import ReviewConfig
from shopops.review.expiry import expire_due
from shopops.review.models import FINAL, Decision, DecisionKind
from shopops.review.refusals import DecisionRefused
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ESCALATED, MAIL, ORDER, REFUND, RESHIP, Deciding, statuses
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import reviewing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
Task = Callable[[], object]
Make = Callable[[Deciding, str], Task]
SOON = timedelta(minutes=2)


def _at_once(*tasks: Task) -> list[object]:
    """What each came to, or the refusal. Anything else that is raised fails the test."""
    barrier = threading.Barrier(len(tasks))
    outcomes: list[object] = [None] * len(tasks)
    broken: list[BaseException] = []

    def run(place: int, task: Task) -> None:
        try:
            barrier.wait(10)
            outcomes[place] = task()
        except DecisionRefused as refusal:
            outcomes[place] = refusal
        except BaseException as error:
            broken.append(error)
            raise
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert broken == []
    assert not any(thread.is_alive() for thread in threads)
    return outcomes


def _by_handle(act: Callable[[Deciding, str, str], object]) -> Make:
    """The form was opened before; its handle is taken before the race."""

    def make(deciding: Deciding, name: str) -> Task:
        handle = deciding.room.handle(deciding.order, name, now=deciding.at(SOON))
        return lambda: act(deciding, name, handle)

    return make


def _expire(deciding: Deciding, _: str) -> Task:
    late = deciding.at(timedelta(hours=2))
    return lambda: expire_due(tenant_id=deciding.room.shop.pk, now=late)


def _new_evidence(deciding: Deciding, _: str) -> Task:
    """It has come in by now, and the pipeline runs over it."""
    return lambda: deciding.room.resolve(deciding.order)


WAITING: dict[str, Make] = {
    "approve": _by_handle(lambda d, who, h: d.approve(RESHIP, name=who, handle=h)),
    "approve_other": _by_handle(lambda d, who, h: d.approve(MAIL, REFUND, name=who, handle=h)),
    "reject": _by_handle(lambda d, who, h: d.reject(name=who, handle=h)),
    "edit": _by_handle(lambda d, who, h: d.edit(amounts={REFUND: "60.00"}, name=who, handle=h)),
    "respond": _by_handle(lambda d, who, h: d.respond(name=who, handle=h)),
    "expire": _expire,
}
ON_ESCALATIONS: dict[str, Make] = {
    "handled": _by_handle(lambda d, who, h: d.handled(name=who, handle=h)),
    "supply": _by_handle(lambda d, who, h: d.supply("opted_out", "no", name=who, handle=h)),
    "reject": WAITING["reject"],
    "respond": WAITING["respond"],
    "expire": _expire,
}
ASKED: dict[str, Make] = {
    "take_back": _by_handle(lambda d, who, h: d.take_back(name=who, handle=h)),
    "reject": WAITING["reject"],
    "expire": _expire,
}
DECIDED: dict[str, Make] = {
    "undo": _by_handle(lambda d, who, h: d.undo(name=who, handle=h)),
    "begin": lambda d, _: lambda: _begin(d),
    "new_evidence": _new_evidence,
    "approve": WAITING["approve"],
}
EXPIRED: dict[str, Make] = {
    "renew": _by_handle(lambda d, who, h: d.renew(name=who, handle=h)),
    "new_evidence": _new_evidence,
}


def _begin(deciding: Deciding) -> int:
    """Somebody carries the approved step out."""
    with tenant_scope(deciding.room.shop.pk):
        held = Action.objects.of(deciding.room.shop.pk).filter(
            proposal__order_id=deciding.order, execution_status=ExecutionStatus.HELD
        )
        return Action.objects.filter(
            pk__in=list(held.values_list("pk", flat=True)),
            execution_status=ExecutionStatus.HELD,
        ).update(execution_status=ExecutionStatus.RUNNING)


def _pairs(of: dict[str, Make]) -> list[tuple[str, str]]:
    return list(combinations_with_replacement(of, 2))


def _room(order: str = ORDER) -> Deciding:
    """Two people who decide, a clock at which things expire in two hours."""
    deciding = Deciding(reviewing([order]), order)
    deciding.room.person("Maya", Role.ADMIN)
    deciding.room.person("Noor", Role.ADMIN)
    deciding.settings(ReviewConfig(due_hours=1, expire_hours=2))
    return deciding


def _race(deciding: Deciding, of: dict[str, Make], pair: tuple[str, str]) -> list[object]:
    one, other = pair
    return _at_once(of[one](deciding, "Maya"), of[other](deciding, "Noor"))


def _consistent(deciding: Deciding) -> None:
    """What every pair must leave behind."""
    tenant = deciding.room.shop.pk
    rows = deciding.revisions()
    decisions = list(Decision.objects.of(tenant))
    with tenant_scope(tenant):
        told = bodies_of_kind(tenant, EventKind.DECISION)
    by_people = [body for body in told if body["decision"] != "expired"]
    assert len(by_people) == len(decisions)
    expired = [body for body in told if body["decision"] == "expired"]
    assert len(expired) == sum(row.review_status == ReviewStatus.EXPIRED for row in rows)
    for row in rows:
        _one_outcome(row, [one for one in decisions if one.proposal_id == row.pk])
    assert [row.revision for row in rows] == list(range(1, len(rows) + 1))
    for older, newer in pairwise(rows):
        assert older.superseded_by_id == newer.pk
    assert rows[-1].superseded_by_id is None
    assert ReviewStatus.UNJUDGED not in {row.review_status for row in rows}


def _one_outcome(row: Proposal, decisions: list[Decision]) -> None:
    finals = [one for one in decisions if one.final]
    undone = {one.undoes_id for one in decisions if one.kind == DecisionKind.UNDO}
    assert len({one.round for one in finals}) == len(finals)
    standing = [one for one in finals if one.pk not in undone]
    ends = {
        DecisionKind.APPROVE: ReviewStatus.APPROVED,
        DecisionKind.REJECT: ReviewStatus.REJECTED,
        DecisionKind.HANDLED_OUTSIDE: ReviewStatus.HANDLED,
        DecisionKind.EDIT: ReviewStatus.STALE,
    }
    if standing:
        assert row.review_status == ends[DecisionKind(standing[0].kind)]
    else:
        assert row.review_status not in {"approved", "rejected", "handled"}
    approved = set(
        Action.objects.filter(proposal=row, approved=True).values_list("index", flat=True)
    )
    chosen = [one for one in standing if one.kind == DecisionKind.APPROVE]
    assert approved == (set(chosen[0].action_indexes) if chosen else set())


@pytest.mark.parametrize("pair", _pairs(WAITING), ids="-".join)
def test_two_who_act_on_what_waits(pair: tuple[str, str]) -> None:
    deciding = _room()
    _race(deciding, WAITING, pair)
    _consistent(deciding)
    finals = Decision.objects.filter(kind__in=FINAL).count()
    expired = Proposal.objects.filter(review_status=ReviewStatus.EXPIRED).count()
    assert finals + expired <= 1


@pytest.mark.parametrize("pair", _pairs(ON_ESCALATIONS), ids="-".join)
def test_two_who_act_on_an_escalation(pair: tuple[str, str]) -> None:
    deciding = _room()
    customer = deciding.room.oms.orders[ORDER].customer or Customer()
    said = {name: getattr(customer, name) for name in customer.__struct_fields__}
    deciding.room.change(ORDER, customer=Customer(**{**said, "opted_out": None}))
    deciding.room.resolve(ORDER)
    _race(deciding, ON_ESCALATIONS, pair)
    _consistent(deciding)


@pytest.mark.parametrize("pair", _pairs(ASKED), ids="-".join)
def test_two_who_act_on_what_was_asked(pair: tuple[str, str]) -> None:
    deciding = _room()
    deciding.respond()
    _race(deciding, ASKED, pair)
    _consistent(deciding)


@pytest.mark.parametrize("pair", [one for one in _pairs(DECIDED) if one[0] == "undo"], ids="-".join)
def test_an_undo_beside_anything_else(pair: tuple[str, str]) -> None:
    deciding = _room()
    deciding.approve(RESHIP)
    if "new_evidence" in pair:
        handle = DECIDED["undo"](deciding, "Maya")
        deciding.room.change(ORDER, state=OrderState.CANCELLED)
        _at_once(handle, DECIDED["new_evidence"](deciding, "Noor"))
    else:
        _race(deciding, DECIDED, pair)
    _consistent(deciding)
    running = Action.objects.filter(execution_status=ExecutionStatus.RUNNING).count()
    undone = Decision.objects.filter(kind=DecisionKind.UNDO).count()
    assert running + undone == 1


@pytest.mark.parametrize("pair", _pairs(EXPIRED)[:2], ids="-".join)
def test_a_new_proposal_of_what_expired_beside_anything_else(pair: tuple[str, str]) -> None:
    deciding = _room()
    _expire(deciding, "")()
    _race(deciding, EXPIRED, pair)
    _consistent(deciding)
    assert len(deciding.revisions()) == 2


def test_who_comes_too_late_and_the_task_mark_it_once() -> None:
    deciding = _room()
    late = timedelta(hours=2)
    handles = {
        name: deciding.room.handle(ORDER, name, now=deciding.at(late)) for name in ("Maya", "Noor")
    }
    outcomes = _at_once(
        lambda: deciding.approve(RESHIP, name="Maya", handle=handles["Maya"], after=late),
        lambda: deciding.reject(name="Noor", handle=handles["Noor"], after=late),
        _expire(deciding, ""),
    )
    assert [getattr(one, "code", None) for one in outcomes[:2]] == ["expired", "expired"]
    _consistent(deciding)
    assert statuses(deciding.revisions()) == [ReviewStatus.EXPIRED]
    assert [body["decision"] for body in deciding.told()] == ["expired"]


def test_the_loser_is_told_who_won() -> None:
    deciding = _room()
    outcomes = _race(deciding, WAITING, ("approve", "reject"))
    [loser] = [one for one in outcomes if isinstance(one, DecisionRefused)]
    winner = deciding.room.proposal(ORDER).decided_by
    assert winner is not None
    assert getattr(loser, "by", None) == winner.display_name


def test_an_edit_and_the_pipeline_at_once_make_two_revisions_or_one() -> None:
    deciding = _room()
    edit = WAITING["edit"](deciding, "Maya")
    deciding.room.change(ORDER, state=OrderState.CANCELLED)
    outcomes = _at_once(edit, _new_evidence(deciding, ""))
    _consistent(deciding)
    assert isinstance(outcomes[0], DecisionRefused)
    assert deciding.room.proposal(ORDER).edit_of_id is None


def test_an_escalated_order_is_handled_by_one() -> None:
    deciding = _room(ESCALATED)
    handled = ON_ESCALATIONS["handled"]
    outcomes = _at_once(handled(deciding, "Maya"), handled(deciding, "Noor"))
    assert sum(isinstance(one, DecisionRefused) for one in outcomes) == 1
    _consistent(deciding)
