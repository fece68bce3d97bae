"""What ShopOps asks a demo shop, as docs/connect-own-system.md has it."""

import time
from typing import Any
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from shopops.demo.shop.books import Declined, do_asked, name_of, order_in
from shopops.demo.shop.doors import demo_only
from shopops.demo.shop.failing import dawdle, refuse, taken_fault
from shopops.demo.shop.models import Entry, Kind, Shop
from shopops.demo.shop.telling import tell_later

PATHS = {
    "/refunds": Kind.REFUND,
    "/replacements": Kind.REPLACEMENT,
    "/credits": Kind.CREDIT,
    "/notes": Kind.NOTE,
}
OFFERS = ["orders", *(path.removeprefix("/") for path in PATHS)]
KEY_DIGITS = 64


@csrf_exempt
@demo_only
@require_http_methods(["GET", "POST"])
def answer(request: HttpRequest, slug: str, path: str = "") -> HttpResponse:
    shop, path = get_object_or_404(Shop, slug=slug), f"/{path}"
    message_id = request.headers.get("webhook-id", "")
    if not _is_proven(request, shop):
        return _problem(Declined(401, "not_authorized", "The signature does not fit."))
    if request.method == "POST":
        return _do(request, shop, path, message_id)
    query = request.META["QUERY_STRING"]
    if unquote(message_id) != unquote(f"{path}?{query}" if query else path):
        return _problem(Declined(401, "not_authorized", "This was signed for something else."))
    if path == "/notes":
        return _notes(shop, request.GET.get("order_id", ""))
    return _read(shop, path)


def _is_proven(request: HttpRequest, shop: Shop) -> bool:
    try:
        headers = {name.lower(): value for name, value in request.headers.items()}
        Webhook(shop.secret_out).verify(request.body, headers, json_parse=False)
    except WebhookVerificationError:
        return False
    return True


def _do(request: HttpRequest, shop: Shop, path: str, key: str) -> HttpResponse:
    try:
        if path not in PATHS or len(key) != KEY_DIGITS:
            raise Declined(404, "not_offered", "There is nothing here.")
        fault = taken_fault(shop, PATHS[path], key)
        refuse(fault)
        made, is_new = do_asked(shop, key=key, kind=PATHS[path], body=request.body, now=now())
    except Declined as declined:
        return _problem(declined)
    order = order_in(shop, made.order_id)
    if is_new and made.kind == Kind.REFUND and order is not None:
        tell_later(shop, order)
    dawdle(fault, time.sleep)
    return JsonResponse(_effect(made))


def _read(shop: Shop, path: str) -> HttpResponse:
    _, what, name = (*path.split("/", 2), "")[:3]
    if path == "/":
        return JsonResponse({"name": name_of(shop), "protocol": 1, "offers": OFFERS})
    if what == "orders":
        row = shop.orders.filter(order_id=name).first()
        if row is not None:
            return HttpResponse(row.document, content_type="application/json")
        return _problem(Declined(404, "unknown_order", "There is no such order."))
    made = shop.entries.filter(key=name).first() if what == "effects" else None
    if made is not None:
        return JsonResponse(_effect(made))
    if what == "effects":
        return _problem(Declined(404, "unknown_effect", "This key never came."), key=name)
    return _problem(Declined(404, "not_offered", "There is nothing here."))


def _notes(shop: Shop, order_id: str) -> HttpResponse:
    """Those with a code, whoever wrote them: a shop of this size shows them on one page."""
    rows = shop.entries.filter(kind=Kind.NOTE, order_id=order_id, said__has_key="code")
    notes = [
        {"id": one.name, "code": one.said["code"], "lines": one.said["lines"]}
        for one in rows.order_by("pk")
    ]
    return JsonResponse({"notes": notes})


def _effect(made: Entry) -> dict[str, Any]:
    return {"key": made.key, "status": "done", "id": made.name, "done_at": made.at.isoformat()}


def _problem(declined: Declined, **more: str) -> HttpResponse:
    said = {"title": "Not done", "status": declined.status, "detail": str(declined)}
    return JsonResponse(
        {**said, "code": declined.code, **more},
        status=declined.status,
        content_type="application/problem+json",
    )
