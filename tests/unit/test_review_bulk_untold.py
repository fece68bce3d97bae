"""A preview says where a remedy is approved and no mail tells the customer of it."""

from shopops.agents.proposal import ActionKind
from shopops.proposals.models import Action
from shopops.review.bulk.lines import untold

REFUND = Action(kind=ActionKind.PROPOSE_REFUND)
MAIL = Action(kind=ActionKind.DRAFT_EMAIL)


def test_only_a_remedy_without_its_mail_leaves_the_customer_untold() -> None:
    assert untold([REFUND])
    assert not untold([REFUND, MAIL])
    assert not untold([MAIL])
    assert not untold([])
