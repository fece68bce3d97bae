"""A decision's receipt says what the ledger proves, and what was erased stays erased."""

import json
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from shopops.alarms.answers import acknowledge
from shopops.alarms.codes import shown
from shopops.alarms.models import AlarmItem
from shopops.ledger import EventKind
from shopops.ledger.passes import verify_and_record
from shopops.review.config import ReviewConfig
from shopops.review.models import Decision, Delegation, ReviewNote
from shopops.tenants.models import Role, VaultName
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop
from tests.support.clock import Clock
from tests.support.deciding import MAIL, REFUND, RESHIP, Deciding
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"
MOST_STATEMENTS = 23  # four of them for the words of the mail and of the edit


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def _newest(room: Reviewing) -> int:
    with tenant_scope(room.shop.pk):
        return Decision.objects.of(room.shop.pk).latest("pk").pk


def _address(room: Reviewing, decision: int) -> str:
    return room.url(f"review/decisions/{decision}/receipt/")


def _words(room: Reviewing, decision: int) -> str:
    answer = room.client().get(_address(room, decision))
    assert answer.status_code == 200
    return text_of(answer)


def _data(room: Reviewing, decision: int) -> dict[str, Any]:
    answer = room.client().get(f"{_address(room, decision)}?format=json")
    assert answer["Content-Type"] == "application/json"
    data: dict[str, Any] = json.loads(answer.content)
    return data


def test_it_says_who_decided_what_when_and_under_which_rules(room: Reviewing) -> None:
    Deciding(room).approve(MAIL, RESHIP, reason="She moves on Friday")
    words = _words(room, _newest(room))
    assert "Approved: order 1001" in words
    assert "Maya approved mail, send again." in words
    assert bytes(room.person().identity_key).hex() in words
    assert "UTC" in words
    assert "“She moves on Friday”" in words
    assert "Send again" in words
    assert "goods of 129.00 USD" in words
    assert "thresholds version 1" in words
    assert "SHP-2" in words
    assert "oms:order_total" in words
    assert "Order total: 129.00 USD" in words


def test_each_row_of_the_ledger_is_proved_by_its_own_line(room: Reviewing) -> None:
    Deciding(room).approve(RESHIP)
    data = _data(room, _newest(room))
    assert data["seq"] in [entry["seq"] for entry in data["entries"]]
    assert {"intake", "proposal", "verdict", "decision"} <= {one["kind"] for one in data["entries"]}
    for entry in data["entries"]:
        assert entry["fits"]
        assert sha256(b"\0" + entry["line"].encode()).hexdigest() == entry["leaf"]
        assert json.loads(entry["line"])["seq"] == entry["seq"]


def test_the_command_to_check_it_names_the_shop_and_the_leaf(room: Reviewing) -> None:
    Deciding(room).approve(RESHIP)
    decision = _newest(room)
    words, leaf = _words(room, decision), _data(room, decision)["leaf"]
    assert "manage.py ledger_export --tenant store_northline --out DIR" in words
    assert f"python3 -I DIR/verify.py DIR --head {leaf}" in words


def test_what_the_last_verification_said_counts_only_once_it_saw_the_row(room: Reviewing) -> None:
    deciding = Deciding(room)
    verify_and_record(tenant_id=room.shop.pk, now=room.now)
    deciding.approve(RESHIP)
    decision = _newest(room)
    assert "It ran before this decision was recorded" in _words(room, decision)
    verify_and_record(tenant_id=room.shop.pk, now=room.now + timedelta(minutes=5))
    words = _words(room, decision)
    assert "nothing wrong." in words
    assert "It ran before" not in words


def test_an_erased_note_says_so_and_its_hash_stays(room: Reviewing) -> None:
    Deciding(room).reject("Her sister died")
    decision = _newest(room)
    before = _data(room, decision)["note"]
    assert before["text"] == "Her sister died"
    with tenant_scope(room.shop.pk):
        ReviewNote.objects.of(room.shop.pk).filter(decision=decision).delete()
    after = _data(room, decision)["note"]
    assert after == {"text": "", "sha256": before["sha256"], "erased": True}
    words = _words(room, decision)
    assert "Her sister died" not in words
    assert "In their words erased" in words


def test_an_erased_name_says_so(room: Reviewing) -> None:
    Deciding(room).approve(RESHIP)
    decision = _newest(room)
    person = room.person()
    reader = room.client("Vik")
    person.display_name = ""
    person.save()
    answer = reader.get(_address(room, decision))
    assert "Decided by erased" in text_of(answer)
    assert b"Maya" not in answer.content


def test_a_second_approver_s_receipt_names_the_first() -> None:
    room = reviewing_now([ORDER], second_cap_cents={"USD": 6000})
    deciding = Deciding(room)
    deciding.approve(REFUND, name="Maya")
    first = _newest(room)
    deciding.approve(REFUND, name="Tomasz", after=timedelta(minutes=2))
    words = _words(room, _newest(room))
    assert "Decided by Tomasz" in words
    assert "Approved before Maya" in words
    assert "It waited for a second person." in _words(room, first)


def _limited(room: Reviewing) -> Deciding:
    """Reviewers may approve up to 100 USD, the order asks for more."""
    room.person("Ada", Role.ADMIN)
    deciding = Deciding(room)
    deciding.settings(ReviewConfig(limits={"reviewer": {"USD": 10000}}))
    return deciding


def test_whose_limit_was_lent_is_named(room: Reviewing) -> None:
    deciding = _limited(room)
    with tenant_scope(room.shop.pk):
        Delegation.objects.create(
            tenant=room.shop,
            giver=room.person("Ada"),
            receiver=room.person("Maya"),
            currency="USD",
            most_minor=12900,
            starts_at=room.now,
            ends_at=room.now + timedelta(days=1),
            reason="holiday",
            created_by=room.person("Ada"),
        )
    deciding.approve(REFUND)
    words = _words(room, _newest(room))
    assert "Standing in for Ada" in words
    assert "Maya approved refund 129.00 USD, standing in for Ada." in words


def test_what_an_admin_set_aside_is_named() -> None:
    room = reviewing_now([ORDER], second_cap_cents={"USD": 6000})
    deciding = Deciding(room)
    room.person("Ada", Role.ADMIN)
    deciding.approve(REFUND, name="Ada", bypass=["four_eyes"], reason="Everybody else is ill")
    assert "Set aside by an admin the second person" in _words(room, _newest(room))


def test_a_rejection_and_a_handled_order_say_their_reason_and_what_was_proposed() -> None:
    room = reviewing_now([ORDER, "O-1011"])
    Deciding(room).reject("They answered already")
    words = _words(room, _newest(room))
    assert "Rejected: order 1001" in words
    assert "Proposed Amount Evidence" in words
    assert "above the cap of 50.00 USD" in words
    Deciding(room, order="O-1011").handled()
    words = _words(room, _newest(room))
    assert "Handled outside: order 1011" in words
    assert "Outcome Something else" in words


def test_an_undone_decision_says_by_whom(room: Reviewing) -> None:
    deciding = Deciding(room)
    deciding.approve(RESHIP)
    decision = _newest(room)
    deciding.undo(after=timedelta(minutes=2))
    assert "Taken back by Maya" in _words(room, decision)
    assert "Maya took the decision back." in _words(room, _newest(room))


def test_what_was_taken_back_stays_so_when_the_order_is_approved_anew(room: Reviewing) -> None:
    deciding = Deciding(room)
    deciding.approve(RESHIP)
    decision = _newest(room)
    deciding.undo(after=timedelta(minutes=2))
    deciding.approve(RESHIP, after=timedelta(minutes=3))
    words = _words(room, decision)
    assert "Approved, then taken back: order 1001" in words
    assert "Now:" not in words
    assert "Now: approved" in _words(room, _newest(room))


def test_who_changed_what_they_approved_is_not_called_independent(room: Reviewing) -> None:
    deciding = Deciding(room)
    deciding.edit(amounts={REFUND: "45.00"})
    deciding.approve(MAIL, REFUND, after=timedelta(minutes=1))
    words = _words(room, _newest(room))
    assert "part of the money goes back" in words
    assert "choice between" not in words
    assert "Proposed by Resolution, changed by the approver." in words
    assert "The approver is not the proposer." not in words
    assert "judged with the order’s amount. The amount of 129.00 USD is above" in words
    assert words.count("The amount of 129.00 USD") == 1


def test_an_edit_stands_on_its_own_receipt_and_on_that_of_what_was_decided_on_it(
    room: Reviewing,
) -> None:
    deciding = Deciding(room)
    deciding.edit(amounts={REFUND: "60.00"})
    edit = _newest(room)
    deciding.approve(MAIL, REFUND, after=timedelta(minutes=2))
    for decision in (edit, _newest(room)):
        words = _words(room, decision)
        assert "Changed by Maya, revision 1 to 2" in words
        assert "Refund 129.00 USD 60.00 USD" in words
    assert _newest(room) != edit


def test_the_mail_and_why_it_was_edited_stand_on_the_receipt_until_they_are_erased(
    room: Reviewing,
) -> None:
    deciding = Deciding(room)
    deciding.edit(amounts={REFUND: "60.00"}, reason="Half of it was worn")
    deciding.approve(MAIL, REFUND, after=timedelta(minutes=2))
    decision = _newest(room)
    data = _data(room, decision)
    [mail] = data["mails"]
    assert "60.00" in mail["text"]
    assert data["edit"]["note"]["text"] == "Half of it was worn"
    words = _words(room, decision)
    assert mail["subject"] in words
    assert "Why it was changed “Half of it was worn”" in words
    with tenant_scope(room.shop.pk):
        ReviewNote.objects.of(room.shop.pk).delete()
    note = _data(room, decision)["edit"]["note"]
    assert note == {"text": "", "sha256": data["edit"]["note"]["sha256"], "erased": True}
    assert note["sha256"]


def test_a_mail_that_was_not_chosen_is_not_on_the_receipt(room: Reviewing) -> None:
    Deciding(room).approve(RESHIP)
    assert _data(room, _newest(room))["mails"] == []


def test_it_costs_few_statements(room: Reviewing) -> None:
    deciding = Deciding(room)
    deciding.edit(amounts={REFUND: "60.00"})
    edit = _newest(room)
    deciding.approve(MAIL, REFUND, after=timedelta(minutes=2))
    client = room.client()
    for decision in (edit, _newest(room)):
        client.get(_address(room, decision))
        with CaptureQueriesContext(connection) as seen:
            client.get(_address(room, decision))
        # These stand for the commit that a test's transaction keeps from happening.
        asked = [one["sql"] for one in seen if not one["sql"].startswith("SET CONSTRAINTS")]
        assert len(asked) <= MOST_STATEMENTS, [sql[:90] for sql in asked]


def test_a_refund_is_named_with_its_amount_wherever_it_is_named(room: Reviewing) -> None:
    Deciding(room).approve(MAIL, REFUND)
    data = _data(room, _newest(room))
    assert data["sentence"] == "Maya approved mail, refund 129.00 USD"
    [own] = [one for one in data["entries"] if one["seq"] == data["seq"]]
    assert own["sentence"] == data["sentence"]
    assert json.loads(own["line"])["body"]["pays"] == {"propose_refund": {"USD": 12900}}


def test_another_shop_s_receipt_looks_like_none(room: Reviewing) -> None:
    Deciding(room).approve(RESHIP)
    other = reviewing([ORDER], slug="store_other")
    client = other.client("Olga")
    for tail in ("", "?format=json"):
        theirs = client.get(f"{_address(other, _newest(room))}{tail}")
        none = client.get(f"{_address(other, 10**12)}{tail}")
        assert theirs.status_code == none.status_code == 404
        assert theirs.content == none.content


def test_acknowledgments_name_their_code_and_how_the_confirmer_was_verified(
    room: Reviewing, clock: Clock
) -> None:
    alarms = AlarmShop(room.shop, clock)
    placed = room.oms.orders[ORDER].placed_at
    assert placed is not None
    for kind in (EventKind.OBSERVED, EventKind.RAISED):
        alarms.append(alarms.derive(kind, ORDER, authored_on=placed.date()).handle)
    rung = AlarmItem.objects.of(room.shop.pk).get(order_id=ORDER, obligation="review")
    acknowledge(confirmer=room.person("Per"), item_id=rung.pk)
    Deciding(room).approve(RESHIP)
    decision = _newest(room)
    words = _words(room, decision)
    assert f"{shown(rung.code)} Per" in words
    assert "signed in" in words
    VaultName.objects.filter(membership=room.person("Per")).delete()
    (told,) = _data(room, decision)["acknowledgments"]
    assert told["by"]["who"]["erased"]
    assert told["by"]["who"]["name"] == "erased"
    assert told["by"]["who"]["key"] == bytes(room.person("Per").identity_key).hex()
