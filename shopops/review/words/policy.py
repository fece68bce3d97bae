"""What policy said, in the language that is active."""

from django.utils.translation import gettext, ngettext

from shopops.policy.explain import Tongue, sentence
from shopops.policy.verdicts import RuleResult
from shopops.tenants.amounts import amount_in

ACTIVE = Tongue(say=gettext, count=ngettext, money=amount_in)


def because(result: RuleResult, currency: str | None) -> str:
    """`currency` is the action's, for amounts; None shows bare minor units."""
    return sentence(result, currency, ACTIVE)
