"""An admin sets a rule aside, with a reason; the decision and the ledger say which rule it was."""

from collections.abc import Collection
from dataclasses import dataclass, field

from shopops.review.case import Case
from shopops.review.reasons import required
from shopops.review.refusals import (
    DecisionRefused,
    FourEyes,
    NotAdmin,
    NotAssignee,
    NothingToBypass,
    OverLimit,
    UnknownDecision,
)
from shopops.tenants.access import allows
from shopops.tenants.models import Role

# Never what Policy denies, nor an editor's own approval above the second cap.
BYPASSABLE = {one.code: one for one in (NotAssignee, OverLimit, FourEyes)}


@dataclass(slots=True)
class Bypass:
    """`named`: the codes that the admin saw and set aside. `used`: those that stood in the way."""

    named: frozenset[str] = frozenset()
    used: list[str] = field(default_factory=list)

    @property
    def of_claims(self) -> bool:
        return NotAssignee.code in self.named

    def open(self, case: Case) -> None:
        if self.named and not allows(case.reviewer, Role.ADMIN):
            raise NotAdmin
        if case.claimed_by:
            self.use(NotAssignee)

    def use(self, refusal: type[DecisionRefused]) -> bool:
        """Whether this refusal is set aside; then it is on record."""
        if refusal.code not in self.named:
            return False
        if refusal.code not in self.used:
            self.used.append(refusal.code)
        return True

    def close(self) -> None:
        """Raises `NothingToBypass` when none of the named rules stood in the way."""
        if self.named and not self.used:
            raise NothingToBypass


def bypass_of(codes: Collection[str], reason: str) -> Bypass:
    """Raises `ReasonRequired`, and `UnknownDecision` for what nobody can set aside."""
    if not codes:
        return Bypass()
    if not set(codes) <= BYPASSABLE.keys():
        raise UnknownDecision
    required(reason)
    return Bypass(frozenset(codes))
