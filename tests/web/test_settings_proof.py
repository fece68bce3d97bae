"""Who changes the numbers and limits that protect a shop's money proved lately who they are."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from shopops.acknowledgments import rules as inbound
from shopops.agents.thresholds import Thresholds
from shopops.review import settings as review
from shopops.review.config import ReviewConfig
from shopops.review.models import Delegation
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pages import signed_in
from tests.support.previews import begun
from tests.support.signing_in import proven
from tests.web.test_administration_review import USUAL, lending
from tests.web.test_administration_thresholds import address, filled
from tests.web.test_power_proof import LONG_AGO, PASSWORD, confirm

pytestmark = pytest.mark.django_db
CAP, HIGHER = {"USD": 30000}, "99999.00"
UNPROVEN = {"proof": "unproven", "knowingly": "on", "reason": "x", "based_on": "0"}
THRESHOLDS = "Changing the thresholds needs your password again."


@pytest.fixture
def client(shop: Tenant, admin: Membership, maya: Membership) -> Client:
    """Ada's, who typed her password eleven minutes ago, in a shop with every protection on."""
    admin.user.set_password(PASSWORD)
    admin.user.save()
    with tenant_scope(shop.pk):
        thresholds.save_thresholds(
            tenant_id=shop.pk,
            numbers=Thresholds(second_cap_cents=CAP),
            reason="Four eyes",
            author=admin,
        )
        review.save_config(
            tenant_id=shop.pk,
            config=ReviewConfig(version=0, second_factor_above=CAP),
            based_on=0,
            reason="A factor",
            author=admin,
            now=admin.created_at,
        )
    return proven(signed_in(admin), ago=LONG_AGO)


def forms(client: Client, shop: Tenant, admin: Membership) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every form that puts other thresholds into force."""
    lifted = filled(client, shop, **{"form-0-approval_above_cents": HIGHER})
    lifted.pop("form-0-second_cap_cents")
    yield address(shop), lifted
    run = begun(shop, admin, now=datetime.now(UTC), second_cap_cents={})
    yield f"{address(shop)}preview/{run.pk}/", {"reason": "Tried out"}
    yield f"{address(shop)}history/1/restore/", {"reason": "As before", "based_on": 2}
    amounts = {"based_on": "2", "form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "0"}
    row = {"form-0-currency": "USD", "form-0-approval_above_cents": HIGHER}
    yield f"/t/{shop.slug}/setup/amounts/", amounts | row


def test_a_session_without_a_proof_lifts_no_protection(
    shop: Tenant, admin: Membership, client: Client
) -> None:
    pages = [
        *forms(client, shop, admin),
        (f"/t/{shop.slug}/settings/review/", USUAL | {"based_on": "1"}),
        (f"/t/{shop.slug}/settings/review/lend/", lending(shop)),
        (f"/t/{shop.slug}/settings/replies/", UNPROVEN),
        (f"/t/{shop.slug}/setup/shop/", {"name": "Other", "timezone": "Asia/Tokyo"}),
    ]
    for path, typed in pages:
        assert client.post(path, typed)["Location"].startswith("/sign-in/again/?next=")
    with tenant_scope(shop.pk):
        assert thresholds.current(shop.pk).version == 2
        assert review.current(shop.pk).second_factor_above == CAP
        assert not Delegation.objects.exists()
        assert not inbound.current(shop.pk).takes_unproven


@pytest.mark.parametrize("which", range(4))
def test_thresholds_are_saved_as_they_were_typed_after_the_proof(
    shop: Tenant, admin: Membership, client: Client, which: int
) -> None:
    path, typed = list(forms(client, shop, admin))[which]
    saved = confirm(client, client.post(path, typed), THRESHOLDS)
    assert "Version 3 is in force." in saved.content.decode()
    with tenant_scope(shop.pk):
        assert thresholds.current(shop.pk).second_cap_cents == {}


def test_review_settings_and_lent_limits_are_saved_after_the_proof(
    shop: Tenant, client: Client
) -> None:
    path = f"/t/{shop.slug}/settings/review/"
    asked = client.post(path, USUAL | {"based_on": "1", "undo_minutes": "20"})
    saved = confirm(client, asked, "Changing the review settings needs your password again.")
    assert "Version 2 is in force." in saved.content.decode()
    proven(client, ago=LONG_AGO)
    lent = confirm(
        client,
        client.post(f"{path}lend/", lending(shop)),
        "Lending a limit needs your password again.",
    )
    assert "Lent to Maya." in lent.content.decode()


def test_a_form_with_a_mistake_is_shown_again_before_anybody_is_asked(
    shop: Tenant, client: Client
) -> None:
    typed = filled(client, shop, **{"form-0-approval_above_cents": "much"})
    assert client.post(address(shop), typed).status_code == 422
