"""Let a model draft words in a shop, or no longer: a new version and a ledger event, or nothing."""

from datetime import datetime

from shopops.administration.refusals import (
    NothingChanged,
    ReasonRequired,
    SettingsRefusal,
    VersionMoved,
)
from shopops.narrative.configured import configured_model
from shopops.review.drafting import switch
from shopops.review.drafting.switch import Wording, WordingMoved
from shopops.review.models import WordingVersion
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


class NoModel(SettingsRefusal):
    """No model is configured, so none can be switched on. Whoever runs this site configures one
    with SHOPOPS_NARRATIVE_URL, SHOPOPS_NARRATIVE_KEY and SHOPOPS_NARRATIVE_MODEL."""

    code = "no_model"


def change_wording(
    *,
    tenant_id: int,
    wording: Wording,
    based_on: int,
    reason: str,
    author: Membership,
    now: datetime,
) -> WordingVersion:
    """Save `wording` as the next version; the next draft is asked for under it.

    Raises `VersionMoved`, `NothingChanged`, `ReasonRequired` and `NoModel`; then nothing is
    written. Switching off needs no model.
    """
    if not reason.strip():
        raise ReasonRequired
    if wording.drafts and configured_model() is None:
        raise NoModel
    with tenant_scope(tenant_id):
        current = switch.current(tenant_id)
        if wording.drafts == current.drafts and based_on == current.version:
            raise NothingChanged
        try:
            return switch.save_wording(
                tenant_id=tenant_id,
                wording=wording,
                based_on=based_on,
                reason=reason.strip(),
                author=author,
                now=now,
            )
        except WordingMoved as moved:
            raise VersionMoved(switch.current(tenant_id).version) from moved
