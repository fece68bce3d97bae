"""A tenant's numbers, one immutable version at a time. Money: minor units by ISO 4217 currency."""

from typing import Annotated

from msgspec import Meta, Struct, field

Days = Annotated[int, Meta(ge=0, le=365)]
Likelihood = Annotated[int, Meta(ge=0, le=100)]
Caps = dict[str, Annotated[int, Meta(ge=0, le=10**15)]]

LIKELIHOODS = {
    "returning": 95,
    "failed": 90,
    "stalled": 70,
    "attempted_twice": 60,
    "no_data_past_eta": 60,
    "pre_transit_late": 60,
    "pickup_late": 60,
}


class Thresholds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The defaults suit a shop that has set nothing; likelihoods are in percent."""

    version: int = 1
    # Approval and money
    # strictly above needs approval; no cap for the currency: approval
    approval_above_cents: Caps = field(default_factory=lambda: {"USD": 5000})
    second_cap_cents: Caps = {}  # strictly above needs a second approver
    exception_refund_cents: Caps = {}  # most a refund asks on the exception track; unset: all
    standard_update_cents: Caps = {}  # goodwill offered with a standard update; unset: none
    goodwill_cap_cents: Caps = {}  # GDW-1; no cap for a currency: no goodwill
    goodwill_percent: Annotated[int, Meta(ge=0, le=100)] = 10
    goodwill_every_days: Days = 90
    # Judgement: likelihood_percent is keyed by the reason code that Intake gives
    likelihood_percent: dict[str, Likelihood] = field(default_factory=LIKELIHOODS.copy)
    exception_at_percent: Likelihood = 60
    stall_days_domestic: Days = 5
    stall_days_cross_border: Days = 10
    stall_days_past_eta: Days = 3
    pre_transit_business_days: Days = 5
    pickup_days: Days = 7
    # Contact
    required_contact_fields: tuple[str, ...] = ("preferred_channel",)
    language_required: bool = False
    default_language: str = "en"
    timezone: str = "UTC"
    # Evidence and duplicates
    evidence_max_age_hours: Annotated[int, Meta(ge=1, le=8760)] = 24
    duplicate_minutes: Annotated[int, Meta(ge=0, le=1440)] = 10
