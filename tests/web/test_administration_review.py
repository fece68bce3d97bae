"""The page on which an admin sets how decisions are taken, and who stands in for whom."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from selectolax.lexbor import LexborHTMLParser

from shopops.agents.thresholds import Thresholds
from shopops.ledger import EventKind
from shopops.review import settings
from shopops.review.config import ReviewConfig
from shopops.review.models import Delegation
from shopops.tenants.models import Role, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.thresholds import save_thresholds
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop

pytestmark = pytest.mark.django_db
USUAL = {
    "undo_minutes": "10",
    "due_hours": "24",
    "expire_hours": "336",
    "claim_minutes": "15",
    "reject_reasons": "The amount is wrong\nThe parcel has arrived",
    "reviewer": "",
    "admin": "",
    "reason": "holidays",
    "based_on": "0",
}


@pytest.fixture
def shop() -> Tenant:
    shop = open_shop()
    hire(shop, "Maya")
    return shop


@pytest.fixture
def client(shop: Tenant) -> Client:
    return signed_in(hire(shop, "Ada", Role.ADMIN))


def _url(shop: Tenant, path: str = "") -> str:
    return f"/t/{shop.slug}/settings/review/{path}"


def _current(shop: Tenant) -> ReviewConfig:
    with tenant_scope(shop.pk):
        return settings.current(shop.pk)


def _person(shop: Tenant, name: str) -> str:
    return str(shop.memberships.get(display_name=name).pk)


def lending(shop: Tenant, **changed: str) -> dict[str, str]:
    now = timezone.now()
    return {
        "giver": _person(shop, "Ada"),
        "receiver": _person(shop, "Maya"),
        "amount": "USD 500.00",
        "starts_at": f"{now:%Y-%m-%dT%H:%M}",
        "ends_at": f"{now + timedelta(days=7):%Y-%m-%dT%H:%M}",
        "why": "holiday",
        **changed,
    }


def test_what_is_saved_is_the_next_version_and_stands_in_the_history(
    shop: Tenant, client: Client
) -> None:
    form = {**USUAL, "undo_minutes": "30", "reviewer": "usd 100.00\nJPY 9800"}
    words = text_of(client.post(_url(shop), form, follow=True))
    assert "Version 1 is in force." in words
    assert "A decision can be taken back for: 10 → 30" in words
    assert "no limit → JPY 9800, USD 100.00" in words
    saved = _current(shop)
    assert saved.limits == {"reviewer": {"USD": 10000, "JPY": 9800}}
    assert saved.reject_reasons == ("The amount is wrong", "The parcel has arrived")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"expire_hours": "24"}, "would expire before it is overdue"),
        ({"undo_minutes": "1441"}, "Not saved"),
        ({"reviewer": "USD"}, "No amount is given."),
        ({"reviewer": "USD 1.005"}, "more decimals"),
        ({"reviewer": "XXX 5"}, "is not a currency"),
        ({"reviewer": "USD 5\nusd 6"}, "named twice"),
        ({"reviewer": "USD 5", "admin": "USD 6"}, "Leave one role without a limit"),
        ({"reject_reasons": "a\na"}, "named twice"),
        ({"reason": ""}, "Say why"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_kept_in_the_form(
    shop: Tenant, client: Client, changed: dict[str, str], says: str
) -> None:
    page = client.post(_url(shop), {**USUAL, **changed, "due_hours": "24"})
    assert page.status_code == 422
    assert says in text_of(page)
    assert _current(shop).version == 0


def test_who_saves_second_gets_their_change_on_top_of_the_first(
    shop: Tenant, client: Client
) -> None:
    client.post(_url(shop), {**USUAL, "undo_minutes": "30"})
    late = client.post(_url(shop), {**USUAL, "claim_minutes": "20"})
    assert late.status_code == 409
    assert 'name="undo_minutes" value="30"' in late.content.decode()
    assert 'name="claim_minutes" value="20"' in late.content.decode()
    assert _current(shop).claim_minutes == 15


def test_saving_nothing_makes_no_version(shop: Tenant, client: Client) -> None:
    reasons = "\n".join(ReviewConfig().reject_reasons)
    page = client.post(_url(shop), {**USUAL, "reject_reasons": reasons})
    assert page.status_code == 422
    assert _current(shop).version == 0


def test_a_limit_is_lent_shown_and_taken_back_on_the_ledger(shop: Tenant, client: Client) -> None:
    words = text_of(client.post(_url(shop, "lend/"), lending(shop), follow=True))
    assert "Ada Maya 500.00 USD" in words
    with tenant_scope(shop.pk):
        lent = Delegation.objects.get()
    client.post(_url(shop, f"{lent.pk}/take-back/"))
    again = client.post(_url(shop, f"{lent.pk}/take-back/"), follow=True)
    assert "There is no such delegation any more." in text_of(again)
    with tenant_scope(shop.pk):
        told = [
            (body["change"], body["most_minor"])
            for body in bodies_of_kind(shop.pk, EventKind.SETTINGS)
            if body.get("of") == "delegation"
        ]
    assert told == [("lent", 50000), ("taken_back", 50000)]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"receiver": "self"}, "two different people"),
        ({"amount": "500"}, "Write one amount, such as USD 500.00."),
        ({"amount": "USD 0"}, "above nothing"),
        ({"ends_at": "2020-01-01T00:00"}, "end after it starts"),
        ({"ends_at": "2099-01-01T00:00"}, "at most 90 days"),
        ({"receiver": "999999"}, "Select a valid choice"),
        ({"why": ""}, "required"),
    ],
)
def test_a_delegation_that_cannot_be_is_refused(
    shop: Tenant, client: Client, changed: dict[str, str], says: str
) -> None:
    form = lending(shop, **changed)
    if form["receiver"] == "self":
        form["receiver"] = form["giver"]
    page = client.post(_url(shop, "lend/"), form)
    assert page.status_code == 422
    assert says in text_of(page)
    with tenant_scope(shop.pk):
        assert not Delegation.objects.exists()


def test_people_of_another_shop_are_not_offered_and_not_taken(shop: Tenant, client: Client) -> None:
    stranger = hire(open_shop("other"), "Olga")
    assert (
        client.post(_url(shop, "lend/"), lending(shop, receiver=str(stranger.pk))).status_code
        == 422
    )
    theirs = Client()
    theirs.force_login(hire(stranger.tenant, "Oda", Role.ADMIN).user)
    client.post(_url(shop, "lend/"), lending(shop))
    with tenant_scope(shop.pk):
        lent = Delegation.objects.get()
    theirs.post(_url(stranger.tenant, f"{lent.pk}/take-back/"))
    with tenant_scope(shop.pk):
        assert Delegation.objects.get().revoked_at is None


def test_a_second_cap_that_nobody_could_meet_is_refused_when_it_is_saved(
    shop: Tenant, client: Client
) -> None:
    client.post(_url(shop), {**USUAL, "reviewer": "USD 100.00"})
    page = client.get(f"/t/{shop.slug}/settings/thresholds/")
    form = page.context["numbers"]
    caps = page.context["caps"]
    sent = {
        **{name: form[name].value() for name in form.fields if form[name].value() is not None},
        "reason": "two people",
        "form-TOTAL_FORMS": "1",
        "form-INITIAL_FORMS": "0",
        "form-0-currency": "USD",
        "form-0-approval_above_cents": "50.00",
        "form-0-second_cap_cents": "500.00",
    }
    assert caps.prefix == "form"
    refused = client.post(f"/t/{shop.slug}/settings/thresholds/", sent)
    assert refused.status_code == 422
    assert "two people without a limit must approve, and only 1 has none" in text_of(refused)
    hire(shop, "Abe", Role.ADMIN)
    assert client.post(f"/t/{shop.slug}/settings/thresholds/", sent).status_code == 302


def test_an_amount_above_which_a_second_factor_is_needed_is_saved_and_told(
    shop: Tenant, client: Client
) -> None:
    form = {**USUAL, "second_factor_above": "usd 200.00\nJPY 0"}
    page = client.post(_url(shop), form, follow=True)
    assert _current(shop).second_factor_above == {"USD": 20000, "JPY": 0}
    assert "to approve more than: none → JPY 0, USD 200.00" in text_of(page)


def test_limits_are_read_in_either_order_and_examples_name_the_shop_s_currency(
    shop: Tenant, client: Client
) -> None:
    with tenant_scope(shop.pk):
        numbers = Thresholds(approval_above_cents={"EUR": 4000})
        save_thresholds(tenant_id=shop.pk, numbers=numbers, reason="test", author=None)
    page = LexborHTMLParser(client.get(_url(shop)).content.decode())
    assert {one.attributes["placeholder"] for one in page.css("textarea[placeholder]")} == {
        "EUR 100.00",
        "EUR 200.00",
    }
    assert "USD" not in page.css_first("main").text()
    form = {**USUAL, "reviewer": "100 EUR\njpy 9800", "second_factor_above": "40.00 eur"}
    assert "Version 1 is in force." in text_of(client.post(_url(shop), form, follow=True))
    assert _current(shop).limits == {"reviewer": {"EUR": 10000, "JPY": 9800}}
    assert _current(shop).second_factor_above == {"EUR": 4000}
