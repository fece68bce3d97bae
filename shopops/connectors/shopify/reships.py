"""Sending again: a copy of the order that costs nothing, as a draft or as an order.

The key stands in it as a tag and as an attribute. There is no way to ask for it by either but by
Shopify's search, which lags behind. So it is looked for in two ways, by the tag and among the
newest of all, and only when neither has it half an hour later does it count as not there: Shopify
names no longest delay, and shops have seen half-hour-old tags.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from shopops import money
from shopops.connectors.copied_order import copied_lines, copied_order
from shopops.connectors.members import Node
from shopops.connectors.ports import DRAFT, Done, NotOffered, ReshipAsk
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify import outcomes, pieces
from shopops.connectors.shopify.dialect import Told as View
from shopops.connectors.shopify.outcomes import CLOCKS_DIFFER, Outcome, view

INDEX_DELAY = timedelta(minutes=30)
MOST_PAGES = 10
ATTRIBUTE = "shopops_key"
OF_DRAFTS = "gid://shopify/DraftOrder/"

ORDER_NAME, DRAFT_NAME = "ShopOpsReplacement", "ShopOpsReplacementDraft"
ORDER_MEMBER, DRAFT_MEMBER = "orderCreate", "draftOrderCreate"
ORDER_DOCUMENT = f"""
mutation {ORDER_NAME}($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {{
  {ORDER_MEMBER}(order: $order, options: $options) {{
    order {{ id name createdAt }}
    userErrors {{ field message code }}
  }}
}}
"""
DRAFT_DOCUMENT = f"""
mutation {DRAFT_NAME}($input: DraftOrderInput!) {{
  {DRAFT_MEMBER}(input: $input) {{
    draftOrder {{ id name createdAt }}
    userErrors {{ field message }}
  }}
}}
"""

LOOK_NAME = "ShopOpsReplacements"


def look_document(*, draft: bool) -> str:
    listed, by = ("draftOrders", "ID") if draft else ("orders", "CREATED_AT")
    node = "nodes { id createdAt customAttributes { key value } }"
    return f"""
query {LOOK_NAME}($tag: String!, $after: String) {{
  tagged: {listed}(first: 5, query: $tag) {{ {node} }}
  newest: {listed}(first: 100, sortKey: {by}, reverse: true, after: $after) {{
    {node} pageInfo {{ hasNextPage endCursor }}
  }}
}}
"""


def tag(key: str) -> str:
    """As long as an order's tag may be."""
    return f"shopops-{key[:32]}"


def variables(ask: ReshipAsk, *, draft: bool) -> dict[str, Any]:
    """Raises `NotOffered` where the order cannot be copied."""
    try:
        order = copied_order(ask, _newest)
        wanted = copied_lines(order, ask, is_sent=_is_sent)
        lines = [_line(node, quantity, order, draft) for node, quantity in wanted]
        if not lines:
            raise NotOffered(f"Order {ask.order_number} holds nothing that is sent.")
        told = _common(ask, order) | {"lineItems": lines}
        return _as_draft(order, told) if draft else _as_order(order, told)
    except RowRefused as refused:
        raise NotOffered(f"Order {ask.order_number} cannot be copied: {refused}.") from refused


def order_done(payload: View) -> Outcome:
    return _made(payload.require("order"))


def draft_done(payload: View) -> Outcome:
    return _made(payload.require("draftOrder"))


def found(data: Node, ask: ReshipAsk) -> Done | None:
    """Among those that one page of the look-up told."""
    listed = [*view(data.get("tagged")).items(), *view(data.get("newest")).items()]
    ours = (node for node in listed if ask.key in _attributes(node))
    return next((_made(node) for node in ours), None)


def _made(node: View) -> Done:
    """A draft says so in its name, whatever the connection makes by now."""
    made = outcomes.done(node)
    if not str(node.get("id").value).startswith(OF_DRAFTS):
        return made
    return replace(made, remote_id=f"{DRAFT}{made.remote_id}")


def next_page(data: Node, *, sent_at: datetime) -> str | None:
    """Where the next older ones begin; None where these reach back to before it was sent."""
    newest = view(data.get("newest"))
    times = [node.require("createdAt").instant() for node in newest.items()]
    if any(time is not None and time < sent_at - CLOCKS_DIFFER for time in times):
        return None
    page = newest.get("pageInfo")
    return page.require("endCursor").text() if page.get("hasNextPage").flag() else None


def _attributes(node: View) -> Iterator[str | None]:
    for attribute in node.get("customAttributes").items():
        if attribute.get("key").value == ATTRIBUTE:
            yield attribute.get("value").text()


def _newest(document: Node) -> Node:
    return max(pieces.orders(document), key=_told_at)


def _told_at(order: Node) -> datetime:
    return order.get(pieces.UPDATED_AT).utc() or datetime.min.replace(tzinfo=UTC)


def _is_sent(line: Node) -> bool:
    return line.get("requires_shipping").flag() is not False


def _line(line: Node, quantity: int, order: Node, draft: bool) -> dict[str, Any]:
    """A product that the shop no longer has goes by its name. A draft takes a product as it is;
    what makes it free is the discount on the whole."""
    free = _free(order.require("currency").id())
    variant = line.get("variant_id")
    told: dict[str, Any] = {"quantity": quantity}
    if variant.value is not None:
        told["variantId"] = f"gid://shopify/ProductVariant/{variant.id()}"
    else:
        told |= {"title": line.require("title").value, "sku": line.get("sku").text()}
    if draft and variant.value is not None:
        return told
    told["requiresShipping"] = True
    if draft:
        return {**told, "originalUnitPriceWithCurrency": free}
    return {**told, "priceSet": {"shopMoney": free}}


def _free(currency: str) -> dict[str, str]:
    return {"amount": money.plain_minor(0, currency), "currencyCode": currency}


def _common(ask: ReshipAsk, order: Node) -> dict[str, Any]:
    return {
        "email": order.get("email").text(),
        "note": f"Order {ask.order_number} sent again ({ask.reason}), by ShopOps.",
        "tags": ["ShopOps", tag(ask.key)],
        "customAttributes": [
            {"key": ATTRIBUTE, "value": ask.key},
            {"key": "shopops_replaces", "value": ask.order_number},
        ],
        "shippingAddress": _address(order.get("shipping_address")),
    }


def _as_order(order: Node, told: dict[str, Any]) -> dict[str, Any]:
    """Stock is taken, whatever is left of it: the parcel does leave."""
    told["currency"] = order.require("currency").id()
    customer = order.get("customer").get("id")
    if customer.value is not None:
        told["customer"] = {"toAssociate": {"id": f"gid://shopify/Customer/{customer.id()}"}}
    options = {"inventoryBehaviour": "DECREMENT_IGNORING_POLICY", "sendReceipt": False}
    return {"order": told, "options": options}


def _as_draft(order: Node, told: dict[str, Any]) -> dict[str, Any]:
    told["taxExempt"] = True
    told["appliedDiscount"] = {"title": "Sent again", "value": 100.0, "valueType": "PERCENTAGE"}
    customer = order.get("customer").get("id")
    if customer.value is not None:
        told["purchasingEntity"] = {"customerId": f"gid://shopify/Customer/{customer.id()}"}
    return {"input": told}


ADDRESS = {
    "firstName": "first_name",
    "lastName": "last_name",
    "company": "company",
    "address1": "address1",
    "address2": "address2",
    "city": "city",
    "provinceCode": "province_code",
    "countryCode": "country_code",
    "zip": "zip",
    "phone": "phone",
}


def _address(address: Node) -> dict[str, Any]:
    if address.value is None:
        raise NotOffered("The order has no address to send to.")
    told = {name: address.get(member).text() for name, member in ADDRESS.items()}
    return {name: text for name, text in told.items() if text is not None}
