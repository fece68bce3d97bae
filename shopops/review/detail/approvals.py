"""How many people have approved, of how many, and who."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from shopops.policy.rules import RuleId
from shopops.review.models import Decision
from shopops.review.words.listed import listed


@dataclass(frozen=True, slots=True)
class Approvals:
    """`needed` is what policy asked for when the last of them approved."""

    names: list[str]
    needed: int

    @property
    def sentence(self) -> str:
        """Such as: 1 of 2 people have approved: Tomasz Wren."""
        said = ngettext(
            "{given} of {needed} person have approved: {names}.",
            "{given} of {needed} people have approved: {names}.",
            self.needed,
        )
        return said.format(given=len(self.names), needed=self.needed, names=self.listed)

    @property
    def listed(self) -> str:
        return listed(self.names)


def approvals(given: Sequence[Decision]) -> Approvals | None:
    """None while nobody has approved."""
    if not given:
        return None
    names = [one.membership.display_name for one in given]
    return Approvals(names, max(len(given), _needed(given[-1])))


def _needed(decision: Decision) -> int:
    """The largest number that APR-3 named for any action of the decision."""
    return max(
        (
            int(result.get("numbers", {}).get("needed", 1))
            for verdict in decision.verdicts
            for result in verdict["results"]
            if result["rule"] == RuleId.APR_3
        ),
        default=1,
    )
