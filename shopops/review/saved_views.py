"""Keeping a set of filters under a name. A view is its address, and shows what it shows to whoever
opens it; sharing puts it into everybody's list."""

from typing import ClassVar

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from shopops.review.models import SavedView
from shopops.review.query import kept_query
from shopops.review.reasons import clean
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role
from shopops.tenants.refusals import sqlstate_of

MOST_VIEWS = 30
LONGEST_NAME = 60
LONGEST_QUERY = 500
UNIQUE_VIOLATION = "23505"


class ViewRefused(Exception):
    """The view was not kept."""

    code: ClassVar[str] = "view_refused"

    def __str__(self) -> str:
        return gettext(type(self).__doc__ or self.code)


class NameNeeded(ViewRefused):
    """Give the view a name of at most 60 characters."""

    code = "view_name_required"


class NameTaken(ViewRefused):
    """You have a view of that name. Choose another one, or remove that one first."""

    code = "view_name_taken"


class TooManyViews(ViewRefused):
    """You keep 30 views, which is the most. Remove one that you no longer need."""

    code = "too_many_views"


class FiltersTooLong(ViewRefused):
    """These filters are too long for a view. Take one out."""

    code = "view_too_long"


class ViewNotYours(ViewRefused):
    """There is no such view of yours. An administrator may remove a shared one."""

    code = "view_unknown"


class SharingNeedsAdmin(ViewRefused):
    """Only an administrator shares a view with everybody. Keep it for yourself, or ask one."""

    code = "not_admin"


def save_view(*, member: Membership, name: str, query: str, shared: bool) -> SavedView:
    """Inside a tenant scope. Raises a `ViewRefused`."""
    named = " ".join(clean(name).split())
    kept = kept_query(query)
    if not 0 < len(named) <= LONGEST_NAME:
        raise NameNeeded
    if len(kept) > LONGEST_QUERY:
        raise FiltersTooLong
    if shared and not allows(member, Role.ADMIN):
        raise SharingNeedsAdmin
    if SavedView.objects.of(member.tenant_id).filter(owner=member).count() >= MOST_VIEWS:
        raise TooManyViews
    try:
        with transaction.atomic():
            return SavedView.objects.create(
                tenant_id=member.tenant_id, owner=member, name=named, query=kept, shared=shared
            )
    except IntegrityError as error:
        if sqlstate_of(error) != UNIQUE_VIOLATION:
            raise
        raise NameTaken from error


def remove_view(*, member: Membership, view_id: int) -> str:
    """One's own, or as an admin a shared one. Answers with its name; raises `ViewNotYours`."""
    view = SavedView.objects.of(member.tenant_id).filter(pk=view_id).first()
    theirs = view is not None and view.owner_id == member.pk
    if view is None or not (theirs or (view.shared and allows(member, Role.ADMIN))):
        raise ViewNotYours
    view.delete()
    return view.name
