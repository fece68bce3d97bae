"""What a row of the list says of its order's steps and customer. Read with the row, by keys: a row
costs the same in whatever it is one of a million."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Model, OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Coalesce, Concat

from shopops.agents.proposal import ActionKind
from shopops.connectors.models import RecordType, SourceRecord
from shopops.policy.verdicts import Outcome
from shopops.proposals.models import Action, Proposal, Verdict
from shopops.review.words.actions import short

Listed = TypeVar("Listed", bound=Model)
BETWEEN = ":"


def with_steps(
    found: QuerySet[Listed], tenant_id: int, *, proposal: str = ""
) -> QuerySet[Listed, Any]:
    """In the same statement. `proposal`: the way to it, such as "proposal__"."""
    newest = Verdict.objects.of(tenant_id).filter(action=OuterRef("pk")).order_by("-id")
    outcome = Coalesce(Subquery(newest.values("outcome")[:1]), Value(""), output_field=TextField())
    actions = Action.objects.of(tenant_id).filter(proposal=OuterRef(f"{proposal}pk"))
    step = Concat("kind", Value(BETWEEN), outcome, output_field=TextField())
    listed: QuerySet[Listed, Any] = found.annotate(
        steps=ArraySubquery(actions.order_by("index").annotate(step=step).values("step")),
        customer=customer_of(tenant_id, proposal),
    )
    return listed


def customer_of(tenant_id: int, proposal: str = "") -> Subquery:
    """The name on the order's record; None or empty once that is erased."""
    orders = SourceRecord.objects.filter(
        tenant=tenant_id,
        record_type=RecordType.ORDER,
        external_id=OuterRef(f"{proposal}order_id"),
    )
    person = Coalesce(
        _name_in("customer"), _name_in("ship_to"), Value(""), output_field=TextField()
    )
    return Subquery(orders.annotate(person=person).values("person")[:1])


def _name_in(part: str) -> KeyTextTransform:
    return KeyTextTransform("name", KeyTransform(part, "body"))


def proposed(steps: Sequence[str]) -> str:
    """Such as: send again / refund. What policy leaves, else what it forbids; a mail, which says
    what else is done, only where nothing else is."""
    kinds = [kind for kind, _ in _allowed(steps) or _pairs(steps)]
    others = [kind for kind in kinds if kind != ActionKind.DRAFT_EMAIL]
    return " / ".join(dict.fromkeys(short(kind) for kind in others or kinds))


def forbidden(proposal: Proposal, steps: Sequence[str]) -> bool:
    """Policy forbids whatever somebody could approve."""
    offered = [one for one in _pairs(steps) if one[0] != ActionKind.AWAIT_HUMAN]
    return bool(offered) and proposal.can_proceed and not _allowed(steps)


def _pairs(steps: Sequence[str]) -> list[tuple[str, str]]:
    return [(kind, outcome) for kind, _, outcome in (one.partition(BETWEEN) for one in steps)]


def _allowed(steps: Sequence[str]) -> list[tuple[str, str]]:
    return [one for one in _pairs(steps) if one[1] != Outcome.DENY]
