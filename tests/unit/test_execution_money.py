"""Right before money goes back: what the payment still holds, and what else is on its way."""

from datetime import timedelta

import msgspec
import pytest

from shopops.agents.facts import Pack, ParcelLine, TransactionMoney
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.records import Amount, Refund, TransactionStatus
from shopops.agents.thresholds import Thresholds
from shopops.connectors.ports import ReshipLine
from shopops.execution.asks import lines_of
from shopops.execution.cannot import CannotAsk
from shopops.execution.codes import EffectCode
from shopops.execution.evidence import is_old
from shopops.execution.money import Going, Money, may_go, shown_in
from shopops.execution.weighing import in_the_way
from shopops.outbox.states import State
from shopops.policy.verdicts import Approval, Context
from tests.support.known import NOW, known

ORDER = "O-1001"
CONTEXT = Context(now=NOW, resolvable_evidence_ids=frozenset())


def payment(captured: int, *, refunded: int = 0, currency: str = "USD") -> Pack:
    pack, _ = known(ORDER)
    pack.money = [
        TransactionMoney(
            id="t1",
            currency=currency,
            captured=captured,
            refunded=refunded,
            reserved=0,
            evidence_ids=[],
        )
    ]
    return pack


def refund(minor: int, currency: str = "USD") -> Action:
    return Action(
        kind=ActionKind.PROPOSE_REFUND,
        evidence_ids=["pay:t1"],
        requires_approval=True,
        cause="stalled",
        amount_minor=minor,
        currency=currency,
        transaction_id="t1",
    )


def going(minor: int, state: State, *, remote_id: str = "", ahead: bool = True) -> Going:
    return Going(
        effect_id=7,
        state=state,
        amount_minor=minor,
        currency="USD",
        remote_id=remote_id,
        ahead=ahead,
    )


def shown(minor: int, name: str = "r1") -> Refund:
    return Refund(
        id=name,
        status=TransactionStatus.SUCCEEDED,
        amount=Amount(minor=minor, currency="USD"),
        transaction_id="t1",
    )


def verdict(pack: Pack, action: Action, *others: Going, refunds: tuple[Refund, ...] = ()) -> Money:
    return may_go(action=action, pack=pack, refunds=refunds, others=others, context=CONTEXT)[0]


@pytest.mark.parametrize(("currency", "whole"), [("USD", 12900), ("JPY", 9800), ("KWD", 12500)])
def test_all_that_is_left_goes_back_and_one_minor_unit_more_does_not(
    currency: str, whole: int
) -> None:
    pack = payment(whole, currency=currency)
    assert verdict(pack, refund(whole, currency)) is Money.GO
    assert verdict(pack, refund(whole + 1, currency)) is Money.DENY


def test_a_refund_in_another_currency_than_the_payments_does_not_go() -> None:
    money, answer = may_go(
        action=refund(100, "EUR"), pack=payment(12900), refunds=[], others=[], context=CONTEXT
    )
    assert money is Money.DENY
    assert answer is not None
    assert answer.rule == "MON-3"


def test_what_was_sent_back_and_the_record_does_not_show_yet_counts() -> None:
    done = going(12900, State.SUCCEEDED, remote_id="r1")
    assert verdict(payment(12900), refund(1), done) is Money.DENY
    half = going(6450, State.SUCCEEDED, remote_id="r1")
    assert verdict(payment(12900), refund(6450), half) is Money.GO


def test_what_the_record_shows_already_is_not_counted_twice() -> None:
    pack = payment(12900, refunded=6450)
    done = going(6450, State.SUCCEEDED, remote_id="r1")
    assert verdict(pack, refund(6450), done, refunds=(shown(6450),)) is Money.GO
    by_hand = going(6450, State.SUCCEEDED)
    assert verdict(pack, refund(6450), by_hand, refunds=(shown(6450),)) is Money.GO
    assert verdict(pack, refund(6450), by_hand, refunds=(shown(6449),)) is Money.DENY


def test_what_nobody_knows_of_yet_is_waited_for_and_not_taken_for_a_no() -> None:
    unknown = going(12900, State.UNKNOWN)
    assert verdict(payment(12900), refund(12900), unknown) is Money.WAIT
    behind = going(12900, State.RUNNING, ahead=False)
    assert verdict(payment(12900), refund(12900), behind) is Money.GO


def test_two_of_ours_of_one_amount_are_two_refunds_of_the_record() -> None:
    first = going(500, State.SUCCEEDED)
    second = msgspec.structs.replace(first, effect_id=8)
    assert len(shown_in([shown(500)], [first, second])) == 1
    assert len(shown_in([shown(500), shown(500, "r2")], [first, second])) == 2


def test_amounts_that_contradict_each_other_let_nothing_go() -> None:
    pack = payment(12900)
    pack.money_conflicts = ["line_sum"]
    assert verdict(pack, refund(1)) is Money.DENY


def approved(*indexes: int) -> Context:
    pack, proposed = known(ORDER)
    approval = Approval(
        approver="maya",
        proposer="agent",
        approvers_before=[],
        approved_digest="d",
        proposal_digest="d",
        approved_amounts={str(one): proposed.actions[one].amount_minor for one in indexes},
        approved_payees={str(one): proposed.actions[one].transaction_id for one in indexes},
    )
    return Context(now=NOW, resolvable_evidence_ids=frozenset(pack.evidence), approval=approval)


def in_way(
    context: Context, *chosen: int, bypassed: tuple[str, ...] = (), second_cap: int | None = None
) -> dict[int, str]:
    pack, proposed = known(ORDER)
    return in_the_way(
        pack=pack,
        proposed=proposed,
        numbers=Thresholds(second_cap_cents={} if second_cap is None else {"USD": second_cap}),
        context=context,
        chosen=chosen,
        bypassed=bypassed,
    )


def test_what_was_approved_goes_and_what_nobody_approved_does_not() -> None:
    assert in_way(approved(0, 2), 0, 2) == {}
    assert in_way(approved(0), 2) == {2: "policy:APR-1"}


def test_a_mail_that_may_not_go_keeps_only_itself_from_going() -> None:
    closed = msgspec.structs.replace(approved(0, 2), suppressed_channels=frozenset({"email"}))
    assert in_way(closed, 0, 2) == {0: EffectCode.SUPPRESSED}


def test_money_that_may_not_go_keeps_the_mail_that_tells_of_it_too() -> None:
    both = dict.fromkeys((0, 2), "policy:APR-3")
    assert in_way(approved(0, 2), 0, 2, second_cap=100) == both
    assert in_way(approved(0, 2), 0, 2, second_cap=100, bypassed=("four_eyes",)) == {}


def test_evidence_is_old_by_the_oldest_that_is_cited() -> None:
    pack, proposed = known(ORDER)
    cited = proposed.actions[2].evidence_ids
    numbers = Thresholds(evidence_max_age_hours=1)
    hour = timedelta(hours=1)
    received = min(pack.evidence[one].received_at for one in cited)
    assert not is_old(pack, cited, numbers, received + hour)
    assert is_old(pack, cited, numbers, received + hour + timedelta(seconds=1))


def test_the_lines_of_the_parcels_that_are_sent_again_are_named() -> None:
    pack, _ = known("O-1029")
    first = next(one for one in pack.parcels if one.id == "s1")
    action = Action(
        kind=ActionKind.PROPOSE_RESHIP,
        evidence_ids=[],
        requires_approval=True,
        cause="stalled",
        shipment_ids=["s1"],
    )
    assert lines_of(action, pack) == [ReshipLine(line_id="l1", quantity=1)]
    first.lines = []
    with pytest.raises(CannotAsk) as refused:
        lines_of(action, pack)
    assert refused.value.code == "lines_unknown"
    pack.parcels = [first]
    assert lines_of(action, pack) == []
    first.lines = [ParcelLine(line_id="l1", quantity=2, minor=0)]
    assert lines_of(action, pack) == [ReshipLine(line_id="l1", quantity=2)]
