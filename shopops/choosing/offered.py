"""What the mail offered in money, as it said it."""

from shopops.agents.proposal import ActionKind
from shopops.outbox.models import Effect
from shopops.outreach.facts import Sum
from shopops.outreach.languages import LANGUAGES
from shopops.outreach.letter import money
from shopops.proposals.models import Action


def refund_offered(effect: Effect, language: str) -> str:
    """Empty where no single amount is the whole truth. In a scope."""
    if effect.proposal_id is None:
        return ""
    refunds = list(
        Action.objects.of(effect.tenant_id).filter(
            proposal=effect.proposal_id, kind=ActionKind.PROPOSE_REFUND
        )
    )
    minors = [one.amount_minor for one in refunds if one.amount_minor]
    kinds = {(one.alternative, one.currency) for one in refunds}
    if len(minors) != len(refunds) or len(kinds) != 1:
        return ""
    [(_alternative, currency)] = kinds
    return money(Sum(minor=sum(minors), currency=currency, evidence_ids=[]), LANGUAGES[language])
