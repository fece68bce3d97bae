"""What the forms of connected shops refuse, at which field, and what they say of each kind."""

import re

import pytest
from django.test import Client

from shopops.connections.models import Connection
from shopops.tenants.models import Membership, Tenant
from tests.support.connecting import KINDS, at, typed
from tests.support.pages import signed_in, text_of
from tests.support.shop_double import SECRET_OUT

pytestmark = pytest.mark.django_db
NEW_SECRET = "whsec_bmV3IG5ldyBuZXcgbmV3IG5ldyBuZXcgbmV3IQ=="
SHORT = "It has at least 16 characters."
WRONG = [
    ("shopify", "shop", "www.lamps.example", "Write the one that ends in .myshopify.com."),
    ("shopify", "client_id", "", "Fill in the client ID, or the access token below."),
    ("shopify", "client_secret", "x", SHORT),
    ("shopify", "webhook_secret", "x", SHORT),
    ("woocommerce", "address", "ftp://shop.example", "This is no address"),
    ("woocommerce", "consumer_key", "cs_1", "It begins with ck_."),
    ("woocommerce", "consumer_secret", "ck_1", "It begins with cs_."),
    ("woocommerce", "webhook_secret", "0123456789abcde", SHORT),
    ("easypost", "webhook_secret", "x", SHORT),
    ("generic", "address", "shop.example", "This is no address"),
    ("generic", "secret_out", "x", "A secret is whsec_ and then"),
    ("generic", "secret_in", "whsec_too", "A secret is whsec_ and then"),
    ("generic", "secret_in", SECRET_OUT, "It is the same as the secret for what ShopOps sends."),
    ("generic", "secret_in", f"{NEW_SECRET} {SECRET_OUT}", "It is the same as the secret"),
]


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


@pytest.mark.parametrize(("kind", "name", "value", "words"), WRONG)
def test_what_cannot_be_right_is_refused_at_its_field(
    client: Client, shop: Tenant, kind: str, name: str, value: str, words: str
) -> None:
    told = typed(KINDS[kind] | {name: value})
    answer = client.post(at(shop, f"connect/{kind}/"), told)
    assert answer.status_code == 422
    (at_field,) = answer.context["form"].errors.items()
    assert at_field[0] == f"setting_{name}"
    assert words in str(at_field[1])
    assert not Connection.objects.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_connected_names_its_guide_and_says_what_it_does_there(
    client: Client, shop: Tenant, kind: str
) -> None:
    path = at(shop, f"connect/{kind}/")
    page = client.get(path)
    words = text_of(page)
    guide = re.search(r'href="(/guides/connect-[\w-]+/)"', page.content.decode())
    assert guide
    assert client.get(guide[1]).status_code == 200
    assert ("until you say so" in words) == (kind != "easypost")
    answer = client.post(path, typed(KINDS[kind]), follow=True)
    assert ("until you say so" in text_of(answer)) == (kind != "easypost")
    assert "connected already" in text_of(client.get(at(shop)))
    assert f"connect/{kind}/" not in client.get(at(shop)).content.decode()
    assert Connection.objects.get().connector == kind


def test_what_may_be_left_out_is_marked_and_what_is_invented_here_can_be_made(
    client: Client, shop: Tenant
) -> None:
    shopify = client.get(at(shop, "connect/shopify/")).context["form"]
    optional = [one.name for one in shopify if "(optional)" in one.label]
    assert optional == ["setting_webhook_secret"]
    made = {
        (kind, field.name.removeprefix("setting_")): field.field.widget.attrs["data-make"]
        for kind in KINDS
        for field in client.get(at(shop, f"connect/{kind}/")).context["form"]
        if "data-make" in field.field.widget.attrs
    }
    assert made == {
        ("woocommerce", "webhook_secret"): "hex",
        ("easypost", "webhook_secret"): "hex",
        ("generic", "secret_out"): "whsec",
        ("generic", "secret_in"): "whsec",
    }
