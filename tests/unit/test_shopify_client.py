"""Talking to Shopify: its address, its tokens, its limits, and what each answer means."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from shopops.connectors.http import Exchange
from shopops.connectors.ports import Refused, Unknown
from shopops.connectors.shopify import queries
from shopops.connectors.shopify.answers import STATUSES, Told, meaning
from shopops.connectors.shopify.client import Buckets, Client
from shopops.connectors.shopify.settings import NotAShop, address_of
from shopops.connectors.shopify.throttle import Bucket, seconds_to_wait
from shopops.connectors.shopify.tokens import Tokens
from tests.support.shopify_double import Fault, ShopifyDouble, open_shopify

TEST = (queries.TEST_NAME, queries.TEST, dict[str, Any]())


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_shopify(tmp_path) as double:
        yield double


def cost(left: float, asked: float = 100, rate: float = 50) -> dict[str, Any]:
    status = {"maximumAvailable": 2000.0, "currentlyAvailable": left, "restoreRate": rate}
    return {"requestedQueryCost": asked, "throttleStatus": status}


def answer(status: int = 200, body: Any = None, **headers: str) -> Any:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return meaning(Exchange(status, headers, content))


def error(code: str, *path: str) -> dict[str, Any]:
    return {"message": f"It was {code}", "path": [*path], "extensions": {"code": code}}


@pytest.mark.parametrize(
    "shop",
    ["lamps.myshopify.com", " Lamps.MyShopify.com ", "https://lamps.myshopify.com/"],
)
def test_a_shop_is_called_by_its_name_at_shopify(shop: str) -> None:
    assert address_of({"shop": shop}) == "https://lamps.myshopify.com"


@pytest.mark.parametrize(
    "shop",
    [
        "",
        "lamps",
        "lamps.example",
        "lamps.myshopify.com.evil.example",
        "evil.example/lamps.myshopify.com",
        "evil.example#.myshopify.com",
        "user@lamps.myshopify.com",
        "lamps.myshopify.com:8443",
        "http://lamps.myshopify.com",
        "-.myshopify.com",
        "a.b.myshopify.com",
        "lamps.myshopify.com\n.evil.example",
        "localhost:80",
        "10.0.0.1:80",
    ],
)
def test_nothing_else_is_a_shop(shop: str) -> None:
    with pytest.raises(NotAShop):
        address_of({"shop": shop})


def test_a_double_on_this_machine_passes_only_where_private_addresses_may_be_called(
    settings: Settings,
) -> None:
    told = {"shop": "127.0.0.1:8080"}
    assert address_of(told) == "http://127.0.0.1:8080"
    settings.SHOPOPS_PRIVATE_SHOPS = False
    with pytest.raises(NotAShop):
        address_of(told)


def test_without_a_shop_nothing_is_sent() -> None:
    came = Client({"shop": "lamps.example", "access_token": "shpat_1"}).ask(*TEST)
    assert came.meaning == Refused(code="not_a_shop", detail=NotAShop.__doc__ or "")


@pytest.mark.parametrize("status", [*STATUSES, 400, 301])
def test_a_status_below_500_says_that_nothing_happened(status: int) -> None:
    found = answer(status, {"errors": "No"})
    assert (found.code, found.again) == (f"status_{status}", False)
    assert found.detail.startswith("Shopify")


def test_who_is_asked_too_much_says_when_to_come_again() -> None:
    assert answer(429, {}, **{"retry-after": "2"}).after_seconds == 2
    throttled = {"errors": [error("THROTTLED")], "extensions": {"cost": cost(20)}}
    found = answer(body=throttled)
    assert (found.code, found.again, found.after_seconds) == ("throttled", True, 1.6)


@pytest.mark.parametrize(
    "body",
    [
        {"errors": [{"message": "Field 'x' doesn't exist"}]},
        {"errors": [{"message": "no", "extensions": {"code": "undefinedField"}}]},
        {"errors": [error("MAX_COST_EXCEEDED")]},
        {"errors": "one word"},
        {"data": None, "errors": [error("ACCESS_DENIED", "refundCreate")]},
    ],
)
def test_what_was_never_begun_did_not_happen(body: Any) -> None:
    found = answer(body=body)
    expected = Unknown if body["errors"] == "one word" else Refused
    assert isinstance(found, expected)


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b'{"data": {"a": 1, "a": 2}}',
        b"[]",
        {},
        {"data": None},
        {"data": None, "errors": [error("INTERNAL_SERVER_ERROR")]},
        {"errors": [error("INTERNAL_SERVER_ERROR")]},
        {"errors": [error("TIMEOUT")]},
        {"data": {"refundCreate": None}, "errors": [{"message": "Boom"}]},
        {"data": None, "errors": [error("ACCESS_DENIED", "refundCreate", "refund", "note")]},
    ],
)
def test_what_may_have_begun_is_not_known(body: Any) -> None:
    assert isinstance(answer(body=body), Unknown)


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_server_that_broke_says_nothing_of_what_it_did(status: int) -> None:
    assert answer(status, b"").code == f"status_{status}"
    assert isinstance(answer(status, b""), Unknown)


def test_what_an_app_may_not_see_is_missing_and_the_rest_counts() -> None:
    found = answer(body={"data": {"order": {"id": "1"}}, "errors": [error("ACCESS_DENIED", "x")]})
    assert isinstance(found, Told)
    assert [one.path for one in found.denied] == [("x",)]


def test_a_bucket_fills_up_at_its_rate() -> None:
    time = [0.0]
    bucket = Bucket(lambda: time[0])
    assert bucket.wait_for("q") == 0
    bucket.learn("q", cost(left=40))
    assert bucket.wait_for("q") == pytest.approx(1.2)
    assert bucket.wait_for("cheap") == 0
    time[0] = 1.0
    assert bucket.wait_for("q") == pytest.approx(0.2)
    time[0] = 2.0
    assert bucket.wait_for("q") == 0


@pytest.mark.parametrize("told", [None, {}, [], {"throttleStatus": None}, {"throttleStatus": {}}])
def test_an_answer_without_its_cost_teaches_nothing(told: Any) -> None:
    bucket = Bucket()
    bucket.learn("q", told)
    assert bucket.wait_for("q") == 0
    assert seconds_to_wait(told) == 1


def test_a_read_waits_a_little_and_a_long_wait_is_refused(shop: ShopifyDouble) -> None:
    slept: list[float] = []
    buckets = Buckets()
    client = Client(shop.settings, buckets=buckets, sleep=slept.append)
    bucket = buckets.of(f"http://{shop.address}", shop.settings["client_id"])
    bucket.learn(queries.TEST_NAME, cost(left=0, asked=100_000))
    came = client.ask(*TEST).meaning
    assert isinstance(came, Refused)
    assert (came.again, slept, shop.asked) == (True, [], [])
    assert came.after_seconds == pytest.approx(40, abs=1)


def test_a_token_is_fetched_once_and_again_when_the_shop_takes_it_no_longer(
    shop: ShopifyDouble,
) -> None:
    client = Client(shop.settings, tokens=Tokens())
    for _time in range(3):
        assert isinstance(client.ask(*TEST).meaning, Told)
    assert len(shop.tokens) == 1
    shop.fail(Fault.EXPIRED)
    assert isinstance(client.ask(*TEST).meaning, Told)
    assert shop.tokens == {"shpat_2"}


def test_a_token_is_not_used_until_its_last_moment(shop: ShopifyDouble) -> None:
    time = [0.0]
    tokens = Tokens(clock=lambda: time[0])
    base = f"http://{shop.address}"
    first = tokens.token(base, shop.settings)
    time[0] = 86_000
    assert tokens.token(base, shop.settings) == first
    time[0] = 86_200
    assert tokens.token(base, shop.settings) != first


def test_a_mutation_with_an_old_token_did_not_happen_and_is_worth_another_try(
    shop: ShopifyDouble,
) -> None:
    client = Client(shop.settings, tokens=Tokens())
    shop.fail(Fault.EXPIRED)
    came = client.do(queries.TEST_NAME, client.request(*TEST))
    assert isinstance(came.meaning, Refused)
    assert (came.meaning.code, came.meaning.again) == ("status_401", True)


def test_a_token_of_the_shops_own_admin_is_not_renewed(shop: ShopifyDouble) -> None:
    settings = {"shop": shop.address, "client_secret": "x", "access_token": "shpat_old"}
    came = Client(settings).ask(*TEST)
    assert came.meaning == Refused(code="status_401", detail=STATUSES[401])
    shop.tokens.add("shpat_old")
    assert isinstance(Client(settings).ask(*TEST).meaning, Told)


@pytest.mark.parametrize(
    ("change", "says"),
    [({"client_secret": "wrong"}, "Not this app's secret"), ({"client_id": ""}, "Neither")],
)
def test_who_gets_no_token_sends_nothing(
    shop: ShopifyDouble, change: dict[str, str], says: str
) -> None:
    came = Client({**shop.settings, **change}, tokens=Tokens()).ask(*TEST).meaning
    assert isinstance(came, Refused)
    assert (came.code, came.again, says in came.detail) == ("no_token", False, True)
    assert shop.asked == []


def test_the_same_query_is_the_same_bytes_and_holds_no_secret(shop: ShopifyDouble) -> None:
    client = Client(shop.settings)
    request = client.request("Name", "query", {"b": 1, "a": {"d": 1, "c": 2}})
    again = client.request("Name", "query", {"a": {"c": 2, "d": 1}, "b": 1})
    assert request == again
    assert request.url.endswith("/admin/api/2026-10/graphql.json")
    assert shop.settings["client_secret"].encode() not in request.body
    assert set(request.headers) == {"content-type"}
