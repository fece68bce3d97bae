"""Every version of whether a model drafts words in this shop, newest first."""

from django.utils.translation import gettext

from shopops.administration.history import SHOWN_VERSIONS, HistoryRow, rows_of
from shopops.administration.words import ChangeWords
from shopops.review.drafting.switch import Wording, wording_of
from shopops.review.models import WordingVersion


def wording_history(tenant_id: int) -> list[HistoryRow]:
    newest_first = list(
        WordingVersion.objects.of(tenant_id)
        .select_related("author")
        .order_by("-version")[: SHOWN_VERSIONS + 1]
    )
    return rows_of(
        newest_first,
        lambda before, after: wording_changes(wording_of(before), wording_of(after)),
        first=lambda saved: wording_changes(Wording(), wording_of(saved)),
    )


def wording_changes(before: Wording, after: Wording) -> list[ChangeWords]:
    if before.drafts == after.drafts:
        return []
    return [ChangeWords(gettext("A model drafts words"), _said(before), _said(after))]


def _said(wording: Wording) -> str:
    return gettext("yes") if wording.drafts else gettext("no")
