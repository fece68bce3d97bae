"""A person changes what is proposed: a new revision that Policy judges and nobody has approved."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction

from shopops.agents.records import OrderState
from shopops.ledger import EventKind
from shopops.orchestrator.judge import sweep_unjudged
from shopops.proposals.models import Action, OutlineText, Proposal, ReviewStatus
from shopops.proposals.outline_text import POINT, words_of
from shopops.review import refusals
from shopops.review.editing import refusals as edit_refusals
from shopops.review.models import Decision, ReviewNote
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ESCALATED, MAIL, ORDER, REFUND, RESHIP, Deciding, statuses
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import reviewing

pytestmark = pytest.mark.django_db
GROUP = "remedy:s1"


@pytest.fixture
def deciding() -> Deciding:
    return Deciding(reviewing([ORDER, ESCALATED]))


def _actions(proposal: Proposal) -> list[Action]:
    return list(Action.objects.of(proposal.tenant_id).filter(proposal=proposal))


def _outline(proposal: Proposal) -> list[str]:
    outline: list[str] = _actions(proposal)[MAIL].body["body_outline"]
    return outline


def _texts(proposal: Proposal) -> list[str]:
    with tenant_scope(proposal.tenant_id):
        return [words.text for words in words_of(proposal).values()]


def test_an_edit_is_a_revision_on_the_same_pack_and_supersedes_the_original(
    deciding: Deciding,
) -> None:
    place = deciding.room.proposal(ORDER).waiting_since
    saved = deciding.edit(amounts={REFUND: "60.00"})
    original, edited = deciding.revisions()
    assert statuses([original, edited]) == [ReviewStatus.STALE, ReviewStatus.PENDING]
    assert original.superseded_by_id == edited.pk == saved.proposal_id
    assert (edited.pack_id, edited.edit_of_id) == (original.pack_id, original.pk)
    assert (edited.editor, edited.revision) == (deciding.room.person(), 2)
    assert bytes(edited.digest) != bytes(original.digest)
    assert edited.waiting_since == place


def test_the_original_keeps_what_it_proposed(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    original, edited = deciding.revisions()
    assert [one.amount_minor for one in _actions(original)] == [12900, 12900, 12900]
    assert [one.amount_minor for one in _actions(edited)] == [12900, 12900, 6000]


def test_of_alternatives_the_one_that_was_changed_is_what_the_list_shows(
    deciding: Deciding,
) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    original, edited = deciding.revisions()
    assert [one.amount_minor for one in (original, edited)] == [12900, 6000]


def test_its_actions_cite_the_same_evidence(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    original, edited = deciding.revisions()
    assert [one.evidence_links.count() for one in _actions(edited)] == [
        one.evidence_links.count() for one in _actions(original)
    ]


def test_what_is_approved_is_what_was_edited(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    assert deciding.approve(REFUND).final
    held = Action.objects.get(approved=True)
    assert (held.amount_minor, held.currency) == (6000, "USD")


def test_the_ledger_tells_the_edit_whole_before_policy_judges_it(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "60.00"}, reason="half of it came")
    [told] = deciding.told()
    edited = deciding.room.proposal(ORDER)
    assert told["decision"] == "edit"
    assert told["edit"]["proposal"] == bytes(edited.digest).hex()
    amounts = [one["amount_minor"] for one in told["edit"]["actions"]]
    assert amounts == [12900, 12900, 6000]
    with tenant_scope(deciding.room.shop.pk):
        verdicts = bodies_of_kind(deciding.room.shop.pk, EventKind.VERDICT)
    assert verdicts[-1]["proposal"] == bytes(edited.digest).hex()
    assert ReviewNote.objects.get().text == "half of it came"


def test_an_amount_below_the_cap_still_waits_for_a_person(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "1.00"}, options={GROUP: "propose_refund"})
    edited = deciding.room.proposal(ORDER)
    assert edited.review_status == ReviewStatus.PENDING
    assert all(one.requires_approval for one in _actions(edited))


def test_of_the_options_one_stays_and_the_mail_offers_no_other(deciding: Deciding) -> None:
    assert "reship_or_refund_options" in _outline(deciding.room.proposal(ORDER))
    deciding.edit(options={GROUP: "propose_refund"})
    edited = deciding.room.proposal(ORDER)
    assert [one.kind for one in _actions(edited)] == ["draft_email", "propose_refund"]
    assert [one.index for one in _actions(edited)] == [0, 1]
    assert "refund_option" in _outline(edited)
    assert "reship_or_refund_options" not in _outline(edited)


def test_the_mail_is_about_what_is_left_of_the_proposal(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "60.00"}, options={GROUP: "propose_refund"})
    edited = deciding.room.proposal(ORDER)
    assert [one.amount_minor for one in _actions(edited)] == [6000, 6000]
    assert edited.amount_minor == 6000


def test_points_of_the_mail_are_dropped_and_words_added(deciding: Deciding) -> None:
    points = _outline(deciding.room.proposal(ORDER))
    deciding.edit(points={MAIL: points[1:]}, says={MAIL: ["We are sorry, dear Ines"]})
    outline = _outline(deciding.room.proposal(ORDER))
    assert outline[0] == points[1]
    assert outline[-1] == "order_number"
    assert outline[-2].startswith(POINT)
    assert _texts(deciding.room.proposal(ORDER)) == ["We are sorry, dear Ines"]
    assert "Ines" not in str(deciding.told())


def test_an_edit_of_an_edit_keeps_its_words(deciding: Deciding) -> None:
    points = _outline(deciding.room.proposal(ORDER))
    deciding.edit(points={MAIL: points}, says={MAIL: ["We are sorry"]})
    again = _outline(deciding.room.proposal(ORDER))
    deciding.edit(amounts={REFUND: "60.00"}, points={MAIL: again}, name="Noor")
    latest = deciding.room.proposal(ORDER)
    assert _outline(latest) == again
    assert _texts(latest) == ["We are sorry"]


@pytest.mark.parametrize(
    ("typed", "piece"),
    [
        ("We pay 20 USD back", "20"),
        ("It comes on Monday", "Monday"),
        ("It comes tomorrow.", "tomorrow"),
        ("Use code SAVE-NOW", "SAVE-NOW"),
        ("See example.com", "example.com"),
        ("Write to help@shop", "help@shop"),
        ("See https://shop/x", "https://shop/x"),
        ("You get ½ back", "1⁄2"),
        ("You get ٣ back", "٣"),
    ],
)
def test_words_state_nothing_that_is_not_in_the_evidence(
    deciding: Deciding, typed: str, piece: str
) -> None:
    points = _outline(deciding.room.proposal(ORDER))
    with pytest.raises(edit_refusals.NotInEvidence) as refused:
        deciding.edit(points={MAIL: points}, says={MAIL: [typed]})
    assert piece in refused.value.sentences[0]
    assert statuses(deciding.revisions()) == [ReviewStatus.PENDING]


@pytest.mark.parametrize("typed", ["Your order 1001 is late", "The 129.00 USD are safe"])
def test_but_they_may_name_what_is(deciding: Deciding, typed: str) -> None:
    points = _outline(deciding.room.proposal(ORDER))
    assert deciding.edit(points={MAIL: points}, says={MAIL: [typed]}).revision == 2


@pytest.mark.parametrize("typed", ["60.001", "sixty", "6,000.00", "-1", "", "1e3"])
def test_an_amount_that_cannot_be_read_exactly_is_refused(deciding: Deciding, typed: str) -> None:
    with pytest.raises(edit_refusals.EditUnreadable):
        deciding.edit(amounts={REFUND: typed})
    assert not Decision.objects.exists()


@pytest.mark.parametrize(("typed", "rule"), [("129.01", "MON-2"), ("0", "MON-1")])
def test_an_amount_that_policy_denies_is_refused_by_name(
    deciding: Deciding, typed: str, rule: str
) -> None:
    with pytest.raises(refusals.PolicyDenies) as refused:
        deciding.edit(amounts={REFUND: typed})
    assert refused.value.sentences[0].startswith(rule)
    assert statuses(deciding.revisions()) == [ReviewStatus.PENDING]


@pytest.mark.parametrize(
    "edit",
    [
        {"amounts": {RESHIP: "60.00"}},
        {"amounts": {MAIL: "60.00"}},
        {"amounts": {9: "60.00"}},
        {"options": {GROUP: "propose_store_credit"}},
        {"options": {"remedy:s9": "propose_refund"}},
        {"options": {"": "draft_email"}},
        {"points": {RESHIP: []}, "says": {RESHIP: ["hello"]}},
        {"points": {MAIL: ["goodwill_offer"]}},
        {"points": {MAIL: [f"{POINT}{'0' * 64}"]}},
    ],
)
def test_what_has_no_such_part_is_not_edited(deciding: Deciding, edit: dict[str, object]) -> None:
    with pytest.raises(edit_refusals.NotEditable):
        deciding.edit(**edit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "edit", [{}, {"amounts": {REFUND: "129.00"}}, {"amounts": {REFUND: " 129 "}}]
)
def test_an_edit_that_changes_nothing_is_none(deciding: Deciding, edit: dict[str, object]) -> None:
    with pytest.raises(edit_refusals.NothingEdited):
        deciding.edit(**edit)  # type: ignore[arg-type]


def test_a_mail_that_says_nothing_is_refused(deciding: Deciding) -> None:
    with pytest.raises(edit_refusals.EditUnreadable):
        deciding.edit(points={MAIL: []}, says={MAIL: ["  "]})


def test_an_escalation_is_not_edited(deciding: Deciding) -> None:
    other = Deciding(deciding.room, ESCALATED)
    with pytest.raises(edit_refusals.NotEditable):
        other.edit(amounts={0: "1.00"})


def test_an_edit_voids_the_first_of_two_approvals() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    deciding.approve(REFUND, name="Maya")
    deciding.edit(amounts={REFUND: "60.00"}, name="Noor")
    assert not deciding.approve(REFUND, name="Maya").final
    assert deciding.approve(REFUND, name="Olga").final


def test_below_the_second_cap_the_editor_approves_the_own_edit() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 8000}))
    deciding.edit(amounts={REFUND: "60.00"}, options={GROUP: "propose_refund"})
    assert deciding.approve(MAIL, 1).final


def test_above_it_no_editor_is_one_of_the_two() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 5000}))
    deciding.edit(amounts={REFUND: "60.00"}, options={GROUP: "propose_refund"}, name="Maya")
    deciding.edit(amounts={1: "61.00"}, name="Noor")
    for editor in ("Maya", "Noor"):
        with pytest.raises(refusals.FourEyes):
            deciding.approve(1, name=editor)
    assert not deciding.approve(1, name="Olga").final
    assert deciding.approve(1, name="Piet").final


def test_the_editor_may_reject(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    assert deciding.reject().final


def test_running_again_on_unchanged_evidence_keeps_the_edit(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    deciding.room.resolve(ORDER)
    assert len(deciding.revisions()) == 2


def test_changed_evidence_supersedes_the_edit(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    handle = deciding.room.handle(ORDER)
    deciding.room.change(ORDER, state=OrderState.CANCELLED)
    with pytest.raises(refusals.Stale):
        deciding.approve(REFUND, handle=handle)
    deciding.room.resolve(ORDER)
    assert statuses(deciding.revisions()) == ["stale", "stale", "pending"]
    assert deciding.room.proposal(ORDER).edit_of_id is None


def test_what_changed_evidence_made_stale_is_not_edited(deciding: Deciding) -> None:
    deciding.room.change(ORDER, state=OrderState.CANCELLED)
    with pytest.raises(refusals.Stale):
        deciding.edit(amounts={REFUND: "60.00"})


def test_a_form_for_the_original_shows_what_was_edited(deciding: Deciding) -> None:
    handle = deciding.room.handle(ORDER, "Noor")
    deciding.edit(amounts={REFUND: "60.00"}, options={GROUP: "propose_refund"})
    with pytest.raises(refusals.Stale) as refused:
        deciding.approve(REFUND, name="Noor", handle=handle)
    told = {(one.what, one.before, one.after) for one in refused.value.changes}
    assert ("Refund", "129.00 USD", "60.00 USD") in told
    assert ("Send again", "offered", "left out") in told


def test_sent_twice_it_is_one_edit(deciding: Deciding) -> None:
    handle = deciding.room.handle(ORDER)
    deciding.edit(amounts={REFUND: "60.00"}, handle=handle)
    with pytest.raises(refusals.Stale):
        deciding.edit(amounts={REFUND: "60.00"}, handle=handle)
    assert len(deciding.revisions()) == 2


def test_a_crash_before_policy_leaves_it_unjudged_and_the_sweep_judges_it(
    deciding: Deciding, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """The process, on the next line."""

    def die(**_: object) -> None:
        raise Died

    monkeypatch.setattr("shopops.review.revising.judge_proposals", die)
    with pytest.raises(Died):
        deciding.edit(amounts={REFUND: "60.00"})
    assert statuses(deciding.revisions()) == ["stale", "unjudged"]
    sweep_unjudged(tenant_id=deciding.room.shop.pk, now=deciding.room.now)
    assert statuses(deciding.revisions()) == ["stale", "pending"]


def test_another_shop_s_handle_edits_nothing(deciding: Deciding) -> None:
    other = Deciding(reviewing([ORDER], slug="store_other"))
    with pytest.raises(refusals.HandleUnknown):
        deciding.edit(amounts={REFUND: "60.00"}, handle=other.room.handle(ORDER))


def _other_shop(row: Proposal) -> dict[str, object]:
    return {"edit_of_id": reviewing([ORDER], slug="store_other").proposal(ORDER).pk}


def _other_pack(row: Proposal) -> dict[str, object]:
    found = Proposal.objects.of(row.tenant_id).get(order_id=ESCALATED)
    return {"edit_of_id": found.pk}


def _no_editor(row: Proposal) -> dict[str, object]:
    return {"editor_id": None}


def _twice(row: Proposal) -> dict[str, object]:
    return {}


@pytest.mark.parametrize("forged", [_other_shop, _other_pack, _no_editor, _twice])
def test_the_database_refuses_an_edit_of_something_else(
    deciding: Deciding, forged: Callable[[Proposal], dict[str, object]]
) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    row = deciding.room.proposal(ORDER)
    for name, value in forged(row).items():
        setattr(row, name, value)
    row.pk, row._state.adding, row.revision = None, True, 3
    row.review_status, row.rule_ids, row.waiting_since = ReviewStatus.UNJUDGED, [], None
    with pytest.raises(DatabaseError), transaction.atomic():
        row.save()


@pytest.mark.parametrize("column", ["edit_of", "editor"])
def test_who_edited_what_stays_as_written(deciding: Deciding, column: str) -> None:
    deciding.edit(amounts={REFUND: "60.00"})
    with pytest.raises(DatabaseError), transaction.atomic():
        Proposal.objects.filter(revision=2).update(**{column: None})


def test_added_words_are_erased_and_never_changed(deciding: Deciding) -> None:
    points = _outline(deciding.room.proposal(ORDER))
    deciding.edit(points={MAIL: points}, says={MAIL: ["We are sorry"]})
    with tenant_scope(deciding.room.shop.pk), pytest.raises(DatabaseError), transaction.atomic():
        OutlineText.objects.update(text="We are not")
    with tenant_scope(deciding.room.shop.pk):
        OutlineText.objects.all().delete()
    assert deciding.approve(MAIL).final
