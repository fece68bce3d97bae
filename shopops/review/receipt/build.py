"""Puts a receipt together, in a constant number of statements inside the tenant's scope."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from shopops import ledger
from shopops.agents.facts import Pack
from shopops.alarms.asked import VerifiedBy
from shopops.ledger import Entry as LedgerEntry
from shopops.ledger.pages import last_verified
from shopops.ledger.proof import Proof, proofs_of
from shopops.proposals.models import Action, Proposal
from shopops.proposals.read import pack_of
from shopops.review.detail.people import names_of
from shopops.review.editors import editors_of
from shopops.review.models import Decision, DecisionKind
from shopops.review.receipt import contents, parts
from shopops.review.receipt.acknowledged import acknowledged
from shopops.review.receipt.edits import edit_of
from shopops.review.receipt.mail import mails
from shopops.review.receipt.notes import note_of
from shopops.review.receipt.people import person
from shopops.review.receipt.rows import about
from shopops.review.recording import event_id_of
from shopops.review.words.alarms import VERIFIED
from shopops.review.words.decided import ASIDE
from shopops.review.words.events import event_sentence
from shopops.review.words.labels import said
from shopops.review.words.people import people_in
from shopops.tenants.models import Tenant


@dataclass(frozen=True, slots=True)
class Told:
    """What the ledger says: the rows about the decision, with proofs; `own` is its own row."""

    rows: list[LedgerEntry]
    proofs: Mapping[UUID, Proof]
    names: Mapping[str, str]
    own: LedgerEntry | None

    def sentence(self, entry: LedgerEntry) -> str:
        return event_sentence(entry, self.names)


def receipt_of(shop: Tenant, decision: Decision, now: datetime) -> contents.Receipt:
    """`decision`: as `find_decision` finds it."""
    row = decision.proposal
    pack, actions = pack_of(row), list(row.actions.all())
    told = _told(shop.pk, row, decision)
    chosen = _chosen(decision, actions)
    undone = _undone(decision)
    stands = decision.round == row.round and undone is None
    steps = parts.steps(actions, decision, pack, stands=stands)
    judged = [one for one in parts.verdicts(decision, row) if one.action_index in chosen]
    proof = told.proofs.get(told.own.event_id) if told.own else None
    return contents.Receipt(
        shop=shop.name,
        shop_slug=shop.slug,
        timezone=shop.timezone,
        decision_id=decision.pk,
        order_id=row.order_id,
        order_number=row.order_number,
        revision=row.revision,
        round=decision.round,
        proposal_digest=bytes(row.digest).hex(),
        kind=decision.kind,
        title=_title(decision, undone),
        sentence=told.sentence(told.own) if told.own else said(decision.get_kind_display()),
        final=decision.final,
        by=contents.By(who=person(decision.membership), at=decision.decided_at, how=_how(told.own)),
        before=_before(decision, told.own),
        delegated_by=person(decision.delegation.giver) if decision.delegation else None,
        set_aside=[said(ASIDE.get(code, code)) for code in decision.bypassed],
        together=decision.together,
        undone=undone,
        preset=decision.preset,
        outcome=said(decision.get_outcome_display()) if decision.outcome else "",
        note=note_of(decision, told.own),
        steps=steps,
        mails=mails(shop, decision, pack, actions),
        evidence=parts.evidence(pack, _cited(steps, pack)),
        rules=parts.rules(judged, actions, editors_of(row), decision.membership),
        thresholds_version=decision.thresholds_version,
        edit=edit_of(decision, row, actions, told.rows),
        acknowledgments=acknowledged(shop.pk, row.order_id, told.rows),
        entries=_entries(told),
        seq=proof.seq if proof else None,
        leaf=proof.leaf if proof else "",
        verified=_verified(shop.pk, proof),
        check=_check(shop, proof),
        printed_at=now,
    )


def _title(decision: Decision, undone: contents.By | None) -> str:
    """The paper's heading: who reads no further is not to take for valid what is not."""
    done = said(decision.get_kind_display())
    return gettext("{done}, then taken back").format(done=done) if undone else done


def _told(tenant_id: int, row: Proposal, decision: Decision) -> Told:
    rows = about(row, ledger.timeline(tenant_id, row.order_id))
    own_id = event_id_of(decision.handle)
    return Told(
        rows=rows,
        proofs=proofs_of(tenant_id, [entry.event_id for entry in rows]),
        names=names_of(tenant_id, people_in(rows)),
        own=next((entry for entry in rows if entry.event_id == own_id), None),
    )


def _how(own: LedgerEntry | None) -> str:
    """A decision that says nothing of it was taken by somebody who was signed in."""
    verified = own.body.get("verified_by") if own else None
    return said(VERIFIED.get(str(verified or VerifiedBy.SIGNED_IN), str(verified)))


def _chosen(decision: Decision, actions: Sequence[Action]) -> set[int]:
    """What an approval names; every other decision is about the whole proposal."""
    if decision.kind == DecisionKind.APPROVE:
        return set(decision.action_indexes)
    return {action.index for action in actions}


def _cited(steps: Sequence[contents.Step], pack: Pack) -> list[str]:
    """Of the steps; of a proposal without any, all that was collected."""
    cited = [found for step in steps for found in step.evidence_ids]
    return cited or list(pack.evidence)


def _before(decision: Decision, own: LedgerEntry | None) -> list[contents.By]:
    """Who approved the same in this round, earlier. The ledger says whether anybody did."""
    given = own.body.get("approvals_given") if own else None
    if decision.kind != DecisionKind.APPROVE or given == 1:
        return []
    earlier = Decision.objects.of(decision.tenant_id).filter(
        proposal=decision.proposal_id,
        kind=DecisionKind.APPROVE,
        round=decision.round,
        pk__lt=decision.pk,
    )
    return [
        contents.By(who=person(one.membership), at=one.decided_at)
        for one in earlier.select_related("membership")
    ]


def _undone(decision: Decision) -> contents.By | None:
    undo = getattr(decision, "undone_by", None) or _later_undo(decision)
    return contents.By(who=person(undo.membership), at=undo.decided_at) if undo else None


def _later_undo(decision: Decision) -> Decision | None:
    """A first of two approvals is taken back with the second."""
    if decision.kind != DecisionKind.APPROVE or decision.final:
        return None
    undos = Decision.objects.of(decision.tenant_id).filter(
        proposal=decision.proposal_id, kind=DecisionKind.UNDO, round=decision.round
    )
    return undos.select_related("membership").first()


def _entries(told: Told) -> list[contents.Entry]:
    return [
        contents.Entry(
            seq=proof.seq,
            kind=str(entry.kind),
            sentence=told.sentence(entry),
            recorded_at=entry.recorded_at,
            leaf=proof.leaf,
            line=proof.line,
            fits=proof.fits,
        )
        for entry in told.rows
        if (proof := told.proofs.get(entry.event_id)) is not None
    ]


def _check(shop: Tenant, own: Proof | None) -> list[str]:
    head = f" --head {own.leaf}" if own else ""
    return [
        f"manage.py ledger_export --tenant {shop.slug} --out DIR",
        f"python3 -I DIR/verify.py DIR{head}",
    ]


def _verified(tenant_id: int, own: Proof | None) -> contents.Verified | None:
    last = last_verified(tenant_id)
    if last is None:
        return None
    covers = own is not None and own.seq <= last.entries
    return contents.Verified(at=last.at, clean=last.clean, entries=last.entries, covers=covers)
