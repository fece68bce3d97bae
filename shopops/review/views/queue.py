"""The queue, and beside it one order."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from shopops.accounts.freshness import proven_at
from shopops.proposals.models import Proposal
from shopops.review.active import active_filters
from shopops.review.ages import age_of
from shopops.review.beside import View, beside_queue
from shopops.review.counts import ALL, queue_counts
from shopops.review.cursor import Cursor
from shopops.review.detail.claim_strip import claim_strip
from shopops.review.detail.page import Detail, detail_of
from shopops.review.detail.standing import standing
from shopops.review.drafting.switch import model_for
from shopops.review.due import overdue_since
from shopops.review.forms import QueueForm
from shopops.review.handles import mint_handle
from shopops.review.models import Outcome
from shopops.review.proof import AtPage
from shopops.review.query import kept_query
from shopops.review.queue import next_waiting, place_of, queue_page
from shopops.review.queue_chips import chips
from shopops.review.queue_says import list_says
from shopops.review.views.addresses import query_string
from shopops.tenants.access import allows, shop_page
from shopops.tenants.models import Membership, Role

# What htmx swaps, by the id of its target; the full page includes the same partials.
PARTIALS = {"queue": "review/_queue.html", "more": "review/_items.html"}


@shop_page()
def queue(request: HttpRequest, member: Membership) -> HttpResponse:
    template = PARTIALS.get(_target(request), "review/review.html")
    return _page(request, template, queue_context(request, member))


@shop_page()
def proposal(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    now = timezone.now()
    detail = detail_of(member.tenant_id, proposal_id, now)
    context = detail_context(request, member, detail)
    if _target(request) == "detail":
        return _page(request, "review/_detail.html", context)
    return _page(request, "review/review.html", {**queue_context(request, member), **context})


def queue_context(request: HttpRequest, member: Membership) -> dict[str, Any]:
    form = QueueForm(request.GET)
    filters = form.filters(member.pk)
    beside = beside_queue(member, filters.wanted_status)
    now = timezone.now()
    after, query = form.cleaned_data.get("after"), query_string(request)
    decides = allows(member, Role.REVIEWER)
    page = queue_page(member.tenant_id, filters, after, now, beside.config)
    counts = queue_counts(member.tenant_id, overdue_since(now, beside.config))
    return {
        "section": "review",
        "form": form,
        "filters": filters,
        "query": query,
        "active": active_filters(request.GET, filters, beside.people),
        "beside": beside,
        "view": shown_view(request, beside.views),
        "page": page,
        "continues": _continues(request, after),
        "counts": counts,
        "chips": chips(counts, filters, query, decides=decides),
        "says": list_says(filters, counts[ALL], len(page.rows), more=bool(page.after or after)),
        "may_select": decides,
    }


def _continues(request: HttpRequest, after: Cursor | None) -> str | None:
    """The currency under whose heading more rows come, where the list goes on."""
    if _target(request) != "more" or after is None or after.value is None:
        return None
    return after.value[0]


def shown_view(request: HttpRequest, views: Sequence[View]) -> View | None:
    """The saved view that this address is."""
    query = query_string(request)
    same = (query.removeprefix("?"), kept_query(query))  # as typed: kept before amounts were plain
    return next((view for view in views if view.query in same), None)


def detail_context(request: HttpRequest, member: Membership, detail: Detail) -> dict[str, Any]:
    """With a decision handle, if this person may decide this proposal."""
    proposal = detail.proposal
    context: dict[str, Any] = {
        "section": "review",
        "detail": detail,
        "query": query_string(request),
        "may_decide": allows(member, Role.REVIEWER),
        "outcomes": Outcome.choices,
        "now": timezone.now(),
    }
    page = AtPage(proven_at(request))
    here = context["standing"] = standing(detail, member, context["now"], page=page)
    context["age"] = age_of(proposal, context["now"], here.config)
    if detail.waits:
        context["strip"] = claim_strip(
            order_id=proposal.order_id, member=member, claim=here.claim, now=context["now"]
        )
    if not context["may_decide"]:
        return context
    if detail.waits or here.needs_handle:
        context["handle"] = mint_handle(proposal=proposal, reviewer=member, now=context["now"])
    first = detail.first_approval
    context["approved_by_me"] = first is not None and first.membership_id == member.pk
    if here.may_edit(member):
        context["drafts"] = model_for(member.tenant_id) is not None
    if not detail.pending and proposal.waiting_since:
        context["next"] = following(request, member, proposal)
    return context


def following(request: HttpRequest, member: Membership, proposal: Proposal) -> Proposal | None:
    """The next one to decide, in the list that the address describes. Inside a tenant scope."""
    filters = QueueForm(request.GET).filters(member.pk)
    place = place_of(proposal, filters)
    return next_waiting(member.tenant_id, filters, place, timezone.now())


def _target(request: HttpRequest) -> str:
    """The id that htmx swaps; a page restored from history is a whole page."""
    if request.headers.get("HX-Request") != "true":
        return ""
    return request.headers.get("HX-Target", "")


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> TemplateResponse:
    response = TemplateResponse(request, template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response
