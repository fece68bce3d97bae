"""An order as webhooks and the REST API tell it, told as Shopify's GraphQL does.

Lists and connections are functions of their arguments; whoever runs the query calls them.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

Json = dict[str, Any]


def gid(kind: str, number: object) -> str:
    return f"gid://shopify/{kind}/{number}"


def time(said: str | None) -> str | None:
    """In UTC, without a fraction."""
    if said is None:
        return None
    return datetime.fromisoformat(said).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def decimal(said: str) -> str:
    """At least one digit behind the point, whatever the currency."""
    text = format(Decimal(said).normalize(), "f")
    return text if "." in text else f"{text}.0"


def money(amount: str, currency: str) -> Json:
    return {"amount": decimal(amount), "currencyCode": currency}


def connection(nodes: Sequence[Json]) -> Callable[..., Json]:
    def page(*, first: int, after: str | None = None, reverse: bool = False, **_: Any) -> Json:
        listed = [*reversed(nodes)] if reverse else [*nodes]
        start = int(after) if after else 0
        found, more = listed[start : start + first], len(listed) > start + first
        info = {"hasNextPage": more, "endCursor": str(start + len(found)) if found else None}
        return {"nodes": found, "pageInfo": info}

    return page


def listed(items: Sequence[Json]) -> Callable[..., list[Json]]:
    return lambda *, first=None, **_: [*items][:first]


class Telling:
    """`order`: in the shape of REST, with `transactions` and `disputes` beside it."""

    def __init__(self, order: Json, transactions: Sequence[Json], disputes: Sequence[Json]) -> None:
        self._order = order
        self._shop = order["currency"]
        self._paid = order.get("presentment_currency") or self._shop
        self._transactions = transactions
        self._disputes = disputes

    def told(self) -> Json:
        order = self._order
        refunds = [self._refund(refund) for refund in order.get("refunds", [])]
        return {
            "id": gid("Order", order["id"]),
            "legacyResourceId": str(order["id"]),
            "name": order["name"],
            **{ours: time(order.get(theirs)) for ours, theirs in TIMES.items()},
            "currencyCode": self._shop,
            "presentmentCurrencyCode": self._paid,
            "taxesIncluded": bool(order.get("taxes_included")),
            "totalPriceSet": self._bag(order, "total_price"),
            "subtotalPriceSet": self._bag(order, "subtotal_price"),
            "totalTaxSet": self._bag(order, "total_tax"),
            "totalTipReceivedSet": self._bag(order, "total_tip_received", "0"),
            "originalTotalDutiesSet": None,
            "email": order.get("email"),
            "phone": order.get("phone"),
            "customerLocale": order.get("customer_locale"),
            "customerAcceptsMarketing": bool(order.get("buyer_accepts_marketing")),
            "customer": self._customer(order.get("customer")),
            "shippingAddress": self._address(order.get("shipping_address")),
            "shippingLines": connection(
                [self._way(one) for one in order.get("shipping_lines", [])]
            ),
            "lineItems": connection([self._line(line) for line in order["line_items"]]),
            "transactions": listed([self._moved(one) for one in self._all_transactions()]),
            "refunds": listed(refunds),
            "fulfillments": listed([self._parcel(one) for one in order.get("fulfillments", [])]),
            "disputes": [self._dispute(one) for one in self._disputes],
            "tags": order.get("tags_list", []),
            "customAttributes": order.get("note_attributes_list", []),
        }

    def _all_transactions(self) -> list[Json]:
        inside = [
            one for refund in self._order.get("refunds", []) for one in refund["transactions"]
        ]
        return [*self._transactions, *inside]

    def _bag(self, owner: Json, name: str, default: str | None = None) -> Json | None:
        both = owner.get(f"{name}_set")
        if both:
            shop, paid = both["shop_money"], both["presentment_money"]
            return {
                "shopMoney": money(shop["amount"], shop["currency_code"]),
                "presentmentMoney": money(paid["amount"], paid["currency_code"]),
            }
        plain = owner.get(name, default)
        if plain is None:
            return None
        return {"shopMoney": money(plain, self._shop), "presentmentMoney": money(plain, self._paid)}

    def _discounts(self, owner: Json) -> list[Json]:
        found = owner.get("discount_allocations", [])
        return [{"allocatedAmountSet": self._bag(one, "amount")} for one in found]

    def _line(self, line: Json) -> Json:
        variant = line.get("variant_id")
        return {
            "id": gid("LineItem", line["id"]),
            "title": line["title"],
            "sku": line.get("sku"),
            "quantity": line["quantity"],
            "requiresShipping": line.get("requires_shipping", True),
            "variant": {"id": gid("ProductVariant", variant)} if variant else None,
            "originalUnitPriceSet": self._bag(line, "price"),
            "discountAllocations": self._discounts(line),
        }

    def _way(self, line: Json) -> Json:
        price = self._bag(line, "price")
        return {"title": "Post", "originalPriceSet": price, "discountAllocations": []}

    def _moved(self, one: Json) -> Json:
        currency = one.get("currency") or self._paid
        parent = one.get("parent_id")
        amount = money(one["amount"], currency)
        return {
            "id": gid("OrderTransaction", one["id"]),
            "kind": one["kind"].upper(),
            "status": one["status"].upper(),
            "gateway": one.get("gateway"),
            "createdAt": time(one.get("created_at")),
            "amountSet": {"shopMoney": amount, "presentmentMoney": amount},
            "parentTransaction": {"id": gid("OrderTransaction", parent)} if parent else None,
        }

    def _refund(self, refund: Json) -> Json:
        return {
            "id": gid("Refund", refund["id"]),
            "note": refund.get("note"),
            "createdAt": time(refund.get("created_at")),
            "transactions": connection([self._moved(one) for one in refund["transactions"]]),
        }

    def _parcel(self, one: Json) -> Json:
        number = one.get("tracking_number")
        tracking = {"company": one.get("tracking_company"), "number": number}
        lines = [
            {"quantity": line["quantity"], "lineItem": {"id": gid("LineItem", line["id"])}}
            for line in one.get("line_items", [])
        ]
        return {
            "id": gid("Fulfillment", one["id"]),
            "status": one["status"].upper(),
            "createdAt": time(one["created_at"]),
            "updatedAt": time(one["updated_at"]),
            "trackingInfo": listed([tracking] if number else []),
            "fulfillmentLineItems": connection(lines),
        }

    def _dispute(self, one: Json) -> Json:
        return {
            "id": gid("ShopifyPaymentsDispute", one["id"]),
            "initiatedAs": one["type"].upper(),
            "status": one["status"].upper(),
        }

    def _customer(self, one: Json | None) -> Json | None:
        if one is None:
            return None
        email, phone = one.get("email"), one.get("phone")
        return {
            "id": gid("Customer", one["id"]),
            "firstName": one.get("first_name"),
            "lastName": one.get("last_name"),
            "defaultEmailAddress": {"emailAddress": email} if email else None,
            "defaultPhoneNumber": {"phoneNumber": phone} if phone else None,
        }

    def _address(self, one: Json | None) -> Json | None:
        if one is None:
            return None
        return {ours: one.get(theirs) for ours, theirs in ADDRESS.items()}


TIMES = {
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "cancelledAt": "cancelled_at",
    "closedAt": "closed_at",
}
ADDRESS = {
    "name": "name",
    "firstName": "first_name",
    "lastName": "last_name",
    "company": "company",
    "address1": "address1",
    "address2": "address2",
    "city": "city",
    "zip": "zip",
    "phone": "phone",
    "province": "province",
    "provinceCode": "province_code",
    "countryCodeV2": "country_code",
}
