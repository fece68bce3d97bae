"""All that a proposal's mail is composed of, read for it alone."""

from zoneinfo import ZoneInfo

from shopops.agents.facts import Pack
from shopops.agents.proposal import Proposal as Proposed
from shopops.outreach.composing import Told
from shopops.proposals.models import Proposal
from shopops.proposals.outline_text import words_in
from shopops.review.detail.reading import records_of
from shopops.tenants import thresholds
from shopops.tenants.models import Tenant


def told_of(shop: Tenant, row: Proposal, pack: Pack, proposed: Proposed) -> Told:
    """As the page of the proposal has it, by the shop's own clock. In the shop's scope."""
    order, trackers = records_of(shop.pk, pack)
    words = words_in(row, [one.body_outline for one in proposed.actions])
    return Told(
        shop=shop.name,
        pack=pack,
        proposal=proposed,
        order=order,
        trackers=trackers,
        numbers=thresholds.at(shop.pk, pack.thresholds_version),
        words={point: said.text for point, said in words.items()},
        zone=ZoneInfo(shop.timezone),
    )
