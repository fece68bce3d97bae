"""Every version of what a shop asked of a sender, newest first."""

from django.utils.translation import gettext

from shopops.acknowledgments.models import InboundRulesVersion
from shopops.acknowledgments.rules import Rules
from shopops.administration.history import SHOWN_VERSIONS, HistoryRow, rows_of
from shopops.administration.words import ChangeWords

Saved = InboundRulesVersion | Rules


def replies_history(tenant_id: int) -> list[HistoryRow]:
    newest_first = list(
        InboundRulesVersion.objects.of(tenant_id)
        .select_related("author")
        .order_by("-version")[: SHOWN_VERSIONS + 1]
    )
    return rows_of(
        newest_first, replies_changes, first=lambda saved: replies_changes(Rules(), saved)
    )


def replies_changes(before: Saved, after: Saved) -> list[ChangeWords]:
    found = []
    if before.takes_unproven != after.takes_unproven:
        found.append(ChangeWords(gettext("Answers that count"), _proof(before), _proof(after)))
    if before.authserv_id != after.authserv_id:
        found.append(
            ChangeWords(gettext("Mail server whose word counts"), _name(before), _name(after))
        )
    return found


def _proof(saved: Saved) -> str:
    return gettext("also unproven ones") if saved.takes_unproven else gettext("only proven ones")


def _name(saved: Saved) -> str:
    return saved.authserv_id or gettext("the site’s own")
