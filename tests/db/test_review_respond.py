"""Asking for information, and the ways back."""

import pytest

from shopops.agents.records import OrderState
from shopops.alarms.models import AlarmItem
from shopops.alarms.states import OPEN
from shopops.proposals.models import ReviewStatus
from shopops.review import refusals
from shopops.review.models import ReviewNote
from shopops.review.queue import Filters, queue_page
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ESCALATED, ORDER, RESHIP, Deciding, statuses
from tests.support.reviewing import reviewing

pytestmark = pytest.mark.django_db


@pytest.fixture
def deciding() -> Deciding:
    return Deciding(reviewing([ORDER, ESCALATED]))


def _listed(deciding: Deciding, *, asked: bool) -> list[str]:
    with tenant_scope(deciding.room.shop.pk):
        page = queue_page(deciding.room.shop.pk, Filters(asked=asked), None, deciding.room.now)
    return [row.number for row in page.rows]


def test_what_is_asked_leaves_the_queue_and_stands_in_its_own(deciding: Deciding) -> None:
    number = deciding.room.proposal(ORDER).order_number
    deciding.respond("Is she at home?")
    assert deciding.room.proposal(ORDER).review_status == ReviewStatus.CHANGES_REQUESTED
    assert _listed(deciding, asked=True) == [number]
    assert number not in _listed(deciding, asked=False)


def test_the_question_is_a_note_that_can_be_erased(deciding: Deciding) -> None:
    deciding.respond("Is Ines at home?")
    assert ReviewNote.objects.get().text == "Is Ines at home?"
    [told] = deciding.told()
    assert (told["decision"], told["final"]) == ("respond", False)
    assert "Ines" not in str(told)


def test_a_question_settles_no_alarm(deciding: Deciding) -> None:
    deciding.respond()
    items = AlarmItem.objects.of(deciding.room.shop.pk).filter(order_id=ORDER, status__in=OPEN)
    assert items.count() == 1


def test_an_empty_question_is_none(deciding: Deciding) -> None:
    with pytest.raises(refusals.ReasonRequired):
        deciding.respond(" ")


def test_changed_evidence_brings_it_back_as_a_new_revision(deciding: Deciding) -> None:
    deciding.respond()
    place = deciding.room.proposal(ORDER).waiting_since
    deciding.room.resolve(ORDER)
    assert statuses(deciding.revisions()) == [ReviewStatus.CHANGES_REQUESTED]
    deciding.room.change(ORDER, state=OrderState.CANCELLED)
    deciding.room.resolve(ORDER)
    assert statuses(deciding.revisions()) == [ReviewStatus.STALE, ReviewStatus.PENDING]
    assert deciding.room.proposal(ORDER).waiting_since == place


def test_anybody_who_may_decide_takes_the_question_back(deciding: Deciding) -> None:
    place = deciding.room.proposal(ORDER).waiting_since
    deciding.respond()
    deciding.take_back("she is", name="Noor")
    proposal = deciding.room.proposal(ORDER)
    assert (proposal.review_status, proposal.waiting_since) == (ReviewStatus.PENDING, place)
    assert deciding.approve(RESHIP).final


def test_while_a_question_is_open_nothing_is_approved_edited_or_asked(deciding: Deciding) -> None:
    deciding.respond()
    for act in (deciding.approve, deciding.respond, lambda: deciding.edit(amounts={2: "1.00"})):
        with pytest.raises(refusals.WaitsForAnswer):
            act()


def test_but_it_may_be_rejected_or_handled(deciding: Deciding) -> None:
    deciding.respond()
    assert deciding.reject().final
    other = Deciding(deciding.room, ESCALATED)
    other.respond()
    assert other.handled().final


def test_without_a_question_there_is_none_to_take_back(deciding: Deciding) -> None:
    with pytest.raises(refusals.NoQuestion):
        deciding.take_back()
    deciding.approve()
    with pytest.raises(refusals.AlreadyDecided):
        deciding.take_back()


def test_each_form_counts_once(deciding: Deciding) -> None:
    handle = deciding.room.handle(ORDER)
    deciding.respond(handle=handle)
    with pytest.raises(refusals.WaitsForAnswer):
        deciding.respond(handle=handle)
    back = deciding.room.handle(ORDER)
    deciding.take_back(handle=back)
    with pytest.raises(refusals.NoQuestion):
        deciding.take_back(handle=back)
    with pytest.raises(refusals.HandleUsed):
        deciding.respond(handle=handle)
    assert len(deciding.told()) == 2


def test_a_first_approval_survives_a_question_that_is_taken_back() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    deciding.approve(RESHIP)
    deciding.respond(name="Noor")
    deciding.take_back(name="Noor")
    assert deciding.approve(RESHIP, name="Noor").final


def test_viewers_and_strangers_ask_nothing(deciding: Deciding) -> None:
    deciding.room.person("Vik", Role.VIEWER)
    with pytest.raises(refusals.NotReviewer):
        deciding.respond(name="Vik")
    other = Deciding(reviewing([ORDER], slug="store_other"))
    with pytest.raises(refusals.HandleUnknown):
        deciding.respond(handle=other.room.handle(ORDER))
