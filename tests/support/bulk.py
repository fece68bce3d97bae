"""Previews of several orders and their confirmations, on the teaching orders."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from shopops.agents.proposal import ActionKind
from shopops.ledger import EventKind
from shopops.proposals.models import Proposal
from shopops.review.bulk.confirm import Words, confirm, find_run
from shopops.review.bulk.page import Result, RunPage, run_page
from shopops.review.bulk.preview import preview
from shopops.review.models import BulkKind
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MINUTE, ORDER
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing

CHOICE = ORDER  # send again or refund: somebody has to choose
ESCALATED = "O-1011"
WITH_CHOICE = ("O-1004", "O-1005", "O-1006", "O-1031")  # the last one in EUR
PLAIN = "O-1024"  # a refund, and a mail about it
SURE = Words(sure=True)
NO = Words(reason="no")
RESHIP = ActionKind.PROPOSE_RESHIP


def bulk_room(**numbers: Any) -> Reviewing:
    return reviewing([CHOICE, *WITH_CHOICE, PLAIN, ESCALATED], **numbers)


def approvable(room: Reviewing) -> list[Proposal]:
    """What can be approved, where sending again is preferred."""
    return [room.proposal(order) for order in (PLAIN, *WITH_CHOICE)]


def preview_of(
    room: Reviewing,
    rows: Sequence[Proposal | int],
    *,
    kind: BulkKind = BulkKind.APPROVE,
    prefer: ActionKind | None = RESHIP,
    name: str = "Maya",
    after: timedelta = MINUTE,
) -> UUID:
    return preview(
        tenant_id=room.shop.pk,
        reviewer=room.person(name),
        kind=kind,
        proposal_ids=[row if isinstance(row, int) else row.pk for row in rows],
        prefer=prefer,
        now=room.now + after,
    )


def confirm_run(
    room: Reviewing,
    run: UUID,
    words: Words = SURE,
    *,
    name: str = "Maya",
    after: timedelta = 2 * MINUTE,
) -> bool:
    return confirm(
        tenant_id=room.shop.pk,
        run_id=run,
        reviewer=room.person(name),
        words=words,
        now=room.now + after,
    )


def page_of_run(room: Reviewing, run: UUID, name: str = "Maya") -> RunPage:
    with tenant_scope(room.shop.pk):
        return run_page(find_run(room.shop.pk, run, room.person(name)), room.now)


def results_of(room: Reviewing, run: UUID) -> list[tuple[Result, str]]:
    return [(line.result, line.code) for line in page_of_run(room, run).lines]


def told_of(room: Reviewing) -> list[dict[str, object]]:
    with tenant_scope(room.shop.pk):
        return bodies_of_kind(room.shop.pk, EventKind.DECISION)


def read_again(rows: Sequence[Proposal]) -> list[Proposal]:
    return list(Proposal.objects.filter(pk__in=[row.pk for row in rows]))
