"""The suppression list: who stands on it gets no mail, whoever proposes or approves it."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from shopops.connectors.models import Suppressed
from shopops.ledger import EventKind
from shopops.policy.rules import RuleId
from shopops.proposals.read import replay, verdicts_of
from shopops.review.refusals import PolicyDenies
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MAIL, RESHIP, Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ORDER = "O-1001"
ONLY_MAIL = "O-1002"
LIST = "settings/suppression/"
MOST_STATEMENTS = 26
SETTLING = ("SET CONSTRAINTS", "SELECT set_config('shopops.tenant', ''")  # instead of a commit


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


@pytest.fixture
def client(room: Reviewing) -> Client:
    return room.client("Ada", Role.ADMIN)


def address_of(room: Reviewing, order_id: str = ORDER) -> str:
    customer = room.oms.orders[order_id].customer
    assert customer is not None
    return str(customer.email)


def put(client: Client, room: Reviewing, *addresses: str, reason: str = "Asked by phone") -> Any:
    return client.post(room.url(LIST), {"addresses": "\n".join(addresses), "reason": reason})


def mail_box(page: Any) -> set[str]:
    """Whether the page has chosen the mail, and whether it lets it be chosen."""
    box = LexborHTMLParser(page.content.decode()).css_first(f"#opt-{MAIL}")
    assert box is not None
    return {"checked", "disabled"} & box.attributes.keys()


def mail_is_denied(room: Reviewing) -> bool:
    """By the order's next proposal."""
    room.change(ORDER, claims=())
    room.numbers(pickup_days=room.proposal(ORDER).thresholds_version + 7)
    room.resolve(ORDER)
    with tenant_scope(room.shop.pk):
        row = room.proposal_in_scope(ORDER)
        assert replay(row) == verdicts_of(row)
        results = verdicts_of(row)[MAIL].results
    return any(one.rule is RuleId.CHN_1 and one.outcome == "deny" for one in results)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", ["as it is", "in other letters", "the whole domain"])
def test_no_mail_to_a_listed_address_is_permitted_from_the_next_proposal_on(
    room: Reviewing, client: Client, spelling: str
) -> None:
    address = address_of(room)
    typed = {
        "as it is": address,
        "in other letters": f"  {address.upper()} ",
        "the whole domain": f"@{address.rpartition('@')[2]}",
    }[spelling]
    assert not mail_is_denied(room)
    assert put(client, room, typed, "nobody@elsewhere.example").status_code == 302
    assert mail_is_denied(room)


def test_other_addresses_of_the_list_keep_nobody_from_anything(
    room: Reviewing, client: Client
) -> None:
    put(client, room, f"x{address_of(room)}", "@elsewhere.example")
    other = reviewing([], slug="store_other")
    put(other.client("Olga", Role.ADMIN), other, address_of(room))
    assert not mail_is_denied(room)


def test_a_mail_that_waits_already_can_no_longer_be_approved() -> None:
    deciding = Deciding(reviewing([ORDER]))
    put(deciding.room.client("Ada", Role.ADMIN), deciding.room, address_of(deciding.room))
    with pytest.raises(PolicyDenies) as refused:
        deciding.approve(MAIL)
    assert refused.value.sentences == ["CHN-1: The customer must not be written to by email."]
    deciding.approve(RESHIP)
    assert deciding.room.proposal(ORDER).review_status == "approved"


def test_the_page_says_beforehand_that_a_mail_which_waits_can_no_longer_be_approved(
    room: Reviewing, client: Client
) -> None:
    said = "The customer’s address is on the suppression list now, so the mail can’t be approved."
    before = client.get(room.page_of(ORDER))
    assert said not in text_of(before)
    assert mail_box(before) == {"checked"}
    put(client, room, address_of(room))
    address, headers = room.page_of(ORDER), {"HX-Request": "true", "HX-Target": "detail"}
    with CaptureQueriesContext(connection) as seen:
        page = client.get(address, headers=headers)
    assert f"{said} Approve the rest without it, or reject." in text_of(page)
    assert mail_box(page) == {"disabled"}
    asked = [query["sql"] for query in seen if not query["sql"].startswith(SETTLING)]
    assert len(asked) <= MOST_STATEMENTS, [sql[:90] for sql in asked]


def test_where_a_mail_is_all_that_is_proposed_nothing_can_be_approved() -> None:
    numbers = {"standard_update_cents": {"USD": 300}, "goodwill_cap_cents": {"USD": 500}}
    room = reviewing_now([ONLY_MAIL], approval_above_cents={"USD": 100}, **numbers)
    client = room.client("Ada", Role.ADMIN)
    put(client, room, "@" + address_of(room, ONLY_MAIL).rpartition("@")[2])
    page = client.get(room.page_of(ONLY_MAIL))
    assert "so the mail can’t be approved. Reject it." in text_of(page)
    assert b"data-approve>" not in page.content


def test_who_is_taken_off_may_be_written_to_again_and_the_ledger_knows_both_but_no_address(
    room: Reviewing, client: Client
) -> None:
    put(client, room, address_of(room))
    entry = Suppressed.objects.get(tenant=room.shop)
    for _ in range(2):
        client.post(room.url(f"{LIST}{entry.pk}/take-off/"), {"reason": "She asked us to"})
    assert not mail_is_denied(room)
    with tenant_scope(room.shop.pk):
        told = [
            one
            for one in bodies_of_kind(room.shop.pk, EventKind.SETTINGS)
            if one.get("of") == "suppression"
        ]
    assert [one["change"] for one in told] == ["added", "removed"]
    assert told[0]["addresses"] == [bytes(entry.ref).hex()]
    assert address_of(room) not in str(told)
    entry.refresh_from_db()
    assert (entry.reason, entry.removed_by) == ("Asked by phone", room.person("Ada"))
    assert f"Taken off lately, newest first {entry.shown} She asked us to · Ada" in text_of(
        client.get(room.url(LIST))
    )
    assert address_of(room) not in entry.shown


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_nobody_is_taken_off_without_a_reason(room: Reviewing, client: Client, reason: str) -> None:
    put(client, room, address_of(room))
    entry = Suppressed.objects.get()
    answer = client.post(room.url(f"{LIST}{entry.pk}/take-off/"), {"reason": reason})
    assert (answer.status_code, "<details open>" in answer.content.decode()) == (422, True)
    assert mail_is_denied(room)


def test_the_same_address_stands_on_the_list_once(room: Reviewing, client: Client) -> None:
    put(client, room, "joe@shop.example", "JOE@shop.example", "ann@shop.example")
    again = put(client, room, "joe@shop.example")
    assert Suppressed.objects.filter(tenant=room.shop).count() == 2
    assert "0 put on the list; 1 stood there already" in text_of(client.get(again["Location"]))


def test_one_address_is_looked_up_without_showing_the_others(
    room: Reviewing, client: Client
) -> None:
    put(client, room, "joe@shop.example", "@rude.example")
    found = text_of(client.get(room.url(f"{LIST}?address=Joe@Shop.example")))
    whole = text_of(client.get(room.url(f"{LIST}?address=any@rude.example")))
    nobody = text_of(client.get(room.url(f"{LIST}?address=ann@shop.example")))
    assert ("j…@shop.example" in found, "@rude.example Asked" in found) == (True, False)
    assert "@rude.example Asked by phone" in whole
    assert "It is not on the list" in nobody


@pytest.mark.parametrize(
    ("addresses", "reason", "message"),
    [
        ("joe@shop.example\nno address", "Asked", "no e-mail address: no address"),
        ("@", "Asked", "no e-mail address: @"),
        ("  \n ", "Asked", "Write the addresses"),
        ("joe@shop.example", "  ", "Say why"),
        ("\n".join(f"n{n}@shop.example" for n in range(501)), "Asked", "At most 500"),
    ],
)
def test_what_is_no_address_or_has_no_reason_puts_nobody_on_the_list(
    room: Reviewing, client: Client, addresses: str, reason: str, message: str
) -> None:
    answer = put(client, room, addresses, reason=reason)
    assert (answer.status_code, message in text_of(answer)) == (422, True)
    assert not Suppressed.objects.exists()


def test_only_an_admin_of_the_shop_changes_the_list(room: Reviewing, client: Client) -> None:
    put(client, room, "joe@shop.example")
    entry = Suppressed.objects.get()
    reviewer = room.client("Rae", Role.REVIEWER)
    other = reviewing([], slug="store_other")
    stranger = other.client("Olga", Role.ADMIN)
    auditor = room.client("Audrey", Role.AUDITOR)
    off = f"{LIST}{entry.pk}/take-off/"
    assert reviewer.get(room.url(LIST)).status_code == 403
    assert (auditor.get(room.url(LIST)).status_code, auditor.post(room.url(off)).status_code) == (
        200,
        403,
    )
    assert put(reviewer, room, "ann@shop.example").status_code == 403
    why = {"reason": "He asked us to"}
    assert reviewer.post(room.url(off), why).status_code == 403
    assert stranger.post(room.url(off), why).status_code == 404
    assert stranger.post(other.url(off), why).status_code == 302
    assert client.get(room.url(off)).status_code == 405
    entry.refresh_from_db()
    assert entry.removed_at is None
