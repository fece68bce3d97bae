"""Steps, evidence and rules of a decision, as its receipt says them."""

from collections.abc import Collection, Iterable, Sequence

import msgspec
from django.utils.translation import gettext, gettext_noop

from shopops.agents.facts import Pack
from shopops.agents.proposal import GOODWILL, Action, ActionKind
from shopops.outreach.settled import Choice, settled
from shopops.policy.reasons import Reason
from shopops.policy.verdicts import Verdict
from shopops.proposals.models import Action as ActionRow
from shopops.proposals.models import Proposal
from shopops.proposals.read import verdicts_of
from shopops.review.detail.policy_card import OUTCOMES
from shopops.review.detail.shown import shown_by_evidence
from shopops.review.models import Decision, DecisionKind
from shopops.review.receipt.carried import NOT_YET, Carried, carried_by_action, in_words
from shopops.review.receipt.contents import Piece, Rule, Step
from shopops.review.words.actions import amount, subtitle, title
from shopops.review.words.policy import because
from shopops.review.words.rules import rule_words
from shopops.tenants.models import Membership

NOT_ITS_OWN = gettext_noop(
    "Proposed by Resolution, changed by the approver. For this amount that is enough."
)
NEITHER = gettext_noop("The approver neither proposed nor changed it.")
SPOKEN_OF = gettext_noop("The mail gives nothing, and is judged with the order’s amount. {said}")


def steps(rows: Sequence[ActionRow], decision: Decision, pack: Pack, *, stands: bool) -> list[Step]:
    """The chosen ones, with what became of each so far. `stands`: what became of them is by this
    decision and not by a later one, after this was taken back."""
    actions = [msgspec.convert(row.body, Action) for row in rows]
    if decision.kind != DecisionKind.APPROVE:
        return [
            _step(row, one, pack, _became(row, NOT_YET, stands=stands))
            for row, one in zip(rows, actions, strict=True)
        ]
    choice = Choice(offered=actions, indexes=decision.action_indexes)
    carried = carried_by_action(decision) if stands else {}
    return [
        _step(
            row,
            _as_said(one, choice, pack),
            pack,
            _became(row, carried.get(row.pk, NOT_YET), stands=stands),
        )
        for row, one in zip(rows, actions, strict=True)
        if row.index in choice.indexes
    ]


def _as_said(action: Action, choice: Choice, pack: Pack) -> Action:
    """A mail says what was approved beside it, not what could have been chosen."""
    if action.kind is not ActionKind.DRAFT_EMAIL:
        return action
    said = settled(action.body_outline, choice, pack.money)
    return msgspec.structs.replace(action, body_outline=said)


def _became(row: ActionRow, carried: Carried, *, stands: bool) -> tuple[str, Carried]:
    if not (row.approved and stands):
        return "", NOT_YET
    return in_words(row.get_execution_status_display(), carried), carried


def _step(row: ActionRow, action: Action, pack: Pack, became: tuple[str, Carried]) -> Step:
    words, carried = became
    return Step(
        title=title(action.kind),
        about=subtitle([action], pack),
        amount=amount([action]),
        became=words,
        ended_at=carried.ended_at,
        calls=carried.calls,
        shop_id=carried.shop_id,
        evidence_ids=list(action.evidence_ids),
    )


def evidence(pack: Pack, cited: Iterable[str]) -> list[Piece]:
    """Each piece once, in the order of citing."""
    shown = shown_by_evidence(pack)
    return [
        Piece(
            id=found.id,
            says=shown.get(found.id, ""),
            source_object=found.source_object,
            json_path=found.json_path,
            value_sha256=found.value_sha256,
            payload_sha256=found.payload_sha256,
            received_at=found.received_at,
        )
        for name in dict.fromkeys(cited)
        if (found := pack.evidence.get(name)) is not None
    ]


def verdicts(decision: Decision, row: Proposal) -> list[Verdict]:
    """As judged for an approval, with the approver known; else Policy's answer to the proposal."""
    if decision.kind == DecisionKind.APPROVE:
        return msgspec.convert(decision.verdicts, list[Verdict])
    return verdicts_of(row)


def rules(
    judged: Sequence[Verdict],
    rows: Sequence[ActionRow],
    editors: Collection[Membership],
    approver: Membership,
) -> list[Rule]:
    """Strictest first; the same answer for several actions once. `editors`: who changed what was
    proposed, as beside them "not the proposer" says too little."""
    found: dict[tuple[str, str], Rule] = {}
    actions = {row.index: row for row in rows}
    chosen = [actions[verdict.action_index] for verdict in judged]
    for verdict in judged:
        row = actions[verdict.action_index]
        for result in verdict.results:
            said = because(result, row.currency or None)
            if result.numbers.get("amount") == row.amount_minor and _only_speaks(row, chosen):
                said = gettext(SPOKEN_OF).format(said=said)
            if result.reason == Reason.INDEPENDENT_APPROVER and editors:
                said = gettext(NOT_ITS_OWN if approver in editors else NEITHER)
            named = title(row.kind)
            before = found.get((result.rule, said))
            names = [before.of, named] if before and named not in before.of else [named]
            found[result.rule, said] = Rule(
                id=str(result.rule),
                about=rule_words(result.rule),
                of=before.of if before and named in before.of else ", ".join(names),
                sentence=said,
                outcome=OUTCOMES[result.outcome],
                numbers=result.numbers,
            )
    return sorted(found.values(), key=lambda rule: (_strict(rule), rule.id))


def _only_speaks(row: ActionRow, chosen: Sequence[ActionRow]) -> bool:
    """A mail that gives nothing is judged with what the order's steps could have cost at most;
    where less was chosen beside it, its amount is no step's."""
    says = row.kind == ActionKind.DRAFT_EMAIL and row.cause != GOODWILL
    amounts = {one.amount_minor for one in chosen if one.kind != ActionKind.DRAFT_EMAIL}
    return says and bool(amounts) and row.amount_minor not in amounts


def _strict(rule: Rule) -> int:
    return -list(OUTCOMES.values()).index(rule.outcome)
