"""What stands in a form as an example, in the money of the shop."""

from django import forms

from shopops.agents.threshold_changes import CAPS
from shopops.money import EXPONENTS
from shopops.tenants import thresholds

WRITTEN = "USD"  # in the words of the forms, with amounts of two decimals
DIGITS = 2


def in_shops_money(form: forms.Form, tenant_id: int) -> None:
    """Examples name a currency that the shop has an amount in, if they are amounts in it. In the
    shop's scope."""
    numbers = thresholds.current(tenant_id)
    named = {currency for cap in CAPS for currency in getattr(numbers, cap)}
    fitting = {currency for currency in named if EXPONENTS.get(currency) == DIGITS}
    if not fitting or WRITTEN in fitting:
        return
    for field in form.fields.values():
        field.help_text = str(field.help_text).replace(WRITTEN, min(fitting))
        if example := field.widget.attrs.get("placeholder"):
            field.widget.attrs["placeholder"] = example.replace(WRITTEN, min(fitting))
