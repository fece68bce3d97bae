"""Where the notes in the shop and the ledger differ, as somebody sees it."""

import msgspec
import pytest
from playwright.sync_api import expect

from shopops.alarms.clock import database_now
from shopops.demo.northline import MAYA
from shopops.outbox.models import Effect
from shopops.tenants.models import Tenant
from shopops.writeback.findings import Code, Finding, counted
from shopops.writeback.models import WritebackAudit
from tests.browser.conftest import Visit

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"


def found_something() -> str:
    """As the worker keeps it. An order of the demo that has a note."""
    tenant = Tenant.objects.get(slug="store_northline")
    noted: str = Effect.objects.of(tenant.pk).filter(kind="note").latest("pk").order_id
    findings = [
        Finding(code=Code.MISSING, order="O-1038", note="7F3KQ-2MD8N-41"),
        Finding(code=Code.FORGED, order="O-1001", note="decision-0f3a9c71d2-117"),
        Finding(code=Code.DIFFERS, order=noted, note="M4T8X-90QZB-233", detail="By, Identity key"),
        Finding(code=Code.UNREADABLE, detail="Northline’s own shop: server_error"),
    ]
    now = database_now()
    WritebackAudit.objects.create(
        tenant=tenant,
        finished_at=now,
        whole_at=now,
        next_at=now,
        orders=61,
        notes=58,
        mute=["Northline’s other shop"],
        finding_count=len(findings),
        finding_counts=counted(findings),
        findings=msgspec.to_builtins(findings),
    )
    return noted


def test_findings_are_read_and_lead_to_the_order_s_notes(visit: Visit) -> None:
    visitor = visit()
    visitor.sign_in(MAYA.email)
    page = visitor.page
    visitor.open(f"{SHOP}/executions/")
    page.get_by_role("link", name="Notes in the shop").click()
    expect(page.get_by_role("heading", name="Notes in the shop")).to_be_visible()
    wrong = visitor.troubles("write-back-none")
    order = found_something()
    page.reload()
    expect(page.get_by_text("4 findings")).to_be_visible()
    wrong += visitor.troubles("write-back-found")
    page.get_by_role("link", name=order).click()
    expect(page).to_have_url(f"{visitor.address}{SHOP}/executions/?kind=note&q={order}")
    expect(page.locator(".alarm-rows")).to_contain_text("Note")
    wrong += visitor.troubles("write-back-notes")
    visitor.follow(page.locator(".alarm-rows a").first)
    wrong += visitor.troubles("write-back-note")
    assert wrong == []
    assert visitor.complaints == []
