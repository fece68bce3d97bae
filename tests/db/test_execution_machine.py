"""Nothing is carried out that its last approver did not see, under the rules in force.

Whatever the order of looking, editing, approving, undoing, evidence that changes where nobody told
us, numbers that change, runs of the pipeline, time, calls whose answer is lost and processes that
die: what stands in the shop's own log is what was on the page of whoever approved it last.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
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

from shopops.agents.records import Customer
from shopops.outbox.models import Effect
from shopops.proposals.models import Action, Proposal
from shopops.review.models import Decision, DecisionKind
from shopops.review.refusals import DecisionRefused
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND, RESHIP, Deciding
from tests.support.shop_double import Fault

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SHOPS = count()
PEOPLE = ("Maya", "Noor")
people = st.sampled_from(PEOPLE)
amounts = st.sampled_from(["20.00", "100.00"])
languages = st.sampled_from(["en", "de"])
meanwhiles = st.sampled_from(["", "", "numbers", "en", "de"])
caps = st.sampled_from([3000, None])
approvers = st.sampled_from([("Maya",), ("Noor",), PEOPLE])
choices = st.sampled_from([(REFUND,), (RESHIP,)])
ages = st.integers(0, 2)  # how old a form is used: just opened, the one before, ...
faults = st.sampled_from([Fault.BUSY, Fault.ERROR_BEFORE, Fault.ERROR_AFTER, Fault.DROP_AFTER])
BETWEEN_STEPS = [
    "shopops.execution.carrying.read_again",
    "shopops.execution.carrying.begin",
    "shopops.execution.carrying.close_sent",
]


class Died(BaseException):
    """The process that carries out, between two of its commits."""


@contextmanager
def dying(place: str) -> Iterator[None]:
    with patch(place, side_effect=Died):
        yield


@dataclass(frozen=True, slots=True)
class Seen:
    """What one page showed when it made its form."""

    handle: str
    proposal: int
    round: int
    actions: tuple[dict[str, Any], ...]
    language: str


class Executing(RuleBasedStateMachine):
    def __init__(self, folder: Path, clock: Clock) -> None:
        super().__init__()
        self.folder = folder
        self.clock = clock
        self.closing = ExitStack()
        self.language = ""
        self.cap: int | None = None
        self.forms: dict[str, list[Seen]] = {name: [] for name in PEOPLE}
        self.approvals: dict[tuple[int, int], dict[str, Seen]] = {}
        self.editors: dict[int, set[str]] = {}
        self.checked = 0

    @initialize()
    def open(self) -> None:
        number = next(SHOPS)
        folder = self.folder / str(number)
        folder.mkdir()
        made = carrying([ORDER], folder=folder, clock=self.clock, slug=f"machine_{number}")
        self.shop: Carrying = self.closing.enter_context(made)

    def teardown(self) -> None:
        self.closing.close()

    # -- what happens around them

    @rule(language=languages, told=st.booleans())
    def evidence_changes(self, language: str, told: bool) -> None:
        """In the shop; `told`: and its webhook came."""
        self.clock.move(seconds=1)
        room = self.room
        kept = self.shop.shop.books.orders[ORDER]
        kept["customer"]["language"] = self.language = language
        kept["updated_at"] = room.now.isoformat()
        if told:
            customer = room.oms.orders[ORDER].customer or Customer()
            said = {name: getattr(customer, name) for name in customer.__struct_fields__}
            room.change(ORDER, customer=Customer(**{**said, "language": language}))

    @rule(cap=caps)
    def numbers_change(self, cap: int | None) -> None:
        self.room.numbers(second_cap_cents={} if cap is None else {"USD": cap})
        self.cap = cap

    @rule()
    def the_pipeline_runs(self) -> None:
        self.room.resolve(ORDER)

    @rule(minutes=st.sampled_from([1, 12]))
    def time_passes(self, minutes: int) -> None:
        self.clock.move(minutes=minutes)

    @rule(fault=faults)
    def the_shop_will_stumble(self, fault: Fault) -> None:
        self.shop.shop.fail("/refunds", fault)
        self.shop.shop.fail("/replacements", fault)

    # -- what they do

    @rule(name=people)
    def opens_a_page(self, name: str) -> None:
        newest = self.room.proposal(ORDER)
        fields: dict[str, Any] = newest.pack.body["fields"]
        actions = Action.objects.filter(proposal=newest).order_by("index")
        seen = Seen(
            handle=self.room.handle(ORDER, name),
            proposal=newest.pk,
            round=newest.round,
            actions=tuple(action.body for action in actions),
            language=fields["language"].get("value") or "",
        )
        self.forms[name].append(seen)

    @rule(name=people, age=ages, chosen=choices)
    def approves(self, name: str, age: int, chosen: tuple[int, ...]) -> None:
        seen = self.form(name, age)
        if seen is None:
            return
        try:
            self.deciding.approve(*chosen, name=name, handle=seen.handle, after=self.no_time)
        except DecisionRefused:
            return
        self.approvals.setdefault((seen.proposal, seen.round), {})[name] = seen

    @rule(approvers=approvers, chosen=choices, meanwhile=meanwhiles)
    def they_approve_and_meanwhile(
        self, approvers: tuple[str, ...], chosen: tuple[int, ...], meanwhile: str
    ) -> None:
        """What is proposed by now is approved, and carried out once nobody can take it back."""
        self.the_pipeline_runs()
        for name in approvers:
            self.approves(name, 0, chosen)
        if meanwhile == "numbers":
            self.numbers_change(3000)
        elif meanwhile:
            self.evidence_changes(meanwhile, told=False)
        self.clock.move(minutes=12)
        self.shop.run()

    @rule(name=people, age=ages, amount=amounts)
    def edits(self, name: str, age: int, amount: str) -> None:
        seen = self.form(name, age)
        if seen is None:
            return
        try:
            self.deciding.edit(
                amounts={REFUND: amount}, name=name, handle=seen.handle, after=self.no_time
            )
        except DecisionRefused:
            return
        edited = Proposal.objects.get(edit_of=seen.proposal)
        self.editors[edited.pk] = self.editors.get(seen.proposal, set()) | {name}

    @precondition(lambda self: self.room.proposal(ORDER).decided_by)
    @rule()
    def takes_back(self) -> None:
        decider = self.room.proposal(ORDER).decided_by
        assert decider is not None
        try:
            self.deciding.undo(name=decider.display_name, after=self.no_time)
        except DecisionRefused:
            return

    @rule()
    def what_is_due_is_carried_out(self) -> None:
        self.shop.run()

    @rule(place=st.sampled_from(BETWEEN_STEPS))
    def a_process_dies_while_it_carries_out(self, place: str) -> None:
        with dying(place), suppress(Died):
            self.shop.run()

    # -- what must hold

    @invariant()
    def what_the_shop_did_was_seen_by_its_last_approver(self) -> None:
        done = self.shop.shop.books.effects()
        assert max(Counter(line["key"] for line in done).values(), default=1) == 1
        for line in done[self.checked :]:
            self.was_seen(line)
        self.checked = len(done)

    def was_seen(self, line: dict[str, Any]) -> None:
        effect = Effect.objects.select_related("action").get(key=bytes.fromhex(line["key"]))
        assert effect.action is not None
        assert effect.proposal_id is not None
        last = self.last_approval(effect.proposal_id, effect.round)
        given = self.approvals[effect.proposal_id, effect.round]
        seen = given[last.membership.display_name]
        assert effect.action.index in last.action_indexes
        assert seen.actions[effect.action.index] == effect.action.body
        assert seen.language == self.language
        if "amount" in line["data"]:
            assert line["data"]["amount"]["minor"] == effect.action.amount_minor
        amount = effect.action.amount_minor or 0
        if self.cap is not None and amount > self.cap:
            assert len(given.keys() - self.editors.get(effect.proposal_id, set())) == 2

    def last_approval(self, proposal: int, round_: int) -> Decision:
        approved = Decision.objects.filter(
            proposal=proposal, round=round_, kind=DecisionKind.APPROVE, final=True
        )
        found = approved.get()
        assert not Decision.objects.filter(undoes=found).exists()
        return found

    # -- helpers

    @property
    def room(self) -> Any:
        """As of the clock's now."""
        self.shop.room.now = self.clock.now
        return self.shop.room

    @property
    def deciding(self) -> Deciding:
        return Deciding(self.room)

    @property
    def no_time(self) -> Any:
        return self.clock.now - self.room.now

    def form(self, name: str, age: int) -> Seen | None:
        """An old form, or with age 0 the one of a page that is opened now."""
        if age == 0:
            self.opens_a_page(name)
        forms = self.forms[name]
        return forms[-1 - age] if age < len(forms) else None


def test_nothing_is_carried_out_that_its_last_approver_did_not_see_under_the_rules_in_force(
    tmp_path: Path, clock: Clock
) -> None:
    run_state_machine_as_test(
        lambda: Executing(tmp_path, clock),  # type: ignore[arg-type]  # whatever makes one
        settings=settings(
            max_examples=30,
            stateful_step_count=20,
            phases=(Phase.generate,),  # to shrink a failure would take many minutes
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
