"""A process that is killed while it decides several orders: each is decided whole, or untouched."""

import signal
import subprocess
import sys
from collections.abc import Callable
from uuid import UUID

import psycopg
import pytest

from shopops.agents.proposal import ActionKind
from shopops.ledger import EventKind
from shopops.proposals.models import Action, ReviewStatus
from shopops.review.bulk.confirm import find_run
from shopops.review.bulk.page import Result, run_page
from shopops.review.bulk.preview import preview
from shopops.review.models import BulkKind, Decision, DecisionHandle
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.locks import wait_for_a_waiting_session
from tests.support.programs import ROOT, clean_environment
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
FIRST, SECOND, THIRD = ORDERS = ("O-1024", "O-1001", "O-1004")
CONFIRMS = """
import sys
from uuid import UUID
import django
django.setup()
from shopops.review.bulk.confirm import Words, confirm
from shopops.tenants.models import Membership
person = Membership.objects.select_related("tenant").get(pk=int(sys.argv[1]))
confirm(
    tenant_id=person.tenant_id,
    run_id=UUID(sys.argv[2]),
    reviewer=person,
    words=Words(sure=True),
)
"""


def _kill_at_the_second(room: Reviewing, run: UUID, *, app: str, superuser: str) -> None:
    """Its handle is used and its status written by then, and its actions wait for us."""
    environment = clean_environment(DATABASE_URL=app, DJANGO_SETTINGS_MODULE="shopops.settings")
    command = [sys.executable, "-c", CONFIRMS, str(room.person().pk), str(run)]
    with psycopg.connect(superuser) as holder:
        holder.execute(
            "SELECT FROM proposals_action WHERE proposal_id = %s FOR UPDATE",
            [room.proposal(SECOND).pk],
        )
        process = subprocess.Popen(command, cwd=ROOT, env=environment)
        try:
            wait_for_a_waiting_session(superuser)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=60)


def test_one_is_decided_the_one_in_hand_is_untouched_and_the_rest_is_not_tried(
    role_dsn: Callable[[str], str], superuser_dsn: str
) -> None:
    room = reviewing_now(ORDERS)
    run = preview(
        tenant_id=room.shop.pk,
        reviewer=room.person(),
        kind=BulkKind.APPROVE,
        proposal_ids=[room.proposal(order).pk for order in ORDERS],
        prefer=ActionKind.PROPOSE_RESHIP,
    )
    _kill_at_the_second(room, run, app=role_dsn("so_app"), superuser=superuser_dsn)
    assert [room.proposal(order).review_status for order in ORDERS] == [
        ReviewStatus.APPROVED,
        ReviewStatus.PENDING,
        ReviewStatus.PENDING,
    ]
    decided = Decision.objects.get().proposal
    assert decided == room.proposal(FIRST)
    assert DecisionHandle.objects.filter(used_at=None).count() == 2
    assert not Action.objects.filter(approved=True).exclude(proposal=decided).exists()
    with tenant_scope(room.shop.pk):
        [told] = bodies_of_kind(room.shop.pk, EventKind.DECISION)
        page = run_page(find_run(room.shop.pk, run, room.person()), room.now)
    assert told["order"] == FIRST
    assert [line.result for line in page.lines] == [
        Result.DECIDED,
        Result.UNTRIED,
        Result.UNTRIED,
    ]
    assert page.again == [room.proposal(order).pk for order in (SECOND, THIRD)]
