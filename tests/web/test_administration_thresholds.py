"""The thresholds page: every save is a new version with who, when, why and a ledger row."""

from typing import Any

import pytest
from django.test import Client

from shopops.agents.thresholds import Thresholds
from shopops.ledger import EventKind
from shopops.orchestrator.tasks import resolve_tenant
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Tenant, ThresholdVersion
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import newest, resolve_fakes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def address(shop: Tenant) -> str:
    return f"/t/{shop.slug}/settings/thresholds/"


def numbers_of(shop: Tenant) -> Thresholds:
    with tenant_scope(shop.pk):
        return thresholds.current(shop.pk)


def filled(client: Client, shop: Tenant, **typed: Any) -> dict[str, Any]:
    """What a browser would send when only `typed` was changed on the page."""
    page = client.get(address(shop))
    assert page.status_code == 200, page.content
    return sent_by(page) | {"reason": "Quarterly review"} | typed


def sent_by(page: Any) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for form in (
        page.context["numbers"],
        page.context["caps"].management_form,
        *page.context["caps"],
    ):
        values |= {field.html_name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, False)}


def save(client: Client, shop: Tenant, **typed: Any) -> Any:
    return client.post(address(shop), filled(client, shop, **typed))


def test_a_save_makes_a_new_version_with_who_and_why_and_keeps_the_old_one(
    shop: Tenant, admin: Membership
) -> None:
    answer = save(signed_in(admin), shop, **{"form-0-approval_above_cents": "75.00"})
    assert answer.status_code == 302
    first, second = ThresholdVersion.objects.filter(tenant=shop).order_by("version")
    assert first.body["approval_above_cents"] == {"USD": 5000}
    assert second.body["approval_above_cents"] == {"USD": 7500}
    assert (second.version, second.author, second.reason) == (2, admin, "Quarterly review")


def test_a_save_wakes_the_pipeline_of_this_shop_and_a_refused_one_does_not(
    shop: Tenant, admin: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[Any] = []
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda args, **_: woken.append(args))
    client = signed_in(admin)
    assert save(client, shop, pickup_days=9, reason="").status_code == 422
    assert woken == []
    assert save(client, shop, pickup_days=9).status_code == 302
    assert woken == [(shop.pk,)]


def test_everything_that_the_page_shows_is_saved(shop: Tenant, admin: Membership) -> None:
    client, before = signed_in(admin), numbers_of(shop)
    numbers = {
        "exception_at_percent": 70,
        "stall_days_domestic": 6,
        "stall_days_cross_border": 12,
        "stall_days_past_eta": 4,
        "pre_transit_business_days": 3,
        "pickup_days": 8,
        "evidence_max_age_hours": 5,
        "duplicate_minutes": 11,
        "goodwill_percent": 9,
        "goodwill_every_days": 91,
        "default_language": "fr",
        "timezone": "Europe/Paris",
    }
    caps = {
        "approval_above_cents": ("61.00", 6100),
        "exception_refund_cents": ("500.00", 50000),
        "standard_update_cents": ("3.00", 300),
        "goodwill_cap_cents": ("4.00", 400),
    }
    typed = {**numbers, **{f"form-0-{name}": text for name, (text, _) in caps.items()}}
    flags = {"language_required": "on", "required_contact_fields": ["email_on_file"]}
    shown = {*numbers, *flags, *caps, "second_cap_cents"}  # that one needs a second person
    page = client.get(address(shop)).context
    assert shown == {
        name
        for form in (page["numbers"], page["caps"][0])
        for name in form.fields
        if name not in {"reason", "based_on", "currency", "DELETE"}
    }
    assert save(client, shop, **typed, **flags).status_code == 302
    after, minor = numbers_of(shop), {name: cents for name, (_, cents) in caps.items()}
    assert {name: getattr(after, name) for name in numbers} == numbers
    assert {name: getattr(after, name)["USD"] for name in caps} == minor
    assert after.language_required is True
    assert after.required_contact_fields == ("email_on_file",)
    assert before.likelihood_percent == after.likelihood_percent


def test_a_save_is_on_the_ledger_with_what_changed(shop: Tenant, admin: Membership) -> None:
    save(signed_in(admin), shop, **{"form-0-approval_above_cents": "75.00"})
    with tenant_scope(shop.pk):
        [event] = bodies_of_kind(shop.pk, EventKind.SETTINGS)
    assert event["version"] == 2
    assert event["author"] == bytes(admin.identity_key).hex()
    assert event["changed"] == [
        {"setting": "approval_above_cents", "key": "USD", "before": 5000, "after": 7500}
    ]


def test_the_next_proposal_is_judged_under_the_new_version_and_the_old_keeps_its_own(
    shop: Tenant, admin: Membership
) -> None:
    resolve_fakes(shop, ["O-1001"])
    before = newest(shop, "O-1001")
    save(signed_in(admin), shop, **{"form-0-approval_above_cents": "500.00"})
    resolve_fakes(shop, ["O-1001"])
    after = newest(shop, "O-1001")
    before.refresh_from_db()
    assert (before.thresholds_version, after.thresholds_version) == (1, 2)
    assert (before.review_status, before.superseded_by_id) == ("stale", after.pk)
    assert {"APR-1"} <= set(before.rule_ids)
    assert "APR-1" not in after.rule_ids


def test_a_further_currency_is_added_with_its_own_digits(shop: Tenant, admin: Membership) -> None:
    typed = {"form-1-currency": "jpy", "form-1-approval_above_cents": "9800"}
    assert save(signed_in(admin), shop, **typed).status_code == 302
    assert numbers_of(shop).approval_above_cents == {"USD": 5000, "JPY": 9800}


def test_a_currency_is_removed_with_all_its_amounts(shop: Tenant, admin: Membership) -> None:
    client = signed_in(admin)
    save(client, shop, **{"form-1-currency": "KWD", "form-1-approval_above_cents": "1.234"})
    assert numbers_of(shop).approval_above_cents == {"USD": 5000, "KWD": 1234}
    assert save(client, shop, **{"form-0-DELETE": "on"}).status_code == 302
    assert numbers_of(shop).approval_above_cents == {"USD": 5000}


def test_an_amount_of_three_decimals_is_shown_and_read_alike_in_every_language(
    shop: Tenant, admin: Membership
) -> None:
    client = signed_in(admin)
    save(client, shop, **{"form-1-currency": "KWD", "form-1-approval_above_cents": "1.250"})
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert 'value="1.250"' in client.get(address(shop)).content.decode()
    two = save(client, shop, **{"form-0-approval_above_cents": "1,250"})
    assert "Write it like 1234.50, without separators." in text_of(two)
    assert save(client, shop, stall_days_domestic="6").status_code == 302
    assert numbers_of(shop).approval_above_cents == {"USD": 5000, "KWD": 1250}


def test_a_reason_stands_beside_the_amount_that_it_is_about(
    shop: Tenant, admin: Membership
) -> None:
    typed = {"form-0-standard_update_cents": "3.00", "form-0-second_cap_cents": "1"}
    answer = save(signed_in(admin), shop, **typed)
    row = answer.context["caps"].forms[0]
    assert set(row.errors) == {"standard_update_cents", "second_cap_cents"}
    assert "Most goodwill" in str(row.errors["standard_update_cents"])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"form-0-approval_above_cents": "50.001"}, "50.001"),
        ({"form-1-currency": "XXQ", "form-1-approval_above_cents": "1"}, "XXQ"),
        ({"form-1-approval_above_cents": "1"}, "Name the currency"),
        ({"form-1-currency": "USD", "form-1-approval_above_cents": "1"}, "one row"),
        ({"form-0-second_cap_cents": "49.99"}, "nobody would be asked first"),
        ({"form-1-currency": "JPY", "form-1-second_cap_cents": "9"}, "Set that first"),
        ({"exception_at_percent": "96"}, "surest sign counts 95"),
        ({"stall_days_domestic": "366"}, "365"),
        ({"timezone": "Mars/Base"}, "Mars/Base"),
        ({"default_language": "english please"}, "valid value"),
        ({"reason": "   "}, "required"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason_and_nothing_is_lost(
    shop: Tenant, admin: Membership, typed: dict[str, str], message: str
) -> None:
    answer = save(signed_in(admin), shop, **{"pickup_days": "9"} | typed)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert message in text
    assert 'name="pickup_days" value="9"' in text
    assert ThresholdVersion.objects.filter(tenant=shop).count() == 1


def test_saving_without_a_change_makes_no_version(shop: Tenant, admin: Membership) -> None:
    answer = save(signed_in(admin), shop)
    assert answer.status_code == 422
    assert "Nothing differs" in answer.content.decode()
    assert ThresholdVersion.objects.filter(tenant=shop).count() == 1


def test_a_form_filled_before_somebody_else_saved_is_refused(
    shop: Tenant, admin: Membership
) -> None:
    client = signed_in(admin)
    late = filled(client, shop, pickup_days="9")
    save(client, shop, pickup_days="8")
    answer = client.post(address(shop), late)
    assert answer.status_code == 409
    assert "Somebody saved other settings" in answer.content.decode()
    assert numbers_of(shop).pickup_days == 8
    again = sent_by(answer)
    assert (again["pickup_days"], again["based_on"]) == (9, 2)
    assert client.post(address(shop), again).status_code == 302
    assert numbers_of(shop).pickup_days == 9


def test_the_page_shows_every_version_with_its_changes(shop: Tenant, admin: Membership) -> None:
    client = signed_in(admin)
    save(client, shop, **{"form-0-approval_above_cents": "75.00"})
    text = client.get(address(shop)).content.decode()
    assert "Version 2" in text
    assert "50.00 USD" in text
    assert "75.00 USD" in text
    assert "The shop was opened" in text
