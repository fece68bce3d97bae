"""What became of a decision's steps outside: when, in how many calls, and under which id there."""

from datetime import datetime

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, ngettext
from msgspec import Struct

from shopops.connectors.ports import DRAFT, EffectKind
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import State
from shopops.review.models import Decision
from shopops.review.words.labels import small
from shopops.review.words.times import short_moment

OVER = (State.SUCCEEDED, State.FAILED)


class Carried(Struct, frozen=True, kw_only=True):
    """`calls`: to the shop, looking up included. `shop_id`: the shop's own id of what it did;
    a mail is in no shop."""

    ended_at: datetime | None = None
    calls: int = 0
    shop_id: str = ""


NOT_YET = Carried()


def carried_by_action(decision: Decision) -> dict[int, Carried]:
    """In one statement."""
    effects = Effect.objects.of(decision.tenant_id).filter(
        proposal=decision.proposal_id, round=decision.round, action__isnull=False
    )
    rows = effects.exclude(state=State.LET_GO).annotate(
        calls=Coalesce(_calls(decision.tenant_id), 0)
    )
    return {
        one.action_id: Carried(
            ended_at=one.ended_at if one.state in OVER else None,
            calls=one.calls,
            shop_id="" if one.kind == EffectKind.MAIL else one.remote_id.removeprefix(DRAFT),
        )
        for one in rows
        if one.action_id is not None
    }


def _calls(tenant_id: int) -> Subquery:
    of_effect = Attempt.objects.filter(tenant=tenant_id, effect=OuterRef("pk"))
    return Subquery(of_effect.order_by().values("effect").annotate(n=Count("pk")).values("n"))


def in_words(became: str, carried: Carried) -> str:
    """`became`: the status in words."""
    if carried.ended_at is None:
        return small(became)
    at = gettext("{became} at {when}")
    parts = [at.format(became=small(became), when=short_moment(carried.ended_at))]
    if carried.calls:
        calls = ngettext("{number} call", "{number} calls", carried.calls)
        parts.append(calls.format(number=carried.calls))
    if carried.shop_id:
        parts.append(gettext("the shop’s own id {id}").format(id=carried.shop_id))
    return ", ".join(parts)
