"""What an approver's limit is compared with: the order as a whole, whatever was paid already."""

from shopops.policy.verdicts import LiveRemedy
from shopops.proposals.models import Action
from shopops.review.limits import whole_stake


def test_a_refund_that_was_carried_out_counts_like_one_that_was_only_approved() -> None:
    action = Action(index=0, kind="propose_refund", amount_minor=10_000, currency="USD")
    for shown in (False, True):
        before = LiveRemedy(
            action_id="1",
            kind="propose_refund",
            cause="stalled",
            line_ids=[],
            amount_minor=10_000,
            currency="USD",
            in_source=shown,
        )
        assert whole_stake([action], [0], [before]) == {"USD": 20_000}
