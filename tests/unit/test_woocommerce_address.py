"""The address of a shop, however a person copied it."""

import pytest

from shopops.connectors.woocommerce.address import Site


@pytest.mark.parametrize(
    "address",
    [
        "shop.example",
        " https://shop.example/ ",
        "https://shop.example/wp-json",
        "https://shop.example/wp-json/wc/v3/orders?page=2",
        "https://shop.example/wp-admin/admin.php?page=wc-settings",
        "https://shop.example/?utm=1#top",
    ],
)
def test_the_same_shop_is_found_by_what_people_copy(address: str) -> None:
    assert Site(address).url("/orders/61") == "https://shop.example/wp-json/wc/v3/orders/61"


def test_a_shop_in_a_folder_or_with_index_php_keeps_it() -> None:
    assert Site("https://a.example/shop/").url("/x") == "https://a.example/shop/wp-json/wc/v3/x"
    found = Site("https://a.example/index.php/wp-json/").url("/x", {"page": "2"})
    assert found == "https://a.example/index.php/wp-json/wc/v3/x?page=2"


def test_plain_links_are_asked_by_a_parameter() -> None:
    site = Site("https://shop.example/?rest_route=/wc/v3")
    assert site.url("/x", {"a": "1"}) == "https://shop.example/?rest_route=/wc/v3/x&a=1"


def test_nothing_makes_an_address_safe_that_is_not() -> None:
    assert Site("http://shop.example").url("/x").startswith("http://")  # and refused when called
