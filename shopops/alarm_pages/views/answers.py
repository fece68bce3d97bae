"""A signed-in person answers an item. Success is shown after the commit, a refusal on its page."""

from collections.abc import Callable
from http import HTTPStatus
from typing import NoReturn, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from msgspec import Struct

from shopops.alarm_pages import waiting
from shopops.alarm_pages.detail import find_item
from shopops.alarm_pages.forms import HandOff, Reason, Resolving, Until
from shopops.alarm_pages.views.item import item_context
from shopops.alarms import answers
from shopops.alarms.asked import Asker, Skill, Written
from shopops.alarms.clock import database_now
from shopops.alarms.hand_over import hand_over
from shopops.alarms.refusal_log import Attempt, keep_alone, keep_decision
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.said import said as said_of
from shopops.ledger import ActorType, EventKind
from shopops.mailing.outgoing import NoMailServer
from shopops.mailing.server import ServerAddressRefused
from shopops.review.refusals import DecisionRefused
from shopops.review.words.times import short_moment
from shopops.tenants.access import rendered, shop_command, shop_scope
from shopops.tenants.models import Membership, Role

INPUT = frozenset(
    {
        RefusalCode.REASON_REQUIRED,
        RefusalCode.UNTIL_TOO_FAR,
        RefusalCode.UNTIL_PAST,
        RefusalCode.UNTIL_MISSING,
        RefusalCode.HOLDER_MISSING,
        RefusalCode.HOLDER_UNKNOWN,
    }
)
Command = Callable[[], str]
Form = TypeVar("Form", Until, HandOff, Reason)


class Asking(Struct, frozen=True, kw_only=True):
    """Who wants what of which item."""

    member: Membership
    item_id: int
    kind: EventKind

    @property
    def attempt(self) -> Attempt:
        asker = Asker(skill=Skill.BROWSER, actor=ActorType.HUMAN, member=self.member)
        return Attempt(asker=asker, kind=self.kind, item_id=self.item_id)

    def filled(self, form: Form, otherwise: RefusalCode) -> Form:
        return form if form.is_valid() else self.refuse(otherwise)

    def refuse(self, code: RefusalCode) -> NoReturn:
        """Before any command is run; kept like what commands refuse."""
        refusal = Refused(code)
        keep_alone(self.member.tenant_id, refusal, self.attempt)
        raise refusal


@require_POST
@shop_command(Role.REVIEWER)
def acknowledge(request: HttpRequest, member: Membership, item_id: int) -> HttpResponse:
    asking = Asking(member=member, item_id=item_id, kind=EventKind.ACKNOWLEDGED)

    def work() -> str:
        form = asking.filled(Until(request.POST), RefusalCode.UNTIL_TOO_FAR)
        written = answers.acknowledge(
            confirmer=member,
            item_id=item_id,
            until=form.until(database_now()),
            note=form.cleaned_data["note"],
        )
        said = _("Acknowledged by you. Quiet until {end}, then it rings again.")
        return said.format(end=_end(written))

    return _answer(request, asking, work)


@require_POST
@shop_command(Role.REVIEWER)
def hand_off(request: HttpRequest, member: Membership, item_id: int) -> HttpResponse:
    asking = Asking(member=member, item_id=item_id, kind=EventKind.HANDED_OFF)

    def work() -> str:
        form = asking.filled(HandOff(request.POST), RefusalCode.HOLDER_MISSING)
        until = form.until(database_now()) or asking.refuse(RefusalCode.UNTIL_MISSING)
        holder = _holder(asking, form.cleaned_data["holder"])
        written = hand_over(
            by=member,
            item_id=item_id,
            holder=holder,
            until=until,
            note=form.cleaned_data["note"],
        )
        said = _("Handed to {name}, who was told by mail, until {end}.")
        return said.format(name=holder.display_name, end=_end(written))

    return _answer(request, asking, work)


@require_POST
@shop_command(Role.REVIEWER)
def resolve(request: HttpRequest, member: Membership, item_id: int) -> HttpResponse:
    asking = Asking(member=member, item_id=item_id, kind=EventKind.RESOLVED)

    def work() -> str:
        form = asking.filled(Resolving(request.POST), RefusalCode.REASON_REQUIRED)
        reason, seen = form.cleaned_data["reason"], form.cleaned_data["proposal"]
        waiting.resolve(by=member, item_id=item_id, reason=reason, seen=seen)
        return _("Resolved. It rings again only on newer evidence.")

    return _answer(request, asking, work)


@require_POST
@shop_command(Role.REVIEWER)
def unacknowledge(request: HttpRequest, member: Membership, item_id: int) -> HttpResponse:
    asking = Asking(member=member, item_id=item_id, kind=EventKind.UNACKNOWLEDGED)

    def work() -> str:
        form = asking.filled(Reason(request.POST), RefusalCode.REASON_REQUIRED)
        answers.unacknowledge(by=member, item_id=item_id, reason=form.cleaned_data["reason"])
        return _("The snooze is taken back. It rings again now.")

    return _answer(request, asking, work)


def _answer(request: HttpRequest, asking: Asking, command: Command) -> HttpResponse:
    member, item_id = asking.member, asking.item_id
    with shop_scope(member):
        find_item(member.tenant_id, item_id)
    try:
        with timezone.override(member.tenant.timezone):
            said = command()
    except Refused as refusal:
        status = HTTPStatus.CONFLICT
        if refusal.code in INPUT:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
        return _refused(request, asking, said_of(refusal), refusal.code, status)
    except DecisionRefused as refusal:
        said = str(refusal)
        keep_decision(member.tenant_id, code=refusal.code, said=said, attempt=asking.attempt)
        return _refused(request, asking, said, refusal.code, refusal.status)
    except (NoMailServer, ServerAddressRefused) as problem:
        unavailable = HTTPStatus.SERVICE_UNAVAILABLE
        return _refused(request, asking, str(problem), "no_mail_server", unavailable)
    messages.success(request, said)
    return redirect("alarms:item", member.tenant.slug, item_id)


def _refused(
    request: HttpRequest, asking: Asking, said: str, code: str, status: HTTPStatus
) -> HttpResponse:
    """The item as it is now, and above it why nothing was done."""
    member = asking.member
    with shop_scope(member):
        context = item_context(member, asking.item_id) | {"refusal": {"said": said, "code": code}}
        return rendered(
            TemplateResponse(request, "alarms/item.html", context, status=status), member
        )


def _holder(asking: Asking, holder_id: int) -> Membership:
    found = Membership.objects.filter(tenant_id=asking.member.tenant_id, pk=holder_id, active=True)
    return found.first() or asking.refuse(RefusalCode.HOLDER_UNKNOWN)


def _end(written: Written) -> str:
    return short_moment(written.state.until) if written.state.until else _("its end")
