"""What is asked of Shopify about an order. Each member is one that the webhooks tell too."""

import msgspec
from msgspec import Struct

_BOTH = "{ shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }"
_SHOP = "{ shopMoney { amount currencyCode } }"
_LINES = f"""
nodes {{
  id title sku quantity requiresShipping
  variant {{ id }}
  originalUnitPriceSet {_BOTH}
  discountAllocations {{ allocatedAmountSet {_BOTH} }}
}}
pageInfo {{ hasNextPage endCursor }}
"""

ORDER_NAME = "ShopOpsOrder"
ORDER = f"""
query {ORDER_NAME}($id: ID!) {{
  order(id: $id) {{
    id name createdAt updatedAt cancelledAt closedAt
    currencyCode presentmentCurrencyCode taxesIncluded
    totalPriceSet {_BOTH}
    subtotalPriceSet {_SHOP}
    totalTaxSet {_SHOP}
    totalTipReceivedSet {_SHOP}
    originalTotalDutiesSet {_SHOP}
    email phone customerLocale customerAcceptsMarketing
    customer {{
      id firstName lastName
      defaultEmailAddress {{ emailAddress }}
      defaultPhoneNumber {{ phoneNumber }}
    }}
    shippingAddress {{
      name firstName lastName company address1 address2 city zip phone
      province provinceCode countryCodeV2
    }}
    shippingLines(first: 10) {{
      nodes {{ originalPriceSet {_SHOP} discountAllocations {{ allocatedAmountSet {_SHOP} }} }}
    }}
    lineItems(first: 50) {{ {_LINES} }}
  }}
}}
"""

LINES_NAME = "ShopOpsOrderLines"
LINES = f"""
query {LINES_NAME}($id: ID!, $after: String) {{
  order(id: $id) {{ lineItems(first: 50, after: $after) {{ {_LINES} }} }}
}}
"""

_INSIDE = "nodes { quantity lineItem { id } } pageInfo { hasNextPage endCursor }"

INSIDE_NAME = "ShopOpsParcelLines"
INSIDE = f"""
query {INSIDE_NAME}($id: ID!, $after: String) {{
  fulfillment(id: $id) {{ fulfillmentLineItems(first: 100, after: $after) {{ {_INSIDE} }} }}
}}
"""

# The lists that Shopify gives no pages of, and how many of each are asked for.
MOST = {"transactions": 100, "fulfillments": 20}

MOVED_NAME = "ShopOpsOrderMoved"
MOVED = f"""
query {MOVED_NAME}($id: ID!) {{
  order(id: $id) {{
    transactions(first: {MOST["transactions"]}) {{
      id kind status gateway createdAt
      amountSet {{ presentmentMoney {{ amount currencyCode }} }}
      parentTransaction {{ id }}
    }}
    fulfillments(first: {MOST["fulfillments"]}) {{
      id status createdAt updatedAt
      trackingInfo(first: 1) {{ company number }}
      fulfillmentLineItems(first: 15) {{ {_INSIDE} }}
    }}
    disputes {{ id initiatedAs status }}
  }}
}}
"""

CHANGED_NAME = "ShopOpsChanged"
CHANGED = f"""
query {CHANGED_NAME}($query: String!, $after: String) {{
  orders(first: 20, sortKey: UPDATED_AT, query: $query, after: $after) {{
    nodes {{ id }} pageInfo {{ hasNextPage endCursor }}
  }}
}}
"""

TEST_NAME = "ShopOpsTest"
TEST = f"""
query {TEST_NAME} {{
  shop {{ name myshopifyDomain currencyCode }}
  currentAppInstallation {{ accessScopes {{ handle }} }}
}}
"""


class PageInfo(Struct):
    more: bool = msgspec.field(name="hasNextPage")
    end: str | None = msgspec.field(name="endCursor", default=None)


class Page(Struct):
    nodes: list[msgspec.Raw]
    info: PageInfo = msgspec.field(name="pageInfo")
