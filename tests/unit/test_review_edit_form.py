"""A field for an amount is named by what people know of its payment."""

import msgspec

from shopops.review.detail.edit_form import edit_form
from tests.support.known import known


def test_a_payment_is_named_by_its_amount_and_of_several_by_its_id_too() -> None:
    pack, proposal = known("O-1001")
    (field,) = edit_form(proposal, pack, {}).amounts
    assert field.label == "Refund in USD, to the payment of 129.00 USD"
    pack.money.append(msgspec.structs.replace(pack.money[0], id="t2"))
    (field,) = edit_form(proposal, pack, {}).amounts
    assert field.label == "Refund in USD, to the payment of 129.00 USD (t1)"
