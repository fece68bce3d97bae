"""The thresholds page, for every view that shows it."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from shopops.administration.draft import blank_forms, draft_of
from shopops.administration.forms import CapsFormSet, NumbersForm, PreviewForm
from shopops.administration.history import version_history
from shopops.administration.merging import on_top_of
from shopops.administration.refusals import VersionMoved
from shopops.administration.threshold_words import in_sentences
from shopops.tenants import thresholds
from shopops.tenants.access import rendered, shop_scope
from shopops.tenants.models import Membership
from shopops.tenants.thresholds import NoThresholds

TEMPLATE = "administration/thresholds.html"


def thresholds_form(
    request: HttpRequest,
    member: Membership,
    numbers: NumbersForm,
    caps: CapsFormSet,
    *,
    status: int = 200,
    moved: str = "",
) -> TemplateResponse:
    """`moved`: what to say when somebody else saved a version in between. Inside the scope."""
    context = {
        "section": "settings",
        "numbers": numbers,
        "caps": caps,
        "trial": PreviewForm(),
        "moved": moved,
        "in_force": in_sentences(thresholds.current(member.tenant_id)),
        "history": version_history(member.tenant_id),
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)


def moved_form(
    request: HttpRequest, member: Membership, numbers: NumbersForm, caps: CapsFormSet
) -> HttpResponse:
    """What this author typed validly, on top of what somebody else saved. Opens its own scope."""
    with shop_scope(member):
        current = thresholds.current(member.tenant_id)
        try:
            base = thresholds.at(member.tenant_id, numbers.cleaned_data["based_on"])
        except NoThresholds:
            base = current
        merged = on_top_of(current, base=base, draft=draft_of(current, numbers, caps))
        again, caps = blank_forms(merged)
        again.initial["reason"] = numbers.cleaned_data["reason"]
        words = str(VersionMoved(current.version))
        page = thresholds_form(request, member, again, caps, status=409, moved=words)
        return rendered(page, member)
