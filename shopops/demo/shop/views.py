"""A demo shop's own pages: what is done in it is seen here, and something can be made to happen."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.timezone import now
from django.views.decorators.http import require_POST, require_safe

from shopops.agents.records import Order, Tracker
from shopops.connections.models import CarriesOut, Connection, State
from shopops.demo.shop import listing
from shopops.demo.shop.books import Declined, name_of, order_in, parcels_of
from shopops.demo.shop.doors import demo_only
from shopops.demo.shop.failing import WAITS as FAULT_WAITS
from shopops.demo.shop.failing import WORDS as FAULT_WORDS
from shopops.demo.shop.failing import Fault, let_fail
from shopops.demo.shop.happenings import WORDS, Cannot, Happening, happen, possible, sell
from shopops.demo.shop.models import Shop
from shopops.demo.shop.telling import NotTaken, tell
from shopops.review import settings as review_settings
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

CONNECTOR = "generic"


@demo_only
@require_safe
def shops(request: HttpRequest) -> HttpResponse:
    found = [_at_a_glance(one) for one in Shop.objects.order_by("slug")]
    return TemplateResponse(request, "demo/shops.html", {"shops": found})


def _at_a_glance(found: Shop) -> dict[str, object]:
    return {
        "shop": found,
        "name": name_of(found),
        "orders": found.orders.count(),
        "done": found.entries.count(),
        "entries": listing.entries(found, most=listing.NEWEST_ENTRIES),
    }


@demo_only
@require_safe
def shop(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Shop, slug=slug)
    wanted = request.GET.get("q", "").strip()[:40]
    context = {
        "orders": listing.orders(found, wanted),
        "entries": listing.entries(found),
        "wanted": wanted,
        "faults": [(str(one), words) for one, words in FAULT_WORDS.items()],
        "waiting": FAULT_WAITS[Fault(found.next_refund)] if found.next_refund else "",
    }
    return TemplateResponse(request, "demo/shop.html", {**_frame(found), **context})


@demo_only
@require_safe
def order(request: HttpRequest, slug: str, order_id: str) -> HttpResponse:
    found, record = _order(slug, order_id)
    parcels = parcels_of(found, record)
    context = {
        "order": record,
        "facts": list(listing.facts(record, parcels)),
        "entries": listing.entries(found, record.id),
        "possible": [(str(one), WORDS[one]) for one in possible(found, record, parcels)],
    }
    return TemplateResponse(request, "demo/shop_order.html", {**_frame(found), **context})


@demo_only
@require_POST
def make_happen(request: HttpRequest, slug: str, order_id: str) -> HttpResponse:
    found, record = _order(slug, order_id)
    try:
        what = Happening(request.POST.get("what", ""))
        with transaction.atomic():
            changed = happen(found, record, what, now=now())
    except (Cannot, Declined, ValueError):
        messages.error(request, "This can’t happen to this order any more.")
    else:
        if changed:
            _tell(request, found, WORDS[what], changed)
        else:
            messages.success(request, f"{WORDS[what]}: done. ShopOps was told nothing.")
    return redirect("demo_shop:order", slug, order_id)


@demo_only
@require_POST
def order_comes_in(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Shop, slug=slug)
    with transaction.atomic():
        Shop.objects.select_for_update().get(pk=found.pk)
        case = sell(found, now=now())
    _tell(request, found, f"Order {case.order.id} came in", [*case.trackers, case.order])
    return redirect("demo_shop:order", slug, case.order.id)


@demo_only
@require_POST
def refund_fails(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Shop, slug=slug)
    try:
        fault = Fault(request.POST.get("what", ""))
    except ValueError:
        messages.error(request, "There is no such failure.")
    else:
        let_fail(found, fault)
        messages.success(request, FAULT_WAITS[fault])
    return redirect("demo_shop:shop", slug)


def _order(slug: str, order_id: str) -> tuple[Shop, Order]:
    found = get_object_or_404(Shop, slug=slug)
    record = order_in(found, order_id)
    if record is None:
        raise Http404
    return found, record


def _frame(found: Shop) -> dict[str, object]:
    """`waits`: so many minutes a decision can be taken back, before anything of it happens here.
    `carries_out`: whether ShopOps does anything here at all."""
    tenant = Tenant.objects.filter(slug=found.slug).first()
    frame: dict[str, object] = {"shop": found, "name": name_of(found)}
    if tenant is None:
        return {**frame, "waits": 0, "carries_out": False}
    with tenant_scope(tenant.pk):
        carrying = Connection.objects.of(tenant.pk).filter(connector=CONNECTOR, state=State.ACTIVE)
        return {
            **frame,
            "waits": review_settings.current(tenant.pk).undo_minutes,
            "carries_out": carrying.exclude(carries_out=CarriesOut.NOTHING).exists(),
        }


def _tell(request: HttpRequest, found: Shop, what: str, changed: list[Order | Tracker]) -> None:
    try:
        outcomes = tell(found, *changed)
    except NotTaken as problem:
        messages.error(request, f"{what}. ShopOps did not take the webhook: {problem}")
        return
    said = ", ".join(outcomes)
    messages.success(request, f"{what}. ShopOps took the webhook: {said}.")
