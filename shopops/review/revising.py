"""An edit is a new revision on the same evidence: the original stays beside it, superseded.

Two commits, as in the pipeline: the edit with its ledger event, then Policy's verdict on it. A
crash in between leaves it unjudged, and the sweep judges it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from shopops.agents.proposal import Proposal
from shopops.ledger import Json
from shopops.orchestrator.context import contexts_of
from shopops.orchestrator.judge import judge_proposals
from shopops.policy import decide
from shopops.policy.reasons import Reason
from shopops.policy.verdicts import Outcome, RuleResult
from shopops.proposals.events import actions_of
from shopops.proposals.outline_text import Words, keep_words, words_of
from shopops.proposals.read import proposal_from
from shopops.proposals.same_pack import Revised, revise
from shopops.review.case import Case, open_case
from shopops.review.drafting.proof import proven
from shopops.review.editing.apply import Edited, Edits, apply
from shopops.review.editing.changes import amounts_changed
from shopops.review.editing.fields import AMOUNT
from shopops.review.expiry import deciding_scope
from shopops.review.models import DecisionKind
from shopops.review.reasons import short
from shopops.review.recording import Ruling, write_down
from shopops.review.refusals import PolicyDenies
from shopops.review.words.policy import because
from shopops.review.words.values import money
from shopops.tenants import thresholds
from shopops.tenants.models import Membership


@dataclass(frozen=True, slots=True)
class EditSaved:
    proposal_id: int  # of the edit
    order_number: str
    revision: int


def edit(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    edits: Edits,
    reason: str = "",
    now: datetime | None = None,
) -> EditSaved:
    """What was approved before counts for nothing. An edit that Policy would deny is refused."""
    now = now or timezone.now()
    note = short(reason)
    with deciding_scope(tenant_id, now):
        case = open_case(
            tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now, revises=True
        )
        before = proposal_from(case.proposal, case.actions, case.pack)
        edited = apply(
            before,
            edits,
            words=words_of(case.proposal),
            number=case.proposal.order_number,
            drafted=proven(
                edits.drafts, proposal=case.proposal, person=case.reviewer, now=case.now
            ),
        )
        _refuse_denied(case, before, edited)
        revised = revise(
            older=case.proposal,
            pack=case.pack,
            proposed=edited.proposal,
            editor=case.reviewer,
            now=now,
            meant=next(iter(amounts_changed(before, edited.proposal)), None),
        )
        keep_words(tenant_id, revised.proposal_id, edited.words)
        write_down(
            case.turn, Ruling(DecisionKind.EDIT, reason=note, says=_says(revised, edited.words))
        )
    judge_proposals(tenant_id=tenant_id, proposal_ids=[revised.proposal_id], now=now)
    return EditSaved(
        revised.proposal_id, case.proposal.order_number, revised.draft.proposal.revision
    )


def _says(revised: Revised, words: Sequence[Words]) -> dict[str, Json]:
    """With the words that a model began, by the salted hash that the outline has of them."""
    head, actions = revised.draft.proposal, actions_of(revised.draft)
    drafted: list[Json] = [
        {"text": one.sha256.hex(), "model": one.drafted.model, "changed": one.drafted.changed}
        for one in words
        if one.drafted
    ]
    edit: dict[str, Json] = {"proposal": head.digest, "revision": head.revision, **actions}
    return {"edit": {**edit, "drafted": drafted} if drafted else edit}


def _refuse_denied(case: Case, before: Proposal, edited: Edited) -> None:
    """What Policy denied already stays for the page to show; what the edit adds is refused. That a
    message offers what is denied follows from it, and goes with it."""
    known = {(result.rule, result.reason) for _, result in _denied(case, before)}
    after = edited.proposal
    said: dict[int, list[RuleResult]] = {}
    for index, result in _denied(case, after):
        if (result.rule, result.reason) not in known and result.reason != Reason.OFFERS_DENIED:
            said.setdefault(edited.kept[index], []).append(result)
    if not said:
        return
    named = [
        f"{one.rule}: {because(one, before.actions[index].currency)}"
        for index, results in said.items()
        for one in results
    ]
    fields = {
        f"{AMOUNT}{index}": " ".join(
            _beside(one, before.actions[index].currency) for one in results
        )
        for index, results in said.items()
    }
    too_much = all(_most(one) is not None for results in said.values() for one in results)
    raise PolicyDenies(list(dict.fromkeys(named)), fields, too_much=too_much)


def _most(result: RuleResult) -> int | None:
    """What an amount may be, where that is all there is to know."""
    most = result.numbers.get("remaining")
    return most if result.reason == Reason.ABOVE_REMAINING and isinstance(most, int) else None


def _beside(result: RuleResult, currency: str | None) -> str:
    """What stands beside an amount."""
    most = _most(result)
    if most is not None:
        return _("At most {amount}.").format(amount=money(most, currency))
    return because(result, currency)


def _denied(case: Case, proposed: Proposal) -> Iterator[tuple[int, RuleResult]]:
    around = contexts_of(case.tenant_id, [case.proposal], now=case.now)[case.proposal.pk]
    verdicts = decide(
        pack=case.pack,
        proposal=proposed,
        thresholds=thresholds.at(case.tenant_id, case.proposal.thresholds_version),
        context=around,
    )
    for verdict in verdicts:
        yield from _denials(verdict.action_index, verdict.results)


def _denials(index: int, results: Sequence[RuleResult]) -> Iterator[tuple[int, RuleResult]]:
    for result in results:
        if result.outcome is Outcome.DENY:
            yield index, result
