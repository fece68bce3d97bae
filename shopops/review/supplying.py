"""Somebody found out what an escalation lacks: the fact is kept with who, when and how they know.

Intake then runs again and cites it. The fact is committed first, so a crash in between only delays
the new proposal until the next run of the pipeline.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.agents.proposal import Track
from shopops.agents.resolution.codes import Blocked
from shopops.agents.supplied import FactName, Unreadable, read_fact
from shopops.connectors.models import SuppliedFact
from shopops.connectors.supplied import keep_fact, value_sha256
from shopops.proposals.models import Proposal
from shopops.review.case import Case, open_case
from shopops.review.editing.refusals import FactUnreadable, SourceRequired, UnknownFact
from shopops.review.expiry import deciding_scope
from shopops.review.models import DecisionKind
from shopops.review.reasons import short
from shopops.review.recording import Ruling, record
from shopops.review.refusals import NotEscalated
from shopops.review.renewal import propose_again
from shopops.review.statuses import UNSETTLED
from shopops.tenants.models import Membership

LONGEST_SOURCE = 500

# What `read_fact` says; it knows one language.
ADVICE = (
    gettext_noop("Write the language's code, such as en or pt-BR."),
    gettext_noop("Write one e-mail address, such as ines@example.com."),
    gettext_noop("An address that is not complete stays missing. Leave it, or reject."),
    gettext_noop("Choose a channel: email, sms, phone."),
    gettext_noop("Choose yes or no: yes, no."),
)


@dataclass(frozen=True, slots=True)
class Supplied:
    """`proposal_id`: the order's newest proposal, made from what is known now."""

    proposal_id: int
    order_number: str
    evidence_id: str


def supply_fact(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    name: str,
    value: str,
    known_from: str,
    now: datetime | None = None,
) -> Supplied:
    """One fact that the escalation names as missing. `known_from`: how the person knows it."""
    now = now or timezone.now()
    source = short(known_from)
    if not source:
        raise SourceRequired
    if len(source) > LONGEST_SOURCE:
        said = _("How you know it has more than {number} characters.")
        raise FactUnreadable(said.format(number=LONGEST_SOURCE), "reason")
    with deciding_scope(tenant_id, now):
        case = open_case(
            tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now, statuses=UNSETTLED
        )
        kept = _kept(case, name, value, source)
        says = {
            "fact": kept.name,
            "evidence": f"claim:{kept.fact_id}",
            "value_sha256": value_sha256(kept),
        }
        record(case, Ruling(DecisionKind.SUPPLY_FACT, final=False, says=says))
    proposal = case.proposal
    newest = propose_again(tenant_id=tenant_id, order_id=proposal.order_id, now=now)
    return Supplied(newest or proposal.pk, proposal.order_number, f"claim:{kept.fact_id}")


def missing_facts(proposal: Proposal) -> list[FactName]:
    """What a person may supply for it: only what it is blocked by."""
    if proposal.track != Track.ESCALATE:
        return []
    return [name for name in FactName if f"{Blocked.MISSING}{name}" in proposal.blocked_reasons]


def _kept(case: Case, name: str, value: str, source: str) -> SuppliedFact:
    if case.track != Track.ESCALATE:
        raise NotEscalated
    if name not in missing_facts(case.proposal):
        raise UnknownFact
    wanted = FactName(name)
    try:
        read = read_fact(wanted, value.replace("\0", ""))
    except Unreadable as problem:
        raise FactUnreadable(_(str(problem))) from problem
    return keep_fact(
        order_id=case.proposal.order_id,
        name=wanted,
        value=read,
        known_from=source,
        supplied_by=case.reviewer,
        now=case.now,
    )
