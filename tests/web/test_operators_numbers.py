"""Django's admin adds a next version of a shop's numbers, by the command of the shop's page."""

from typing import Any

import msgspec
import pytest
from django.test import Client

from shopops.ledger import EventKind
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Role, Tenant, ThresholdVersion
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import text_of
from tests.support.pipeline import hire, open_shop
from tests.support.signing_in import proven
from tests.web.test_power_proof import LONG_AGO, PASSWORD, confirm

pytestmark = pytest.mark.django_db
ADD = "/admin/tenants/thresholdversion/add/"


def operator(member: Membership) -> Client:
    member.user.is_staff = True
    member.user.save()
    client = Client()
    client.force_login(member.user)
    return proven(client)


def form(shop: Tenant, **changed: Any) -> dict[str, Any]:
    body = msgspec.to_builtins(thresholds.current(shop.pk)) | changed
    based_on = body.pop("version")
    return {
        "body": msgspec.json.encode(body).decode(),
        "reason": "By hand",
        "based_on": based_on,
    }


def test_a_next_version_is_saved_and_is_on_the_ledger() -> None:
    shop = open_shop()
    client, add = operator(hire(shop, "Ada", Role.ADMIN)), f"{ADD}?shop={shop.pk}"
    assert '"pickup_days": 7' in text_of(client.get(add)).replace("&quot;", '"')
    answer = client.post(add, form(shop, pickup_days=9))
    assert answer.status_code == 302, answer.content.decode()
    assert thresholds.current(shop.pk).pickup_days == 9
    assert ThresholdVersion.objects.get(tenant=shop, version=2).author is not None
    with tenant_scope(shop.pk):
        assert len(bodies_of_kind(shop.pk, EventKind.SETTINGS)) == 1


def test_it_asks_for_the_proof_that_the_shop_s_own_page_asks_for_and_then_goes_on() -> None:
    shop = open_shop()
    ada = hire(shop, "Ada", Role.ADMIN)
    ada.user.set_password(PASSWORD)
    ada.user.save()
    client, add = proven(operator(ada), ago=LONG_AGO), f"{ADD}?shop={shop.pk}"
    assert "pickup_dayz" in client.post(add, form(shop, pickup_dayz=9)).content.decode()
    asked = client.post(add, form(shop, pickup_days=9))
    assert asked["Location"].startswith("/sign-in/again/?next=")
    assert thresholds.current(shop.pk).version == 1
    confirm(client, asked, "Changing the thresholds needs your password again.")
    assert thresholds.current(shop.pk).pickup_days == 9


def test_wrong_numbers_old_numbers_and_strangers_are_refused_in_words() -> None:
    shop, other = open_shop(), open_shop("store_southline")
    client = operator(hire(shop, "Ada", Role.ADMIN))
    typo = client.post(f"{ADD}?shop={shop.pk}", form(shop, pickup_dayz=9))
    stranger = client.post(f"{ADD}?shop={other.pk}", form(other, pickup_days=9))
    old = client.post(f"{ADD}?shop={shop.pk}", form(shop, pickup_days=9) | {"based_on": 7})
    assert "pickup_dayz" in typo.content.decode()
    assert "You are no admin of" in stranger.content.decode()
    assert old.status_code == 302
    assert "meanwhile" in text_of(client.get(old["Location"]))
    assert ThresholdVersion.objects.count() == 2


def test_without_a_shop_nothing_is_added() -> None:
    shop = open_shop()
    client = operator(hire(shop, "Ada", Role.ADMIN))
    assert client.get(ADD).status_code == client.post(ADD, form(shop)).status_code == 403
