"""Store credit. Shopify keeps no reference with it, and knows no key for it.

It is found by what it is: a credit of that amount on that customer's account, made around the time
at which it was sent. Two such are one too many to tell, and are left to a person.
"""

from datetime import datetime, timedelta
from typing import Any

from shopops import money
from shopops.connectors.members import Node
from shopops.connectors.ports import Absent, CreditAsk, Done, Unknown
from shopops.connectors.shopify import outcomes
from shopops.connectors.shopify.dialect import Told as View
from shopops.connectors.shopify.outcomes import CLOCKS_DIFFER, Outcome, view

NAME = "ShopOpsCredit"
MEMBER = "storeCreditAccountCredit"
DOCUMENT = f"""
mutation {NAME}($id: ID!, $credit: StoreCreditAccountCreditInput!) {{
  {MEMBER}(id: $id, creditInput: $credit) {{
    storeCreditAccountTransaction {{ id createdAt }}
    userErrors {{ field message code }}
  }}
}}
"""

LOOK_NAME = "ShopOpsCredits"
MOST_ACCOUNTS, MOST = 5, 20  # what it tells; of more, what is not told may be among the rest
LOOK = f"""
query {LOOK_NAME}($id: ID!) {{
  customer(id: $id) {{
    id
    storeCreditAccounts(first: {MOST_ACCOUNTS}) {{ nodes {{
      id
      transactions(first: {MOST}, sortKey: CREATED_AT, reverse: true) {{ nodes {{
        ... on StoreCreditAccountCreditTransaction {{
          id createdAt amount {{ amount currencyCode }}
        }}
      }} }}
    }} }}
  }}
}}
"""

AFTER = timedelta(minutes=15)
SETTLED = timedelta(minutes=5)  # what is not there then was never begun


def variables(ask: CreditAsk) -> dict[str, Any]:
    amount = money.plain_minor(ask.amount_minor, ask.currency)
    return {
        "id": _customer(ask),
        "credit": {"creditAmount": {"amount": amount, "currencyCode": ask.currency}},
    }


def look_variables(ask: CreditAsk) -> dict[str, Any]:
    return {"id": _customer(ask)}


def done(payload: View) -> Outcome:
    return outcomes.done(payload.require("storeCreditAccountTransaction"))


def found(
    data: Node, ask: CreditAsk, *, sent_at: datetime, now: datetime
) -> Done | Absent | Unknown:
    customer = view(data.get("customer"))
    if customer.value is None:
        text = "Shopify no longer has this customer."
        return Unknown(code="customer_gone", detail=text, for_good=True, answered=True)
    accounts = list(customer.get("storeCreditAccounts").items())
    told = [list(account.get("transactions").items()) for account in accounts]
    ours = [node for nodes in told for node in nodes if _is_it(node, ask, sent_at)]
    if len(ours) == 1:
        return outcomes.done(ours[0])
    if ours:
        text = "The customer has two credits of this amount from that time. See which is which."
        return Unknown(code="two_alike", detail=text, for_good=True, answered=True)
    if now - sent_at < SETTLED:
        text = "It is not there yet. It is looked for again."
        return Unknown(code="too_early", detail=text, answered=True)
    if len(accounts) >= MOST_ACCOUNTS or any(len(nodes) >= MOST for nodes in told):
        text = "The customer has too many credits to look through. Look for it in the admin."
        return Unknown(code="too_many", detail=text, for_good=True, answered=True)
    return Absent()


def _is_it(node: View, ask: CreditAsk, sent_at: datetime) -> bool:
    """Debits come without members."""
    if not node.value:
        return False
    amount, at = node.require("amount"), node.require("createdAt").instant()
    return (
        amount.require("currencyCode").value == ask.currency
        and amount.require("amount").minor(ask.currency) == ask.amount_minor
        and at is not None
        and sent_at - CLOCKS_DIFFER <= at <= sent_at + AFTER
    )


def _customer(ask: CreditAsk) -> str:
    return f"gid://shopify/Customer/{ask.customer_id}"
