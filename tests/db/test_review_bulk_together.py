"""A preview sees its items together, and what was confirmed together says so for good."""

from datetime import timedelta

import msgspec
import pytest

from shopops.agents.proposal import ActionKind
from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.review.bulk.confirm import Words, confirm, find_run
from shopops.review.bulk.page import RunPage, run_page
from shopops.review.bulk.preview import preview
from shopops.review.models import BulkKind, Decision
from shopops.review.purging import purge_short_lived
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MINUTE, Deciding
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
PLAIN, OTHER = "O-1024", "O-1004"
WORTHLESS = "O-1034"  # a replacement, which cost nothing


def _preview(
    room: Reviewing,
    *orders: str,
    kind: BulkKind = BulkKind.APPROVE,
    prefer: ActionKind | None = ActionKind.PROPOSE_REFUND,
) -> RunPage:
    run = preview(
        tenant_id=room.shop.pk,
        reviewer=room.person(),
        kind=kind,
        proposal_ids=[room.proposal(order).pk for order in orders],
        prefer=prefer,
        now=room.now + MINUTE,
    )
    return _page(room, run)


def _page(room: Reviewing, run: object) -> RunPage:
    with tenant_scope(room.shop.pk):
        return run_page(find_run(room.shop.pk, run, room.person()), room.now)  # type: ignore[arg-type]


def _confirm(room: Reviewing, page: RunPage) -> RunPage:
    confirm(
        tenant_id=room.shop.pk,
        run_id=page.run.pk,
        reviewer=room.person(),
        words=Words(reason="No", sure=True),
        now=room.now + 2 * MINUTE,
    )
    return _page(room, page.run.pk)


def _generous() -> Reviewing:
    """Two orders of one customer, to each of which some goodwill is offered; one in a period."""
    room = reviewing(
        approval_above_cents={"USD": 100},
        standard_update_cents={"USD": 300},
        goodwill_cap_cents={"USD": 500},
    )
    offered = Action.objects.of(room.shop.pk).filter(cause="goodwill").earliest("id")
    order = room.oms.orders[offered.proposal.order_id]
    assert order.placed_at is not None
    for number in (1, 2):
        placed = order.placed_at - timedelta(days=2 * number)
        copy = msgspec.structs.replace(
            order, id=f"Q-{number}", number=f"Q-{number}", placed_at=placed
        )
        room.oms.add(copy)
    room.change(order.id)
    room.resolve("Q-1", "Q-2")
    return room


def test_of_two_that_a_rule_allows_one_of_one_is_foretold() -> None:
    room = _generous()
    alone = [_preview(room, order).lines[0].code for order in ("Q-1", "Q-2")]
    together = _preview(room, "Q-2", "Q-1")
    assert alone == ["", ""]
    assert [line.code for line in together.lines] == ["", "policy_denies"]
    assert "GDW-1" in together.barred[0].sentence
    assert [line.code for line in _confirm(room, together).lines] == ["", "policy_denies"]
    assert [one.proposal_id for one in Decision.objects.all()] == [room.proposal("Q-2").pk]


def test_what_was_tried_leaves_nothing_behind() -> None:
    room = reviewing([PLAIN, OTHER])
    _preview(room, PLAIN, OTHER)
    assert not Decision.objects.exists()
    assert not Action.objects.filter(approved=True).exists()
    assert not Proposal.objects.exclude(review_status=ReviewStatus.PENDING).exists()


def test_each_says_how_many_were_confirmed_with_it_when_the_preview_is_long_gone() -> None:
    room = reviewing([PLAIN, OTHER])
    _confirm(room, _preview(room, PLAIN, OTHER))
    purge_short_lived(tenant_id=room.shop.pk, now=room.now + timedelta(days=60))
    decision = Decision.objects.get(proposal=room.proposal(PLAIN))
    page = text_of(room.client().get(room.page_of(PLAIN)))
    said = "Maya approved mail, refund 69.00 USD, together with 1 other order"
    assert "Taken in bulk: one of 2 orders confirmed at once." in page
    assert said in page  # in the ledger
    assert "Approved: mail to the customer, refund 69.00 USD, together with 1 other order" in page
    receipt = room.client().get(room.url(f"review/decisions/{decision.pk}/receipt/"))
    assert said in text_of(receipt)
    assert "Taken in bulk One of 2 orders confirmed at once" in text_of(receipt)
    [told, _] = Deciding(room).told()
    assert told["together"]["orders"] == decision.together == 2


def test_what_is_decided_alone_says_nothing_of_others() -> None:
    room = reviewing([PLAIN])
    Deciding(room, PLAIN).reject()
    assert Decision.objects.get().together is None
    assert "together" not in Deciding(room).told()[0]
    assert "together with" not in text_of(room.client().get(room.page_of(PLAIN)))


def test_a_rejection_and_what_is_barred_say_what_they_are_about() -> None:
    room = reviewing([PLAIN, OTHER])
    rejected = _preview(room, PLAIN, OTHER, kind=BulkKind.REJECT)
    amounts = [line.amount for line in rejected.lines]
    assert amounts[0] == "69.00 USD"
    assert "" not in amounts
    assert rejected.sums
    barred = _preview(room, OTHER, prefer=None)
    assert [(line.code, line.amount) for line in barred.lines] == [
        ("unresolved_choice", amounts[1])
    ]
    assert barred.sums == []


def test_goods_of_no_worth_on_record_are_counted_beside_the_sum() -> None:
    room = reviewing([PLAIN, WORTHLESS])
    page = _preview(room, PLAIN, WORTHLESS, prefer=ActionKind.PROPOSE_RESHIP)
    assert [(line.code, line.amount) for line in page.lines] == [
        ("", "69.00 USD"),
        ("", "no worth on record"),
    ]
    assert (page.sums, page.unvalued) == (["69.00 USD"], 1)
