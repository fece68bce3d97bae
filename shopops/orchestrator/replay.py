"""What the pipeline would say of orders under other numbers. Nothing is written.

The agents, Policy and its context are the pipeline's own; only where the records, the numbers and
the clock come from is chosen here. Inside a tenant scope, a batch in a constant number of
statements.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db.models import Prefetch, prefetch_related_objects

from shopops.agents.facts import Pack
from shopops.agents.intake import IntakeAgent
from shopops.agents.intake.numbers import restated
from shopops.agents.proposal import Proposal as Proposed
from shopops.agents.resolution import ResolutionAgent
from shopops.agents.thresholds import Thresholds
from shopops.connectors.models import RecordType, SourceRecord
from shopops.orchestrator.batch import propose_one
from shopops.orchestrator.context import contexts_of
from shopops.orchestrator.resolve import stored_records
from shopops.policy.decide import decide
from shopops.policy.verdicts import Context, Verdict
from shopops.proposals import models
from shopops.proposals.read import pack_of, proposal_from, verdicts_of
from shopops.tenants.models import Tenant

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Said:
    """A proposal, Policy's verdict on each of its actions, and what both of them looked at."""

    proposal: Proposed
    verdicts: list[Verdict]
    pack: Pack
    context: Context


Answers = dict[int, Said]  # by the id of the stored proposal


def preload(rows: Sequence[models.Proposal]) -> None:
    """The actions of proposals, each with what Policy said of it before anybody approved."""
    first = models.Verdict.objects.order_by("action_id", "pk").distinct("action_id")
    prefetch_related_objects(rows, "pack", "actions", Prefetch("actions__verdicts", first))


def as_stored(rows: Sequence[models.Proposal]) -> Answers:
    """What was proposed and judged. Missing: what nobody has judged yet."""
    answers = Answers()
    for row in rows:
        verdicts = verdicts_of(row)
        if verdicts:
            pack = pack_of(row)
            proposal = proposal_from(row, row.actions.all(), pack)
            answers[row.pk] = Said(proposal, verdicts, pack, _context_of(row))
    return answers


def as_then(rows: Sequence[models.Proposal], numbers: Thresholds) -> Answers:
    """What these numbers would have made of the evidence and the context of that time.

    Intake's own judgement is the pack's and stays: the days that it counted are not counted anew.
    """
    resolution, answers = ResolutionAgent(numbers), Answers()
    for row in rows:
        with _alone(row):
            pack = restated(pack_of(row), numbers)
            proposal = resolution.propose(pack)
            answers[row.pk] = _said(pack, proposal, numbers, _context_of(row))
    return answers


def anew(
    tenant: Tenant, rows: Sequence[models.Proposal], numbers: Thresholds, *, now: datetime
) -> Answers:
    """What the pipeline's next run would make of these orders, had it these numbers and this clock.

    Missing: an order whose record is gone, or that the agents can't read; a run leaves it too.
    """
    ids = _on_record(tenant.pk, [row.order_id for row in rows])
    records = stored_records(tenant.pk, list(ids), numbers)
    intake = IntakeAgent(records, thresholds=numbers, now=lambda: now)
    resolution, contexts = ResolutionAgent(numbers), contexts_of(tenant.pk, rows, now=now)
    answers = Answers()
    for row in rows:
        if row.order_id in ids and (pair := propose_one(intake, resolution, row.order_id, tenant)):
            with _alone(row):
                answers[row.pk] = _said(*pair, numbers, contexts[row.pk])
    return answers


def _context_of(row: models.Proposal) -> Context:
    """In which it was judged. All verdicts of one judging have the same."""
    first = next(verdict for action in row.actions.all() for verdict in action.verdicts.all())
    return msgspec.convert(first.context, Context)


def _on_record(tenant_id: int, ids: list[str]) -> set[str]:
    records = SourceRecord.objects.filter(tenant_id=tenant_id, record_type=RecordType.ORDER)
    return set(records.filter(external_id__in=ids).values_list("external_id", flat=True))


def _said(pack: Pack, proposal: Proposed, numbers: Thresholds, context: Context) -> Said:
    """Were it stored, the pack's own evidence would be what resolves."""
    context = msgspec.structs.replace(context, resolvable_evidence_ids=frozenset(pack.evidence))
    verdicts = decide(pack=pack, proposal=proposal, thresholds=numbers, context=context)
    return Said(proposal, verdicts, pack, context)


@contextmanager
def _alone(row: models.Proposal) -> Iterator[None]:
    """An order that can't be judged must not hold up the others of its batch."""
    try:
        yield
    except Exception:
        logger.exception("Proposal %s could not be replayed", row.pk)
