"""The shop's tokens as the page shows them."""

from datetime import datetime

from django.db.models import QuerySet
from msgspec import Struct

from shopops.administration.token_page.forms import ReplaceForm
from shopops.tenants.models import ApiToken
from shopops.tenants.tokens import live_tokens

MOST_ENDED = 30


class Row(Struct, frozen=True, kw_only=True):
    """`asleep`: it works again only when its person does."""

    token: ApiToken
    form: ReplaceForm
    asleep: bool


def live_rows(tenant_id: int, now: datetime) -> list[Row]:
    found = _tokens(tenant_id).filter(live_tokens(now)).order_by("name", "-id")
    return [_row(token) for token in found]


def ended(tenant_id: int, now: datetime) -> list[ApiToken]:
    return list(_tokens(tenant_id).exclude(live_tokens(now)).order_by("-id")[:MOST_ENDED])


def _tokens(tenant_id: int) -> QuerySet[ApiToken]:
    found = ApiToken.objects.filter(tenant_id=tenant_id)
    return found.select_related("created_by", "acts_for")


def _row(token: ApiToken) -> Row:
    seen = "" if token.expires_at is None else token.expires_at.isoformat()
    form = ReplaceForm(initial={"seen_expires": seen}, auto_id=f"id_{token.pk}_%s")
    person = token.acts_for
    return Row(token=token, form=form, asleep=person is not None and not person.active)
