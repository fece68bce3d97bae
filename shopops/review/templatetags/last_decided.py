"""What this person decided last, while it can be taken back: on whichever order they are by now."""

from typing import Any

from django import template
from django.template import RequestContext
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.review.handles import mint_handle
from shopops.review.last_decided import remembered, to_take_back
from shopops.review.words.times import span

register = template.Library()


@register.inclusion_tag("review/_last_decided.html", takes_context=True)
def last_decided(context: RequestContext) -> dict[str, Any]:
    """Nothing on the page of an order that can be taken back itself, so that of two ways back none
    is mistaken for the other, and nothing once its time is over. Costs no statement where nothing
    was decided in this session."""
    request, member = context["request"], context["member"]
    shown = context.get("detail")
    proposal_id = remembered(request, member)
    if proposal_id is None or (shown is not None and shown.proposal.pk == proposal_id):
        return {}
    if shown is not None and context["standing"].undo is not None:
        return {}
    now = timezone.now()
    proposal = Proposal.objects.of(member.tenant_id).filter(pk=proposal_id).first()
    final = to_take_back(proposal, member, now) if proposal else None
    if not proposal or not final or final.undo_until is None:
        return {}
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "shop": context["shop"],
        "query": context.get("query", ""),
        "proposal": proposal,
        "decision": final.pk,
        "until": final.undo_until,
        "left": span(final.undo_until - now),
        "handle": mint_handle(proposal=proposal, reviewer=member, now=now),
    }
