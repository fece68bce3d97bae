"""The page of the provenance audit: what was looked for, what was found, what to do about it."""

import pytest
from django.test import Client

from shopops.alarm_pages.words.audit import REMEDIES, TITLES
from shopops.alarms.audit_findings import MEANINGS, AuditCode
from shopops.alarms.audits import audit_and_record
from shopops.alarms.codes import shown
from shopops.alarms.models import AlarmAudit
from shopops.alarms.states import AlarmStatus
from shopops.tenants.models import Membership, Role
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock
from tests.support.pages import text_of
from tests.support.pipeline import hire, open_shop

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    """An item that rings, and nobody who could be rung."""
    shop = alarm_shop(clock)
    shop.reach(AlarmStatus.RINGING)
    return shop


def client_of(shop: AlarmShop, role: Role = Role.REVIEWER) -> Client:
    found = Membership.objects.filter(tenant=shop.tenant, role=role).first()
    client = Client()
    client.force_login((found or hire(shop.tenant, role.label, role)).user)
    return client


def url(shop: AlarmShop, path: str = "audit/") -> str:
    return f"/t/{shop.tenant.slug}/alarms/{path}"


def record(shop: AlarmShop, *findings: tuple[AuditCode, str], more: int = 0) -> None:
    counts = {str(code): 1 + more for code, _ in findings}
    AlarmAudit.objects.create(
        tenant=shop.tenant,
        finished_at=shop.clock.now,
        took_ms=3,
        numbers={"items": 1},
        finding_count=sum(counts.values()),
        finding_counts=counts,
        findings=[{"code": code, "where": where, "detail": ""} for code, where in findings],
    )


def test_before_the_first_audit_it_says_how_to_get_one(shop: AlarmShop) -> None:
    seen = text_of(client_of(shop).get(url(shop)))
    assert "Not audited yet" in seen
    assert f"manage.py provenance_audit --tenant {shop.tenant.slug}" in seen


def test_it_names_what_was_found_and_what_to_do_and_leads_there(shop: AlarmShop) -> None:
    audit_and_record(tenant=shop.tenant)
    answer = client_of(shop).get(url(shop))
    seen = text_of(answer)
    assert "1 finding " in seen
    assert f"{TITLES[AuditCode.NOBODY_REACHABLE]}: 1 {REMEDIES[AuditCode.NOBODY_REACHABLE]}" in seen
    link = url(shop, f"?q={shown(shop.item().code)}")
    assert f'href="{link}"' in answer.content.decode()
    rows = client_of(shop).get(link).context["alarms"].rows
    assert [row.id for row in rows] == [shop.item().pk]
    assert "1 item, 1 open; 1 ring of 1 different item" in seen


def test_every_signal_is_listed_also_where_nothing_was_found(shop: AlarmShop) -> None:
    record(shop)
    seen = text_of(client_of(shop).get(url(shop)))
    assert "nothing found" in seen
    for code in AuditCode:
        assert f"{TITLES[code]} none" in seen


def test_every_finding_has_its_words() -> None:
    assert set(TITLES) == set(REMEDIES) == set(MEANINGS) == set(AuditCode)


@pytest.mark.parametrize("code", list(AuditCode))
def test_each_finding_is_shown_and_what_was_only_counted_too(
    shop: AlarmShop, code: AuditCode
) -> None:
    record(shop, (code, "7F3KQ-2MD8N (O-1, review)"), more=4)
    seen = text_of(client_of(shop).get(url(shop)))
    assert f"{TITLES[code]}: 5" in seen
    assert "7F3KQ-2MD8N (O-1, review) And 4 more." in seen


def test_only_an_administrator_is_led_to_the_held_mail(shop: AlarmShop) -> None:
    record(shop, (AuditCode.QUARANTINED, "7F3KQ-2MD8N (O-1, review)"))
    held = f'href="/t/{shop.tenant.slug}/quarantine/"'
    assert held in client_of(shop, Role.ADMIN).get(url(shop)).content.decode()
    assert held not in client_of(shop).get(url(shop)).content.decode()


def test_alarm_pages_say_that_something_was_found(shop: AlarmShop) -> None:
    client = client_of(shop)
    for path in ("", f"{shop.item().pk}/"):
        assert "The last audit found something" not in text_of(client.get(url(shop, path)))
    audit_and_record(tenant=shop.tenant)
    for path in ("", f"{shop.item().pk}/"):
        assert "The last audit found something 1 finding" in text_of(client.get(url(shop, path)))


def test_it_is_the_shops_own_and_of_nobody_else(shop: AlarmShop) -> None:
    assert Client().get(url(shop)).status_code == 302
    stranger = Client()
    stranger.force_login(hire(open_shop("store_other"), "Olga", Role.ADMIN).user)
    assert stranger.get(url(shop)).status_code == 404
    for role in Role:
        assert client_of(shop, role).get(url(shop)).status_code == 200
