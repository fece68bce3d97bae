"""What a connected shop sent: the list, and one delivery."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers

from shopops.administration.connections.listing import about_of, came, listing, row_of
from shopops.administration.connections.views import connection_of
from shopops.connections.models import Delivery
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership, Role

LIST = "administration/connections_deliveries.html"
ROWS = "administration/connections_delivery_rows.html"
ONE = "administration/connections_delivery.html"


@shop_page(least=Role.AUDITOR)
def deliveries_page(request: HttpRequest, member: Membership, connection_id: int) -> HttpResponse:
    connection = connection_of(member, connection_id)
    after = request.GET.get("after", "")
    context = {
        "section": "settings",
        "connection": connection,
        "listing": listing(connection, after),
        "first": not after,
    }
    more = request.headers.get("HX-Target") == "more"
    response = TemplateResponse(request, ROWS if more else LIST, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


@shop_page(least=Role.AUDITOR)
def delivery_page(
    request: HttpRequest, member: Membership, connection_id: int, delivery_id: int
) -> HttpResponse:
    connection = connection_of(member, connection_id)
    deliveries = Delivery.objects.of(member.tenant_id).filter(connection=connection)
    found = deliveries.filter(pk=delivery_id).first()
    if found is None:
        raise Http404
    context = {
        "section": "settings",
        "connection": connection,
        "row": row_of(found, about_of(found)),
        "came": came(found),
    }
    return TemplateResponse(request, ONE, context)
