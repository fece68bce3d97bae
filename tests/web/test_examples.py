"""The examples in a form are such as the form takes."""

import pytest

from shopops.administration.examples import in_shops_money
from shopops.administration.reviewing.forms import LendForm
from shopops.agents.thresholds import Thresholds
from shopops.money import parse_minor
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.thresholds import save_thresholds

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("caps", "named"),
    [
        ({"EUR": 5000}, "EUR"),
        ({"JPY": 5000}, "USD"),
        ({"BHD": 5000, "SEK": 5000}, "SEK"),
    ],
)
def test_an_example_has_as_many_decimals_as_its_currency(
    shop: Tenant, admin: Membership, caps: dict[str, int], named: str
) -> None:
    form = LendForm([admin])
    with tenant_scope(shop.pk):
        numbers = Thresholds(approval_above_cents=caps)
        save_thresholds(tenant_id=shop.pk, numbers=numbers, reason="x", author=admin)
        in_shops_money(form, shop.pk)
    currency, amount = str(form.fields["amount"].help_text).removeprefix("such as ").split()
    assert currency == named
    assert parse_minor(amount, currency) == 50000
