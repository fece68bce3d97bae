"""Whether an action needs approval as Resolution sees it. Policy may raise that, never lower it."""

from shopops.agents.proposal import Action
from shopops.agents.thresholds import Thresholds


def above_cap(action: Action, thresholds: Thresholds) -> bool:
    """Strictly above the currency's cap, or without a cap; no money at stake needs none."""
    if action.amount_minor is None:
        return False
    cap = thresholds.approval_above_cents.get(action.currency or "")
    return cap is None or action.amount_minor > cap
