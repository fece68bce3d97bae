"""The tau2 retail orders as `shopops` orders: what is there, and with a scenario what is not.

The source has items with prices, payments, refunds, parcels with a tracking number, a customer
with an e-mail address, and an address in the USA. It has no currency, dates, tracker status,
language or opt-out, and does not say whether a payment or refund went through.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from shopops import money
from tests.real.data import read_json

Payload = dict[str, Any]

COUNTRIES = {"USA": "US"}  # ISO 3166: the same country with three letters and with two
STATES = {"pending": "open", "processed": "open", "delivered": "open", "cancelled": "cancelled"}
PAYMENT, REFUND = "payment", "refund"


def read_orders() -> list[tuple[Payload, Payload]]:
    """Each order with its customer. Amounts keep the digits that they have in the file."""
    source = read_json("tau2_bench_retail/db.json", parse_float=Decimal, parse_int=Decimal)
    users = source["users"]
    return [(order, users[order["user_id"]]) for order in source["orders"].values()]


def as_it_is(
    order: Payload,
    user: Payload,
    *,
    currency: str | None = None,
    statuses: dict[str, str] | None = None,
) -> Payload:
    """Only what the source says. Without a currency, minor units cannot be told either."""
    statuses = statuses or {}
    lines = list(_lines(order, currency))
    history = list(enumerate(order["payment_history"], 1))
    return {
        "id": order["order_id"],
        "number": order["order_id"],
        "source": "tau2",
        "placed_at": None,
        "state": STATES[order["status"]],
        "total": _amount(_paid(order), currency),
        "lines": lines,
        "customer": {
            "id": user["user_id"],
            "name": f"{user['name']['first_name']} {user['name']['last_name']}",
            "email": user["email"],
        },
        "ship_to": _address(order["address"]),
        "transactions": [
            {
                "id": f"payment-{place}",
                "kind": "capture",
                "amount": _amount(entry["amount"], currency),
                "method": entry["payment_method_id"],
                **_status(statuses, PAYMENT),
            }
            for place, entry in history
            if entry["transaction_type"] == PAYMENT
        ],
        "refunds": [
            {
                "id": f"refund-{place}",
                "amount": _amount(entry["amount"], currency),
                **_status(statuses, REFUND),
            }
            for place, entry in history
            if entry["transaction_type"] == REFUND
        ],
        "shipments": list(_shipments(order, lines)),
    }


def _lines(order: Payload, currency: str | None) -> Iterator[Payload]:
    """By position: some orders hold the same item twice."""
    for place, item in enumerate(order["items"], 1):
        yield {
            "id": str(place),
            "title": item["name"],
            "sku": item["item_id"],
            "quantity": 1,
            "total": _amount(item["price"], currency),
        }


def _shipments(order: Payload, lines: list[Payload]) -> Iterator[Payload]:
    """A fulfilment with one tracking number; its items are put to lines not yet in a parcel."""
    left = list(lines)
    for fulfilment in order["fulfillments"]:
        (code,) = fulfilment["tracking_id"]
        inside = []
        for item_id in fulfilment["item_ids"]:
            line = next(line for line in left if line["sku"] == item_id)
            left.remove(line)
            inside.append({"line_id": line["id"], "quantity": 1})
        yield {"id": code, "tracking_code": code, "lines": inside}


def _paid(order: Payload) -> Decimal:
    """What the customer paid is the order's total; the source states no other."""
    return sum(
        (
            entry["amount"]
            for entry in order["payment_history"]
            if entry["transaction_type"] == PAYMENT
        ),
        Decimal(0),
    )


def _amount(amount: Decimal, currency: str | None) -> Payload:
    if currency is None:
        return {"currency": None}
    return {"minor": money.parse_minor(str(amount), currency), "currency": currency}


def _status(statuses: dict[str, str], kind: str) -> Payload:
    return {"status": statuses[kind]} if kind in statuses else {}


def _address(address: Payload) -> Payload:
    return {
        "country": COUNTRIES[address["country"]],
        "lines": [address["address1"], address["address2"]],
        "city": address["city"],
        "region": address["state"],
        "postcode": address["zip"],
    }
