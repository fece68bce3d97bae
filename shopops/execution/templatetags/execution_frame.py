"""What other pages say about carrying out: of an order's proposal, and of approving it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import template
from django.utils.translation import gettext as _

from shopops.alarms.clock import database_now
from shopops.alarms.models import AlarmItem
from shopops.connections.models import CarriesOut
from shopops.execution.pages.listing import with_parts
from shopops.execution.pages.rows import Row, row_of, rows_of
from shopops.execution.pages.words import stopped_at
from shopops.execution.ringing import steps_that_ring
from shopops.outbox.enqueue import home_of
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.proposals.models import Proposal
from shopops.review.words.times import short_moment
from shopops.tenants.models import Tenant

register = template.Library()


@register.simple_tag
def carried_out(shop: Tenant, proposal_id: int, round_: int | None = None) -> dict[str, Any]:
    """Where each step of the proposal stands, for execution/_carried_out.html: what only waits
    until nobody can undo it any more in one line, `soon`, by its time; the others, `rows`, one by
    one. `round_`: of the decision that it was approved in; None: of any that was not taken back.
    Empty where no step was to be done."""
    found = Effect.objects.of(shop.pk).filter(proposal=proposal_id)
    found = found.exclude(state=State.LET_GO) if round_ is None else found.filter(round=round_)
    effects, now = list(with_parts(found.order_by("pk"))), database_now()
    return _lines([(one, row_of(one, now)) for one in effects], now) if effects else {}


def _lines(found: Sequence[tuple[Effect, Row]], now: datetime) -> dict[str, Any]:
    soon: dict[str, list[Row]] = {}
    rows = []
    for effect, row in found:
        if effect.state == State.HELD and effect.not_before > now and row.standing.coming:
            soon.setdefault(short_moment(effect.not_before), []).append(row)
        else:
            rows.append(row)
    return {"soon": soon, "rows": rows}


@register.simple_tag
def ringing_steps(item: AlarmItem) -> list[Row]:
    """The steps that an alarm rings for; none once nothing of them needs anybody."""
    return rows_of(steps_that_ring([item])[item.pk], database_now())


@register.simple_tag
def approving_means(proposal: Proposal) -> str:
    """What happens with a step that is approved now."""
    connection = home_of(proposal.tenant_id, proposal.order_id)
    if connection is None:
        return _("Approved steps are held: no shop is connected, so people do them there by hand.")
    if stopped := stopped_at(connection):
        return _("Approved steps are held. {why}").format(why=stopped)
    if connection.carries_out == CarriesOut.NOTHING:
        said = _("Approved steps are held: ShopOps does nothing in {shop}; people do them there.")
    else:
        said = _("Approved steps are carried out in {shop}, once they can no longer be undone.")
    return said.format(shop=connection.title)


@register.simple_tag
def mail_means(proposal: Proposal) -> str:
    """What happens with the mail once it is approved."""
    connection = home_of(proposal.tenant_id, proposal.order_id)
    if connection is None or connection.carries_out == CarriesOut.NOTHING:
        return _("Not sent from here: send it yourself")
    if stopped := stopped_at(connection):
        return stopped
    return _("Goes out once it is approved and can no longer be undone")


@register.simple_tag
def permitted_means(proposal: Proposal) -> str:
    """What happens with steps that need no approval."""
    connection = home_of(proposal.tenant_id, proposal.order_id)
    if connection is None or connection.carries_out != CarriesOut.PERMITTED:
        return _("Nothing of it is carried out by itself: people do it in the shop.")
    if stopped := stopped_at(connection):
        return stopped
    said = _("ShopOps does in {shop} what needs no approval, from when that was set on.")
    return said.format(shop=connection.title)
