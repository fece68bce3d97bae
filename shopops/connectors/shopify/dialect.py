"""The answers of Shopify's GraphQL, read by the names that its webhooks use.

Webhooks tell an order in the shape of the REST API, queries in another: other names, money in
sets, lists as connections, ids as `gid://shopify/Order/51`, words in capitals, decimals with more
digits than the currency has. `Told` finds a member by its REST name and keeps the path at which it
really stands, so that one parser reads both.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from shopops.connectors.members import Node, Word

GID = "gid://shopify/"
Way = tuple[str | int, ...]

# By the REST name: the ways to it, the first of which begins at a member that is there.
WAYS: dict[str, tuple[Way, ...]] = {
    "id": (("id",), ("lineItem", "id")),
    "currency": (("currencyCode",), ("amountSet", "presentmentMoney", "currencyCode")),
    "presentment_currency": (("presentmentCurrencyCode",),),
    "amount": (
        ("amount",),
        ("amountSet", "presentmentMoney", "amount"),
        ("allocatedAmountSet", "shopMoney", "amount"),
    ),
    "amount_set": (("allocatedAmountSet",),),
    "price": (
        ("originalUnitPriceSet", "shopMoney", "amount"),
        ("originalPriceSet", "shopMoney", "amount"),
    ),
    "price_set": (("originalUnitPriceSet",), ("originalPriceSet",)),
    "total_price": (("totalPriceSet", "shopMoney", "amount"),),
    "subtotal_price": (("subtotalPriceSet", "shopMoney", "amount"),),
    "total_tax": (("totalTaxSet", "shopMoney", "amount"),),
    "total_tip_received": (("totalTipReceivedSet", "shopMoney", "amount"),),
    "buyer_accepts_marketing": (("customerAcceptsMarketing",),),
    "email": (("email",), ("defaultEmailAddress", "emailAddress")),
    "phone": (("phone",), ("defaultPhoneNumber", "phoneNumber")),
    "country_code": (("countryCodeV2",),),
    "line_items": (("lineItems",), ("fulfillmentLineItems",)),
    "variant_id": (("variant", "id"),),
    "tracking_number": (("trackingInfo", 0, "number"),),
    "tracking_company": (("trackingInfo", 0, "company"),),
    "parent_id": (("parentTransaction", "id"),),
    "type": (("initiatedAs",),),
}


def shaped(value: Any, path: str = "$") -> Node:
    """An object in the dialect that its id shows."""
    mark = value.get("id") if isinstance(value, dict) else None
    kind = Told if isinstance(mark, str) and mark.startswith(GID) else Node
    return kind(value, path)


class Told(Node):
    """A value of a GraphQL answer."""

    __slots__ = ()

    def has(self, name: str) -> bool:
        return isinstance(self.value, dict) and any(way[0] in self.value for way in _ways(name))

    def get(self, name: str) -> "Told":
        ways = _ways(name)
        members = self.value if isinstance(self.value, dict) else {}
        found = self
        for step in next((way for way in ways if way[0] in members), ways[0]):
            found = found._step(step)
        return found

    def require(self, name: str) -> "Told":
        Node.require(self, name)
        return self.get(name)

    def items(self) -> Iterator["Told"]:
        """Of a list, or of a connection's nodes."""
        if isinstance(self.value, dict) and "nodes" in self.value:
            yield from self._step("nodes").items()
            return
        for node in Node.items(self):
            yield Told(node.value, node.path)

    def id(self) -> str:
        """The number at the end, which is the id that REST gives."""
        whole = Node.id(self)
        return whole.partition("?")[0].rpartition("/")[2] if whole.startswith(GID) else whole

    def word(self, words: Mapping[str, Word]) -> Word:
        said = self.value.lower() if isinstance(self.value, str) else self.value
        return Node(said, self.path).word(words)

    def minor(self, currency: str, *, allow_negative: bool = False) -> int:
        """Zeros behind the point are how a decimal is written there: "9800.0" JPY is 9,800 JPY."""
        said = self.value
        if isinstance(said, str) and "." in said:
            said = said.rstrip("0").removesuffix(".")
        return Node(said, self.path).minor(currency, allow_negative=allow_negative)

    def _step(self, step: str | int) -> "Told":
        if isinstance(step, str):
            node = Node.get(self, step)
            return Told(node.value, node.path)
        items = list(Node.items(self))
        if step < len(items):
            return Told(items[step].value, items[step].path)
        return Told(None, f"{self.path}[{step}]")


def _ways(name: str) -> tuple[Way, ...]:
    if name in WAYS:
        return WAYS[name]
    first, *others = name.split("_")
    return ((first + "".join(part.capitalize() for part in others),),)
