"""Shopify's money: the shop's currency, the customer's currency, and whether the sums agree.

An order's plain members (`total_price`, `price`) are in the shop's currency; `..._set` members
give both. What the customer paid in is the presentment currency, and records are in that one.
"""

from dataclasses import dataclass
from typing import Any

from shopops.connectors.members import Node


@dataclass(frozen=True, slots=True)
class Prices:
    shop: str
    presentment: str

    @classmethod
    def of(cls, order: Node) -> "Prices":
        shop = order.require("currency").id()
        return cls(shop, order.get("presentment_currency").text() or shop)

    @property
    def single(self) -> bool:
        return self.shop == self.presentment

    def paid_at(self, parent: Node, name: str) -> Node:
        """The member that holds `name` in the customer's currency."""
        if self.single:
            return parent.require(name)
        return parent.require(f"{name}_set").require("presentment_money").require("amount")

    def paid(self, parent: Node, name: str) -> int:
        return self.paid_at(parent, name).minor(self.presentment)

    def amount(self, minor: int) -> dict[str, Any]:
        return {"minor": minor, "currency": self.presentment}

    def line_total(self, line: Node) -> int:
        """Price by quantity after the discounts that the line carries, without added tax."""
        whole = self.paid(line, "price") * line.require("quantity").whole()
        return whole - self._discounts(line)

    def _discounts(self, line: Node) -> int:
        if line.has("discount_allocations"):
            allocations = line.get("discount_allocations").items()
            return sum(self.paid(allocation, "amount") for allocation in allocations)
        if line.get("total_discount").value is None:
            return 0
        return self.paid(line, "total_discount")


def conflicts(order: Node, prices: Prices) -> list[str]:
    """Codes of the sums that disagree, judged in the shop's currency; absent members are not."""
    in_shop = Prices(prices.shop, prices.shop)
    lines = list(order.require("line_items").items())
    found = [
        ("line_sum", _line_sums_agree(order, lines, in_shop)),
        ("total_sum", _total_agrees(order, in_shop)),
        ("currency", _currencies_agree(order, prices)),
    ]
    return [code for code, agrees in found if not agrees]


def _line_sums_agree(order: Node, lines: list[Node], prices: Prices) -> bool:
    before = sum(prices.paid(line, "price") * line.require("quantity").whole() for line in lines)
    after = sum(prices.line_total(line) for line in lines)
    return _equal(order, "total_line_items_price", before, prices) and _equal(
        order, "subtotal_price", after, prices
    )


def _total_agrees(order: Node, prices: Prices) -> bool:
    if order.get("subtotal_price").value is None:
        return True
    parts = [prices.paid(order, "subtotal_price"), _shipping(order, prices)]
    if order.get("taxes_included").flag() is not True:
        parts.append(_optional(order, "total_tax", prices))
    parts.append(_optional(order, "total_tip_received", prices))
    parts.append(_duties(order, prices))
    return _equal(order, "total_price", sum(parts), prices)


def _currencies_agree(order: Node, prices: Prices) -> bool:
    """The total's money set repeats currency and total of the plain members."""
    money_set = order.get("total_price_set")
    shop = money_set.get("shop_money")
    if shop.value is None:
        return True
    same_total = shop.require("amount").minor(prices.shop) == order.require("total_price").minor(
        prices.shop
    )
    return (
        same_total
        and shop.require("currency_code").value == prices.shop
        and money_set.require("presentment_money").require("currency_code").value
        == prices.presentment
    )


def _shipping(order: Node, prices: Prices) -> int:
    total = 0
    for line in order.get("shipping_lines").items():
        allocations = line.get("discount_allocations").items()
        off = sum(prices.paid(allocation, "amount") for allocation in allocations)
        total += prices.paid(line, "price") - off
    return total


def _duties(order: Node, prices: Prices) -> int:
    money = order.get("original_total_duties_set").get("shop_money")
    return 0 if money.value is None else money.require("amount").minor(prices.shop)


def _optional(order: Node, name: str, prices: Prices) -> int:
    return 0 if order.get(name).value is None else prices.paid(order, name)


def _equal(order: Node, name: str, expected: int, prices: Prices) -> bool:
    return order.get(name).value is None or prices.paid(order, name) == expected
