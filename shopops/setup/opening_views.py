"""Where an operator of the site opens a shop. The link is in the answer to the form and nowhere
else, and only if no mail carries it."""

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from shopops.accounts.operators import factor_wanted
from shopops.setup.opening import open_shop
from shopops.setup.opening_form import OpeningForm
from shopops.tenants.models import User
from shopops.tenants.shops import TenantRefused

TEMPLATE = "setup/new_shop.html"
NO_OPERATOR = gettext_noop("Only an operator of this site opens shops. Ask whoever runs it.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_shop(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    if not request.user.is_staff:
        raise PermissionDenied(gettext(NO_OPERATOR))
    if asks := factor_wanted(request):
        return asks
    if request.method == "POST":
        return _open(request, request.user)
    return _page(request, OpeningForm())


def _open(request: HttpRequest, operator: User) -> HttpResponse:
    form = OpeningForm(request.POST)
    if form.is_valid():
        try:
            opened = open_shop(**form.wanted, operator=operator, now=timezone.now())
        except TenantRefused as refusal:
            form.add_error("slug", str(refusal))
        else:
            return TemplateResponse(request, TEMPLATE, {"opened": opened})
    return _page(request, form, status=422)


def _page(request: HttpRequest, form: OpeningForm, status: int = 200) -> HttpResponse:
    return TemplateResponse(request, TEMPLATE, {"form": form}, status=status)
