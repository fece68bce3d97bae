"""Nothing is approved that its last approver did not see, under the rules in force.

Whatever the order of looking, editing, approving, undoing, asking, evidence that changes (and
changes back), numbers that change, runs of the pipeline and a process that dies: a model that knows
only what each person's page showed agrees with what stands in the database.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from shopops.agents.intake import FakeOms
from shopops.agents.records import Customer
from shopops.orchestrator.judge import sweep_unjudged
from shopops.policy.question import REMEDIES
from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.review.models import Decision, DecisionKind
from shopops.review.refusals import DecisionRefused
from tests.support.deciding import ORDER, Deciding
from tests.support.pipeline import NOON, import_fakes, open_shop
from tests.support.reviewing import Reviewing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PEOPLE = ("Maya", "Noor", "Olga")
SHOPS = count()
people = st.sampled_from(PEOPLE)
amounts = st.sampled_from(["20.00", "60.00", "100.00", "500.00"])
languages = st.sampled_from(["en", "de", "es"])
caps = st.sampled_from([3000, 20000, None])
choices = st.sampled_from([(1,), (2,), (0, 1), (0, 2), (0,)])
ages = st.integers(0, 3)  # how old a form is used: just opened, the one before, ...


class Died(BaseException):
    """The process, between the two commits of an edit."""


@contextmanager
def dying() -> Iterator[None]:
    with patch("shopops.review.revising.judge_proposals", side_effect=Died):
        yield


@dataclass(frozen=True)
class Seen:
    """What one page showed when it made its form."""

    handle: str
    proposal: int
    round: int
    actions: tuple[str, ...]
    language: str
    numbers: int


def one_order_shop() -> Reviewing:
    """A shop of its own for each run, with nothing in it but the order."""
    records = FakeOms(now=NOON)
    order = records.orders[ORDER]
    records.orders = {ORDER: order}
    trackers = {shipment.tracker_id for shipment in order.shipments}
    records.tracker_records = {
        key: record for key, record in records.tracker_records.items() if key in trackers
    }
    room = Reviewing(open_shop(f"machine_{next(SHOPS)}"), NOON, records)
    room.numbers(second_cap_cents={"USD": 8000})
    import_fakes(room.shop, records)
    room.resolve(ORDER)
    return room


class Reviewers(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.deciding = Deciding(one_order_shop())
        self.forms: dict[str, list[Seen]] = {name: [] for name in PEOPLE}
        self.cap: int | None = 8000
        self.numbers = 2
        self.language = ""
        self.seconds = 0
        self.editors: dict[int, set[str]] = {}
        self.given: dict[tuple[int, int], dict[str, tuple[str, ...]]] = {}
        self.stands: dict[int, set[str]] = {}

    # -- what happens around them

    @rule(language=languages)
    def evidence_changes(self, language: str) -> None:
        customer = self.deciding.room.oms.orders[ORDER].customer or Customer()
        said = {name: getattr(customer, name) for name in customer.__struct_fields__}
        self.seconds += 1  # a source that says the same again, later, is news as well
        self.deciding.room.change(
            ORDER,
            customer=Customer(**{**said, "language": language}),
            updated_at=NOON + timedelta(seconds=self.seconds),
        )
        self.language = language

    @rule(cap=caps)
    def numbers_change(self, cap: int | None) -> None:
        self.deciding.room.numbers(second_cap_cents={} if cap is None else {"USD": cap})
        self.cap = cap
        self.numbers += 1

    @rule()
    def the_pipeline_runs(self) -> None:
        self.deciding.room.resolve(ORDER)

    @rule()
    def the_sweep_runs(self) -> None:
        sweep_unjudged(tenant_id=self.deciding.room.shop.pk, now=self.deciding.room.now)

    # -- what they do

    @rule(name=people)
    def opens_a_page(self, name: str) -> None:
        self.looks(name)

    def looks(self, name: str) -> None:
        newest = self.deciding.room.proposal(ORDER)
        self.forms[name].append(
            Seen(
                handle=self.deciding.room.handle(ORDER, name),
                proposal=newest.pk,
                round=newest.round,
                actions=self.bodies(newest),
                language=self.proposed_from(newest),
                numbers=newest.thresholds_version,
            )
        )

    @rule(name=people, age=ages, chosen=choices)
    def approves(self, name: str, age: int, chosen: tuple[int, ...]) -> None:
        self.approves_on(self.form(name, age), name, chosen)

    def approves_on(self, seen: Seen | None, name: str, chosen: tuple[int, ...]) -> None:
        if seen is None:
            return
        try:
            decided = self.deciding.approve(*chosen, name=name, handle=seen.handle)
        except DecisionRefused:
            return
        self.saw_what_stands(seen)
        given = self.given.setdefault((seen.proposal, seen.round), {})
        given[name] = tuple(seen.actions[index] for index in chosen)
        if decided.final:
            self.enough_eyes(seen, chosen, given)
            self.stands[seen.proposal] = set(given[name])

    @rule(names=st.permutations(PEOPLE), chosen=choices, differs=st.booleans())
    def two_approve(self, names: list[str], chosen: tuple[int, ...], differs: bool) -> None:
        first, second, _ = names
        self.approves_on(self.form(second, 0), second, chosen)
        self.approves_on(self.form(first, 0), first, (0, *chosen[:1]) if differs else chosen)

    @rule(name=people, age=ages, amount=amounts, dies=st.sampled_from([False, False, True]))
    def edits(self, name: str, age: int, amount: str, dies: bool) -> None:
        seen = self.form(name, age)
        if seen is None:
            return
        index = next((i for i, body in enumerate(seen.actions) if "propose_refund" in body), 0)
        try:
            if dies:
                with dying():
                    self.deciding.edit(amounts={index: amount}, name=name, handle=seen.handle)
            else:
                self.deciding.edit(amounts={index: amount}, name=name, handle=seen.handle)
        except DecisionRefused:
            return
        except Died:
            pass
        self.saw_what_stands(seen)
        edited = Proposal.objects.get(edit_of=seen.proposal)
        self.editors[edited.pk] = self.editors.get(seen.proposal, set()) | {name}

    @rule(name=people, age=ages, what=st.sampled_from(["reject", "respond"]))
    def does_something_else(self, name: str, age: int, what: str) -> None:
        seen = self.form(name, age)
        if seen is None:
            return
        try:
            getattr(self.deciding, what)(name=name, handle=seen.handle)
        except DecisionRefused:
            return
        self.saw_what_stands(seen)
        if what == "respond":
            self.deciding.take_back(name=name)

    @precondition(lambda self: self.decider())
    @rule(age=ages)
    def undoes(self, age: int) -> None:
        seen = self.form(self.decider(), age)
        if seen is None:
            return
        try:
            self.deciding.undo(name=self.decider(), handle=seen.handle)
        except DecisionRefused:
            return
        self.stands.pop(seen.proposal, None)

    # -- what must hold

    def saw_what_stands(self, seen: Seen) -> None:
        assert seen.language == self.language
        assert seen.numbers == self.numbers
        assert seen.actions == self.bodies(Proposal.objects.get(pk=seen.proposal))

    def enough_eyes(
        self, seen: Seen, chosen: tuple[int, ...], given: dict[str, tuple[str, ...]]
    ) -> None:
        rows = Action.objects.filter(proposal=seen.proposal, index__in=chosen)
        most = max((row.amount_minor or 0 for row in rows if row.kind in REMEDIES), default=0)
        if self.cap is None or most <= self.cap:
            return
        independent = set(given) - self.editors.get(seen.proposal, set())
        assert len(independent) >= 2
        assert len(set(given.values())) == 1

    @invariant()
    def what_is_approved_is_what_was_seen(self) -> None:
        for row in self.deciding.revisions():
            approved = Action.objects.filter(proposal=row, approved=True)
            bodies = {str(action.body) for action in approved}
            assert bodies == self.stands.get(row.pk, set())
            if bodies:
                assert row.review_status == ReviewStatus.APPROVED

    @invariant()
    def every_decision_stands_on_the_ledger_once(self) -> None:
        taken = list(Decision.objects.filter(proposal__order_id=ORDER, tenant=self.shop))
        assert [body["decision"] for body in self.deciding.told()] == [one.kind for one in taken]
        undone = {one.undoes_id for one in taken if one.kind == DecisionKind.UNDO}
        rounds = [(one.proposal_id, one.round) for one in taken if one.final]
        assert len(rounds) == len(set(rounds))
        assert undone <= {one.pk for one in taken if one.final}

    # -- helpers

    @property
    def shop(self) -> Any:
        return self.deciding.room.shop

    def form(self, name: str, age: int) -> Seen | None:
        """An old form, or with age 0 the one of a page that is opened now."""
        if age == 0:
            self.looks(name)
        forms = self.forms[name]
        return forms[-1 - age] if age < len(forms) else None

    def decider(self) -> str:
        """Who decided what stands now; nobody while it waits."""
        by = self.deciding.room.proposal(ORDER).decided_by
        return by.display_name if by else ""

    def bodies(self, row: Proposal) -> tuple[str, ...]:
        actions = Action.objects.filter(proposal=row).order_by("index")
        return tuple(str(action.body) for action in actions)

    def proposed_from(self, row: Proposal) -> str:
        fields: dict[str, Any] = (
            Proposal.objects.select_related("pack").get(pk=row.pk).pack.body["fields"]
        )
        return fields["language"].get("value") or ""


def test_nothing_is_approved_that_its_last_approver_did_not_see_under_the_rules_in_force() -> None:
    run_state_machine_as_test(
        Reviewers,
        settings=settings(
            max_examples=30,
            stateful_step_count=40,
            phases=(Phase.generate,),  # to shrink a failure would take many minutes
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
