"""What is known of a teaching case at one instant, and what is proposed."""

from datetime import UTC, datetime

from shopops.agents.facts import Pack
from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.proposal import Proposal
from shopops.agents.resolution import ResolutionAgent

NOW = datetime(2026, 3, 18, 12, 0, tzinfo=UTC)


def known(order_id: str, now: datetime = NOW) -> tuple[Pack, Proposal]:
    """As the shop's records of `NOW` look to Intake at `now`."""
    pack = IntakeAgent(FakeOms(now=NOW), now=lambda: now).build(order_id, "store_northline")
    return pack, ResolutionAgent().propose(pack)
