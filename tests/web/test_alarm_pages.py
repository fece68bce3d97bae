"""The alarms of a shop as pages: the list by tab, and every count beside it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from shopops.alarm_pages.tabs import TAB_OF, Tab, badge, counts, items_under
from shopops.alarms.clock import database_now
from shopops.alarms.models import RingSweep
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.states import AlarmStatus
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock
from tests.support.pages import text_of
from tests.support.pipeline import hire
from tests.support.ringing import mail_server, state_of

pytestmark = pytest.mark.django_db
S = AlarmStatus
REACHED = {
    "O-1": S.DUE_NEW,
    "O-2": S.RINGING,
    "O-3": S.SNOOZED,
    "O-4": S.HANDED_OFF,
    "O-5": S.RESOLVED,
}


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    shop = alarm_shop(clock, *REACHED)
    for order_id, status in REACHED.items():
        shop.reach(status, order_id)
    return shop


def client_of(shop: AlarmShop, name: str = "Maya") -> Client:
    client = Client()
    client.force_login(shop.person(name).user)
    return client


def url(shop: AlarmShop, path: str = "") -> str:
    return f"/t/{shop.tenant.slug}/alarms/{path}"


def sorted_by_tab(shop: AlarmShop) -> dict[Tab, set[str]]:
    with tenant_scope(shop.tenant.pk):
        now = database_now()
        return {
            tab: {item.order_id for item in items_under(shop.tenant.pk, tab, now)} for tab in Tab
        }


@pytest.mark.parametrize(
    ("tab", "order"),
    [
        ("", "O-2"),
        ("due", "O-1"),
        ("snoozed", "O-3"),
        ("handed_off", "O-4"),
        ("resolved", "O-5"),
        ("nowhere", "O-2"),
    ],
)
def test_each_item_stands_under_the_tab_of_its_state(shop: AlarmShop, tab: str, order: str) -> None:
    found = client_of(shop).get(url(shop, f"?tab={tab}")).context["alarms"]
    assert [row.order for row in found.rows] == [order]
    assert [str(chip.count) for chip in found.chips] == ["1"] * 5


def test_the_list_says_until_when_by_whom_and_to_whom(shop: AlarmShop) -> None:
    client = client_of(shop)
    assert "by Maya" in text_of(client.get(url(shop, "?tab=snoozed")))
    assert "To Per until" in text_of(client.get(url(shop, "?tab=handed_off")))
    assert "Rings again" in text_of(client.get(url(shop)))


@pytest.mark.parametrize("minutes", [0, 29, 30, 59, 60, 119, 120, 121])
def test_tabs_agree_with_the_fold_at_every_moment(shop: AlarmShop, minutes: int) -> None:
    shop.clock.move(minutes=minutes)
    told = {order_id: TAB_OF[state_of(shop.item(order_id)).status] for order_id in REACHED}
    found = sorted_by_tab(shop)
    assert found == {tab: {one for one, its in told.items() if its is tab} for tab in Tab}
    with tenant_scope(shop.tenant.pk):
        counted = counts(shop.tenant.pk, database_now())
    assert {tab: count.number for tab, count in counted.items()} == {
        tab: len(orders) for tab, orders in found.items()
    }
    assert badge(counted).number == len(found[Tab.RINGING]) + len(found[Tab.DUE])


def test_at_the_instant_a_snooze_ends_list_and_counts_change_together(shop: AlarmShop) -> None:
    client = client_of(shop)
    until = state_of(shop.item("O-3")).until
    assert until is not None
    shop.clock.set(until)
    due = client.get(url(shop, "?tab=due")).context["alarms"]
    assert {row.order for row in due.rows} == {"O-1", "O-3"}
    assert {chip.tab: chip.count.number for chip in due.chips} == {
        Tab.RINGING: 1,
        Tab.DUE: 2,
        Tab.SNOOZED: 0,
        Tab.HANDED_OFF: 1,
        Tab.RESOLVED: 1,
    }
    assert [row.standing.tag for row in due.rows if row.order == "O-3"] == ["due again"]


def test_the_frame_of_other_pages_counts_the_same(shop: AlarmShop) -> None:
    client = client_of(shop)
    assert "Alarms 2 ringing or due" in text_of(client.get(f"/t/{shop.tenant.slug}/ledger/"))
    assert "Alarms 2 ringing or due" in text_of(client.get(url(shop)))


def test_an_item_is_found_by_its_order_and_by_its_code_however_it_is_written(
    shop: AlarmShop,
) -> None:
    code = shop.item("O-5").code
    for wanted in ("O-5", code, f"{code[:5]}-{code[5:]}".lower()):
        found = client_of(shop).get(url(shop), {"q": wanted}).context["alarms"]
        assert [row.order for row in found.rows] == ["O-5"], wanted
    assert "No such item" in text_of(client_of(shop).get(url(shop), {"q": "O-77"}))


def test_a_sign_that_no_database_keeps_is_not_looked_for(shop: AlarmShop) -> None:
    found = client_of(shop).get(url(shop), {"q": "O-5\0"}).context["alarms"]
    assert [row.order for row in found.rows] == ["O-5"]


def test_pages_go_on_until_every_item_was_shown(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shopops.alarm_pages.listing.PAGE", 2)
    orders = [f"O-{number}" for number in range(1, 6)]
    shop = alarm_shop(clock, *orders)
    for order in orders:
        shop.reach(S.RINGING, order)
    client, seen, after = client_of(shop), [], ""
    while True:
        found = client.get(url(shop), {"after": after}).context["alarms"]
        seen += [row.order for row in found.rows]
        after = found.after
        if not after:
            break
    assert seen == orders


@pytest.mark.parametrize("after", ["x", "-1", "1-", "9" * 40 + "-1", "1-0", "٣-1"])
def test_a_place_that_no_page_gave_out_shows_the_first(shop: AlarmShop, after: str) -> None:
    found = client_of(shop).get(url(shop), {"after": after}).context["alarms"]
    assert [row.order for row in found.rows] == ["O-2"]


def test_htmx_gets_the_part_that_it_swaps(shop: AlarmShop) -> None:
    headers = {"HX-Request": "true", "HX-Target": "alarms"}
    part = client_of(shop).get(url(shop), headers=headers).content.decode()
    assert part.lstrip().startswith('<section id="alarms"')
    assert "<html" not in part


def test_the_list_costs_the_same_statements_for_one_item_and_for_many(shop: AlarmShop) -> None:
    client = client_of(shop)

    def statements() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(url(shop))
        return len(found)

    alone = statements()
    shop.clock.move(minutes=61)
    for order_id in ("O-1", "O-2", "O-3"):
        shop.ring(order_id)
    assert len(sorted_by_tab(shop)[Tab.RINGING]) == 3
    assert statements() == alone


def test_a_dead_sweep_is_said_in_red(shop: AlarmShop) -> None:
    page = text_of(client_of(shop).get(url(shop)))
    assert "Nobody is being rung" in page
    now = database_now()
    RingSweep.objects.create(started_at=now, finished_at=now, good=True, accepted=0, failed=0)
    assert "Nobody is being rung" not in text_of(client_of(shop).get(url(shop)))


@pytest.mark.django_db(transaction=True)
def test_an_item_that_nobody_can_be_told_of_is_said_in_red(clock: Clock) -> None:
    shop = alarm_shop(clock, "O-1")
    shop.reach(S.DUE_NEW, "O-1")
    client = client_of(shop)
    assert "Nobody reachable" not in text_of(client.get(url(shop)))
    with mail_server():
        ring_all(tenant_id=shop.tenant.pk)
    page = text_of(client.get(url(shop)))
    assert "Nobody reachable can be told O-1 A proposal waits for a decision : no address" in page


def test_another_shop_s_people_find_nothing(shop: AlarmShop, clock: Clock) -> None:
    other = alarm_shop(clock, "O-1", slug="store_other")
    client = Client()
    client.force_login(hire(other.tenant, "Eve", Role.ADMIN).user)
    item = shop.item("O-2").pk
    for path in ("", f"{item}/"):
        assert client.get(url(shop, path)).status_code == 404
    assert client.get(url(other, f"{item}/")).status_code == 404
    for verb in ("acknowledge", "hand-off", "resolve", "unacknowledge"):
        assert client.post(url(shop, f"{item}/{verb}/")).status_code == 404
        assert client.post(url(other, f"{item}/{verb}/")).status_code == 404
    assert state_of(shop.item("O-2")).status is S.RINGING
