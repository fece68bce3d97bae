"""A shop's review settings, one immutable version at a time."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from shopops.money import MoneyError, exponent
from shopops.tenants.models import Membership

Limits = dict[str, Annotated[int, Meta(ge=1, le=10**15)]]  # minor units by currency
Above = dict[str, Annotated[int, Meta(ge=0, le=10**15)]]  # 0: every amount
RejectReason = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^\S(.*\S)?$")]
Decider = Literal["reviewer", "admin"]
IdentityKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class ReviewConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The defaults suit a shop that has set nothing. Refuses numbers that contradict each other.

    `limits`: the most that a role may approve for one order, by currency. A role that is not named
    has no limit; one that is named may approve nothing in a currency that it does not name.
    `people`: of a person besides that, by identity key: the lower of the two counts, and 0 is
    nothing. In a currency that is not named there, only the role's counts.
    `second_factor_above`: strictly above it a person approves only with a second factor at sign-in;
    a currency that is not named asks for none.
    """

    version: int = 1
    undo_minutes: Annotated[int, Meta(ge=0, le=1440)] = 10  # 0: a decision stands at once
    due_hours: Annotated[int, Meta(ge=1, le=2160)] = 24
    expire_hours: Annotated[int, Meta(ge=1, le=8760)] = 336
    claim_minutes: Annotated[int, Meta(ge=1, le=480)] = 15
    reject_reasons: Annotated[tuple[RejectReason, ...], Meta(max_length=20)] = (
        "Already solved with the customer",
        "The amount is wrong",
        "The customer wants to wait",
        "The parcel has arrived",
    )
    limits: dict[Decider, Limits] = {}
    second_factor_above: Above = {}
    people: dict[IdentityKey, Above] = {}

    def __post_init__(self) -> None:
        if self.expire_hours <= self.due_hours:
            raise ValueError("a proposal would expire before it is overdue")
        if len(set(self.reject_reasons)) < len(self.reject_reasons):
            raise ValueError("a reason to reject is named twice")
        for currency in {
            currency
            for caps in (*self.limits.values(), *self.people.values(), self.second_factor_above)
            for currency in caps
        }:
            try:
                exponent(currency)
            except MoneyError as problem:
                raise ValueError(str(problem)) from problem

    def limit(self, role: str, currency: str) -> int | None:
        """The most in minor units; None: no limit. 0: nothing in this currency."""
        caps = self.limits.get(role)  # type: ignore[call-overload]
        return None if caps is None else caps.get(currency, 0)

    def own_limits(self, person: Membership) -> Above:
        """What was set for this very person; empty: nothing was."""
        return self.people.get(bytes(person.identity_key).hex(), {})

    def most(self, person: Membership, currency: str) -> int | None:
        """What this person may approve, by the role or by themselves; None: no limit."""
        found = (self.limit(person.role, currency), self.own_limits(person).get(currency))
        return min((one for one in found if one is not None), default=None)

    def asks_second_factor(self, minor: int, currency: str) -> bool:
        above = self.second_factor_above.get(currency)
        return above is not None and minor > above
