"""What an admin typed, as a draft of the next version, or said beside the fields why it is none."""

import msgspec

from shopops.administration.draft import draft_of, refuse_contradictions
from shopops.administration.forms import CapsFormSet, NumbersForm
from shopops.agents.thresholds import Thresholds
from shopops.review import settings as review
from shopops.review.satisfiable import Unsatisfiable, refuse_unsatisfiable
from shopops.tenants import thresholds
from shopops.tenants.access import shop_scope
from shopops.tenants.models import Membership


def valid_draft(
    member: Membership, numbers: NumbersForm, caps: CapsFormSet, *optional: str
) -> Thresholds | None:
    """What the forms say, on top of the version in force; None when they say what can't be, and
    then the fields say why. `optional`: fields that need not be filled in yet."""
    for name in optional:
        numbers.fields[name].required = False
    if not (numbers.is_valid() and caps.is_valid()):
        return None
    with shop_scope(member):
        current = thresholds.current(member.tenant_id)
        draft = draft_of(current, numbers, caps)
        if not refuse_contradictions(draft, numbers, caps):
            _refuse_what_nobody_may_approve(member.tenant_id, current, draft, caps)
    return draft if numbers.is_valid() and caps.is_valid() else None


def _refuse_what_nobody_may_approve(
    tenant_id: int, current: Thresholds, draft: Thresholds, caps: CapsFormSet
) -> None:
    """Beside the second limit; the command refuses the same once more, then under its lock."""
    config, rows = review.current(tenant_id), caps.by_currency()
    for currency, cap in draft.second_cap_cents.items():
        if cap == current.second_cap_cents.get(currency):
            continue
        alone = msgspec.structs.replace(current, second_cap_cents={currency: cap})
        try:
            refuse_unsatisfiable(tenant_id, alone, config)
        except Unsatisfiable as problem:
            rows[currency].add_error("second_cap_cents", str(problem))
