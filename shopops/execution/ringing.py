"""What rings for a step, told to whoever is rung: which step, why, and where it stands."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from shopops.alarms.identity import RecordKind
from shopops.alarms.models import AlarmItem
from shopops.alarms.ringing.steps import Step, Telling
from shopops.connectors.ports import EffectKind
from shopops.execution.alarming import needs_somebody
from shopops.execution.codes import EffectCode
from shopops.execution.pages.codes import why
from shopops.execution.pages.listing import with_parts
from shopops.execution.pages.words import NOT_WELL, kind_words
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.tenants.amounts import amount_in


def tell(tenant_id: int, item_ids: Sequence[int]) -> Mapping[int, Telling]:
    """In two statements."""
    items = list(AlarmItem.objects.of(tenant_id).filter(pk__in=item_ids).select_related("tenant"))
    steps = steps_that_ring(items)
    return {item.pk: _telling(item, steps[item.pk]) for item in items if steps[item.pk]}


def steps_that_ring(items: Iterable[AlarmItem]) -> dict[int, list[Effect]]:
    """By item, all of one shop; oldest first."""
    items = list(items)
    if not items:
        return {}
    orders = {item.order_id for item in items}
    back = Q(state=State.SUCCEEDED, code=EffectCode.UNDELIVERED)
    effects = Effect.objects.of(items[0].tenant_id).filter(order_id__in=orders)
    found = list(with_parts(effects.filter(needs_somebody() | back)).order_by("pk"))
    return {item.pk: _of_item(item, found) for item in items}


def _of_item(item: AlarmItem, effects: Iterable[Effect]) -> list[Effect]:
    """A payment's refunds ring with it; where it could not, with the order (alarming)."""
    own = [one for one in effects if one.order_id == item.order_id]
    if item.record_kind == RecordKind.TRANSACTION:
        payment = item.record_ids[-1]
        return [
            one for one in own if one.kind == EffectKind.REFUND and one.transaction_id == payment
        ]
    return [one for one in own if one.kind != EffectKind.REFUND] or own


def _telling(item: AlarmItem, effects: Sequence[Effect]) -> Telling:
    def step() -> Step:
        first, *others = effects
        said = _said(first)
        page = reverse("execution:one", args=[item.tenant.slug, first.pk])
        if others:
            page = f"{reverse('execution:list', args=[item.tenant.slug])}?q={item.order_id}"
            more = _("{first}, and {number} more")
            said = more.format(first=said, number=len(others))
        return Step(said=said, why=_why(first), page=page)

    return step


def _said(effect: Effect) -> str:
    """ "Refund 69.00 USD was not carried out"."""
    step = kind_words(effect.kind)
    if effect.amount_minor is not None:
        step = f"{step} {amount_in(effect.amount_minor, effect.currency)}"
    if effect.state == State.UNKNOWN:
        return _("{step}: whether it happened is unknown").format(step=step)
    if effect.state == State.SUCCEEDED and effect.code in NOT_WELL:
        return f"{step}: {_(NOT_WELL[effect.code])}"
    return _("{step} was not carried out").format(step=step)


def _why(effect: Effect) -> str:
    """Without the shop's own words, which may be of a customer: mails are kept."""
    reason = why(effect.code, "")
    if not reason or reason.endswith("."):
        return reason
    return _("What the shop answered stands on the step’s page.")
