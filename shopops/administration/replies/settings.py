"""Change what a shop asks of whoever answers: a new version and a ledger event, or nothing."""

from shopops.acknowledgments import rules as inbound
from shopops.acknowledgments.models import InboundRulesVersion
from shopops.acknowledgments.rules import Rules, RulesRefused, changed
from shopops.administration.refusals import (
    Impossible,
    NothingChanged,
    ReasonRequired,
    SettingsRefusal,
    VersionMoved,
)
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


class NotKnowingly(SettingsRefusal):
    """Less proof means that somebody else could acknowledge in a person's name. Tick that you know
    this, or keep asking for proof."""

    code = "not_knowingly"


def change_replies(
    *,
    tenant_id: int,
    rules: Rules,
    based_on: int,
    reason: str,
    author: Membership | None,
    knowingly: bool = False,
) -> InboundRulesVersion:
    """Save `rules` as the next version; the next mail is judged by them.

    `based_on` is the version that the author had before them; `knowingly`: that less proof is
    asked for was said in so many words. Raises `VersionMoved`, `NothingChanged`, `ReasonRequired`,
    `NotKnowingly` and `Impossible`; then nothing is written.
    """
    if not reason.strip():
        raise ReasonRequired
    with tenant_scope(tenant_id):
        inbound.lock(tenant_id)
        current = inbound.current(tenant_id)
        if current.version != based_on:
            raise VersionMoved(current.version)
        if not changed(current, rules):
            raise NothingChanged
        if rules.takes_unproven and not current.takes_unproven and not knowingly:
            raise NotKnowingly
        try:
            return inbound.save_rules(
                tenant_id=tenant_id, rules=rules, reason=reason.strip(), author=author
            )
        except RulesRefused as problem:
            raise Impossible(str(problem)) from problem
