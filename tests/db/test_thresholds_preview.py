"""What would change: the preview of a draft against an independent count, and against what
happens once it is saved."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from shopops.administration.preview import reading, running, tasks
from shopops.administration.preview.models import PreviewOrder, PreviewRun, Stage
from shopops.administration.preview.walking import step
from shopops.proposals.models import Action, Proposal
from shopops.tenants.models import Membership, Role, Tenant
from tests.support.deciding import REFUND, Deciding
from tests.support.pipeline import NOON, hire, newest, resolve_stored
from tests.support.previews import (
    begun,
    finished,
    found,
    newest_of_each,
    save,
    strictest,
    tried,
)
from tests.support.reviewing import reviewing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CAPS = {"approval_above_cents"}
OUTCOMES = {
    "permit": {"permitted"},
    "needs_approval": {"approval", "two_approvals"},
    "deny": {"denied"},
    "escalated": {"escalated"},
}


@pytest.fixture
def shop() -> Tenant:
    return reviewing().shop


@pytest.fixture
def few() -> Tenant:
    """For what is the same however many orders there are."""
    return reviewing([f"O-{number}" for number in range(1001, 1009)]).shop


@pytest.fixture
def ada(few: Tenant) -> Membership:
    return hire(few, "Ada", Role.ADMIN)


@pytest.fixture
def admin(shop: Tenant) -> Membership:
    return hire(shop, "Ada", Role.ADMIN)


def _needs_nobody(row: Proposal, caps: dict[str, int]) -> bool:
    """By hand, from what is stored: the amounts of the steps against the caps; what other rules
    said is no matter of the caps and stays."""
    if row.track == "escalate" or not row.can_proceed:
        return False
    steps = list(row.actions.all())
    others = [
        result
        for action in steps
        for verdict in action.verdicts.all()
        for result in verdict.results
        if result["rule"] not in ("APR-1", "AGG-1") and result["outcome"] != "permit"
    ]
    return not others and not any(_is_for_a_person(action.body, caps) for action in steps)


def _is_for_a_person(body: dict[str, Any], caps: dict[str, int]) -> bool:
    if body["kind"] == "await_human":
        return True
    amount = body.get("amount_minor")
    if amount is None:
        return bool(body["requires_approval"])
    cap = caps.get(body["currency"])
    return cap is None or amount > cap


def _together_above(row: Proposal, caps: dict[str, int]) -> bool:
    """The refunds of one order added up; no teaching case without a reship has other remedies."""
    sums: dict[str, int] = {}
    for action in row.actions.all():
        if action.kind == "propose_refund":
            sums[action.currency] = sums.get(action.currency, 0) + (action.amount_minor or 0)
    return any(total > caps.get(currency, -1) for currency, total in sums.items())


def test_for_random_caps_the_preview_is_what_is_counted_by_hand_and_what_happens_after_saving(
    shop: Tenant, admin: Membership
) -> None:
    chance = random.Random(20261130)
    reached = set()
    for _ in range(3):
        caps = {"USD": chance.randrange(0, 20_000), "EUR": chance.randrange(0, 20_000)}
        run = tried(shop, admin, approval_above_cents=caps)
        before = {row.order_number: row.review_status for row in newest_of_each(shop)}
        counted = {
            row.order_number
            for row in newest_of_each(shop)
            if _needs_nobody(row, caps) and not _together_above(row, caps)
        }
        assert all(one.rules and one.said for one in found(run).values())
        moved = {number: one.after for number, one in found(run).items() if one.moves}
        freed = {number for number, after in moved.items() if after == "permitted"}
        stopped = {number for number, one in found(run).items() if one.before == "permitted"}
        free = {number for number, status in before.items() if status == "not_required"}
        assert (free | freed) - stopped == counted
        assert _permitted(run) == len(counted)
        save(run)
        resolve_stored(shop)
        rows = list(newest_of_each(shop))
        after = {row.order_number for row in rows if row.review_status == "not_required"}
        assert after == counted
        assert {row.thresholds_version for row in rows} == {run.based_on + 1}
        reached.add(frozenset(counted))
    assert len(reached) > 1


def _permitted(run: PreviewRun) -> int:
    cells = run.tally["open"]
    return sum(cell["orders"] for key, cell in cells.items() if key.endswith(">permitted"))


DRAFTS: list[dict[str, Any]] = [
    {"exception_at_percent": 95, "exception_refund_cents": {"USD": 1000}},
    {"stall_days_domestic": 60, "stall_days_cross_border": 60, "language_required": True},
    {
        "second_cap_cents": {"USD": 6000},
        "standard_update_cents": {"USD": 300},
        "goodwill_cap_cents": {"USD": 500},
    },
]


@pytest.mark.parametrize("changed", DRAFTS)
def test_what_a_draft_changes_in_the_proposals_is_what_the_next_run_proposes(
    shop: Tenant, admin: Membership, changed: dict[str, Any]
) -> None:
    before = {row.order_number: strictest(row) for row in newest_of_each(shop)}
    steps = {row.order_number: _steps(row) for row in newest_of_each(shop)}
    hire(shop, "Rae")  # a second approver can only be asked for where there are two
    run = tried(shop, admin, **changed)
    said = found(run)
    save(run)
    resolve_stored(shop)
    for row in newest_of_each(shop):
        number = row.order_number
        if number in said:
            assert said[number].after in OUTCOMES[strictest(row)], number
        else:
            assert (strictest(row), _steps(row)) == (before[number], steps[number]), number
    assert said
    assert all(one.said or one.differs for one in said.values())
    assert not any(one.anyway for one in said.values())


def _steps(row: Proposal) -> list[tuple[Any, ...]]:
    return [
        (one.kind, one.cause, one.amount_minor, one.currency, one.body.get("body_outline"))
        for one in row.actions.all()
    ]


def test_what_a_person_ended_would_have_been_and_stays_when_the_draft_is_saved() -> None:
    deciding = Deciding(reviewing(["O-1001", "O-1002"]))
    shop, admin = deciding.room.shop, deciding.room.person("Ada", Role.ADMIN)
    deciding.approve(REFUND)
    approved = newest(shop, "O-1001")
    run = tried(shop, admin, approval_above_cents={"USD": 50_000}, second_cap_cents={})
    line = found(run)[approved.order_number]
    assert (line.settled, line.moves) == (True, False)
    assert line.rules == ["APR-1"]
    assert next(iter(run.tally["settled"].values()))["orders"] == 1
    save(run)
    resolve_stored(shop)
    assert newest(shop, "O-1001").pk == approved.pk
    assert newest(shop, "O-1002").thresholds_version == 2


def test_an_edit_that_waits_is_replaced_and_one_that_was_decided_is_compared_without_itself() -> (
    None
):
    deciding = Deciding(reviewing(["O-1001", "O-1002"]))
    shop, admin = deciding.room.shop, deciding.room.person("Ada", Role.ADMIN)
    deciding.edit(amounts={REFUND: "20.00"})
    waiting = tried(shop, admin, pickup_days=9)
    assert waiting.tally["edits"] == 1
    number = newest(shop, "O-1001").order_number
    assert "20.00 USD" in str(found(waiting)[number].differs)
    assert [line.edited for line in reading.listed(waiting).lines] == ["20.00 USD"]
    deciding.approve(REFUND)
    decided = tried(shop, admin, pickup_days=9)
    assert decided.tally["edits"] == 0
    assert found(decided) == {}


def test_what_a_person_ended_is_proposed_again_when_its_evidence_says_something_else() -> None:
    deciding = Deciding(reviewing(["O-1001"]))
    shop, admin = deciding.room.shop, deciding.room.person("Ada", Role.ADMIN)
    deciding.reject()
    rejected = newest(shop, "O-1001")
    save(tried(shop, admin, stall_days_domestic=90, stall_days_cross_border=90))
    resolve_stored(shop)
    again = newest(shop, "O-1001")
    assert (again.revision, again.track) == (rejected.revision + 1, "standard")


def test_the_same_draft_at_the_same_instant_gives_the_same_answer_in_any_batches(
    few: Tenant, ada: Membership
) -> None:
    first = tried(few, ada, approval_above_cents={"USD": 50_000})
    small = finished(begun(few, ada, approval_above_cents={"USD": 50_000}), batch=3)
    assert small.tally == first.tally
    assert small.seen == first.seen == small.total
    assert _rows(small) == _rows(first) != []


def _rows(run: PreviewRun) -> list[tuple[Any, ...]]:
    names = ("proposal_id", "before", "after", "rules", "said", "differs", "amount_minor")
    return list(run.orders.order_by("pk").values_list(*names))


def test_orders_that_come_or_are_proposed_anew_meanwhile_change_nothing_about_a_run(
    few: Tenant, ada: Membership
) -> None:
    calm = tried(few, ada, approval_above_cents={"USD": 50_000})
    run = begun(few, ada, approval_above_cents={"USD": 50_000})
    step(tenant_id=few.pk, run_id=run.pk, now=NOON, batch=3)
    save(begun(few, ada, pickup_days=9))
    resolve_stored(few)
    PreviewRun.objects.filter(pk=run.pk).update(stage=Stage.RUNNING)
    assert finished(run, batch=3).tally == calm.tally


def test_only_the_days_asked_for_are_looked_at(few: Tenant, ada: Membership) -> None:
    later = NOON + timedelta(days=40)
    assert finished(begun(few, ada, now=later, pickup_days=9)).seen == 0
    assert finished(begun(few, ada, now=later, days=90, pickup_days=9)).seen > 0


def test_what_time_alone_changes_is_told_apart(few: Tenant, ada: Membership) -> None:
    later = NOON + timedelta(days=20)
    run = finished(begun(few, ada, now=later, approval_above_cents={"USD": 5001}))
    late = [one for one in run.orders.all() if one.anyway]
    assert late
    assert run.tally["anyway"] == len(late)


def test_what_an_older_version_judged_is_no_doing_of_a_draft(few: Tenant, ada: Membership) -> None:
    save(tried(few, ada, approval_above_cents={"USD": 50_000}))  # and no run judged by it yet
    same = tried(few, ada)
    outdated = [one for one in same.orders.all() if one.anyway]
    assert outdated
    assert same.tally["anyway"] == same.tally["outdated"] == len(outdated)
    assert all("judged under version 1" in one.said[0] for one in outdated)
    assert all(_unmoved(key) for key in same.tally["open"])
    run = tried(few, ada, approval_above_cents={"USD": 5000})
    said_anew = [one for one in run.orders.all() if "APR-1" in one.rules and not one.anyway]
    assert {one.proposal_id for one in said_anew} >= {one.proposal_id for one in outdated}
    counted = {f"{one.before}>{one.after}" for one in outdated}
    assert all(reading.listed(same, asked=row).lines == [] for row in counted)


def _unmoved(key: str) -> bool:
    before, after = key.split(">")
    return before == after


def test_asking_again_ends_the_run_before_and_nobody_elses(few: Tenant, ada: Membership) -> None:
    mine, theirs = begun(few, ada), begun(few, hire(few, "Olu", Role.ADMIN))
    begun(few, ada)
    for run in (mine, theirs):
        run.refresh_from_db()
    assert (mine.stage, theirs.stage) == (Stage.CANCELLED, Stage.RUNNING)
    assert not step(tenant_id=few.pk, run_id=mine.pk, now=NOON)
    assert not PreviewOrder.objects.filter(run=mine).exists()


def test_a_run_that_its_worker_left_is_found_and_goes_on_where_it_stood(
    few: Tenant, ada: Membership
) -> None:
    run = begun(few, ada, approval_above_cents={"USD": 50_000})
    step(tenant_id=few.pk, run_id=run.pk, now=NOON, batch=3)
    assert list(running.left_alone(NOON + timedelta(seconds=29))) == []
    assert list(running.left_alone(NOON + timedelta(seconds=31))) == [(few.pk, run.pk)]
    whole = tried(few, hire(few, "Olu", Role.ADMIN), approval_above_cents={"USD": 50_000})
    assert finished(run, batch=3).tally == whole.tally


@pytest.mark.django_db(transaction=True)
def test_a_run_that_another_worker_is_at_is_left_to_it(
    few: Tenant, ada: Membership, role_dsn: Callable[[str], str]
) -> None:
    run = begun(few, ada, approval_above_cents={"USD": 50_000})
    with psycopg.connect(role_dsn("so_app")) as other:
        other.execute("SELECT id FROM preview_previewrun WHERE id = %s FOR UPDATE", [run.pk])
        assert not step(tenant_id=few.pk, run_id=run.pk, now=NOON)
        other.rollback()
    run.refresh_from_db()
    assert (run.seen, run.stage) == (0, Stage.RUNNING)
    assert finished(run).seen == Action.objects.values("proposal").distinct().count()


def test_a_run_that_would_fail_again_and_again_is_given_up_and_says_so(
    few: Tenant, ada: Membership
) -> None:
    run = begun(few, ada)
    PreviewRun.objects.filter(pk=run.pk).update(draft={"version": "none"})
    tasks.carry_on(few.pk, run.pk)
    run.refresh_from_db()
    assert (run.stage, run.seen) == (Stage.FAILED, 0)
    assert list(running.left_alone(NOON + timedelta(days=1))) == []


def test_the_task_carries_a_run_to_its_end(few: Tenant, ada: Membership) -> None:
    run = begun(few, ada, approval_above_cents={"USD": 50_000})
    tasks.carry_on(few.pk, run.pk)
    run.refresh_from_db()
    assert (run.stage, run.seen) == (Stage.DONE, 8)


def test_runs_of_long_ago_are_cleared_away(few: Tenant, ada: Membership) -> None:
    run = tried(few, ada, approval_above_cents={"USD": 50_000})
    running.purge(NOON + timedelta(days=6))
    assert PreviewRun.objects.filter(pk=run.pk).exists()
    running.purge(NOON + timedelta(days=8))
    assert not PreviewOrder.objects.exists()
