"""Whatever a reviewer's page sends, sent once more changes nothing that was not changed by then.

What has to be decided on, what was decided, what is held because of it and what the ledger tells is
read before and after; what a page leaves behind of itself (handles, leases, previews) is not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ESCALATED, ORDER
from tests.support.pages import handle_in
from tests.support.reviewing import Reviewing, reviewing_now
from tests.support.signing_in import proven
from tests.support.walls.shop_pages import REVIEW

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PLAIN = "O-1024"
KEEPS_NOTHING = {"review/<int:proposal_id>/draft/"}  # words to look at, in a form not yet sent
KEPT = {
    "ledger_event": "event_id, kind, body",
    "proposals_proposal": "id, review_status, round, decided_by_id, superseded_by_id",
    "proposals_action": "id, approved, execution_status",
    "review_decision": "id",
    "review_reviewnote": "id",
    "review_claim": "order_id, holder_id",
    "review_savedview": "id, name",
    "outbox_effect": "id, state",
    "alarms_alarmitem": "id, status",
}
Form = Mapping[str, Any]


@dataclass
class Sender:
    """An administrator's browser, because some of it is theirs alone."""

    room: Reviewing
    client: Client

    def address(self, path: str, order: str = ORDER) -> str:
        row = self.room.proposal(order).pk
        return self.room.url(path.replace("<int:proposal_id>", str(row)))

    def post(self, address: str, **form: Any) -> Any:
        return self.client.post(address, form)

    def decide(self, order: str, **form: Any) -> tuple[str, Form]:
        handle = handle_in(self.client.get(self.room.page_of(order)))
        return self.room.url("review/decide/"), {"handle": handle, **form}

    def run(self, *, confirmed: bool) -> str:
        """The address of a preview, which was confirmed or not."""
        rows = [self.room.proposal(PLAIN).pk]
        run: str = self.post(self.room.url("review/bulk/"), decision="approve", item=rows)[
            "Location"
        ]
        if confirmed:
            self.post(f"{run}decide/", sure="yes")
        return run


def _handle_outside(sender: Sender) -> tuple[str, Form]:
    return sender.decide(ESCALATED, decision="handled_outside", outcome="other", reason="Called")


def _own_view(sender: Sender) -> tuple[str, Form]:
    return sender.room.url("review/views/?track=exception"), {"name": "Mine"}


def _remove_view(sender: Sender) -> tuple[str, Form]:
    sender.post(*_own_view(sender)[:1], name="Mine")
    with tenant_scope(sender.room.shop.pk), connection.cursor() as cursor:
        cursor.execute("SELECT max(id) FROM review_savedview")
        (view,) = cursor.fetchone()
    return sender.room.url(f"review/views/{view}/remove/"), {}


def _release(sender: Sender) -> tuple[str, Form]:
    sender.post(sender.address("review/<int:proposal_id>/claim/"))
    return sender.address("review/<int:proposal_id>/release/"), {}


def _assign(sender: Sender) -> tuple[str, Form]:
    to = sender.room.person("Noor").pk
    return sender.address("review/<int:proposal_id>/assign/"), {"to": to}


def _choose(sender: Sender) -> tuple[str, Form]:
    rows = [sender.room.proposal(PLAIN).pk]
    return sender.room.url("review/bulk/"), {"decision": "approve", "item": rows}


def _confirm(sender: Sender) -> tuple[str, Form]:
    return f"{sender.run(confirmed=False)}decide/", {"sure": "yes"}


def _undo_run(sender: Sender) -> tuple[str, Form]:
    return f"{sender.run(confirmed=True)}undo/", {}


REPLAYS: dict[str, Callable[[Sender], tuple[str, Form]]] = {
    "review/decide/": _handle_outside,  # the others: test_review_people
    "review/views/": _own_view,
    "review/views/<int:view_id>/remove/": _remove_view,
    "review/<int:proposal_id>/claim/": lambda one: (
        one.address("review/<int:proposal_id>/claim/"),
        {},
    ),
    "review/<int:proposal_id>/release/": _release,
    "review/<int:proposal_id>/assign/": _assign,
    "review/<int:proposal_id>/here/": lambda one: (
        one.address("review/<int:proposal_id>/here/"),
        {},
    ),
    "review/bulk/": _choose,
    "review/bulk/<uuid:run_id>/decide/": _confirm,
    "review/bulk/<uuid:run_id>/undo/": _undo_run,
}
CHANGES_NOTHING = {"review/<int:proposal_id>/here/", "review/bulk/"}


def test_nothing_that_a_reviewer_s_page_sends_is_left_out() -> None:
    posts = {one for one, page in REVIEW.items() if page.post and one.startswith("review/")}
    assert posts - KEEPS_NOTHING == set(REPLAYS)


@pytest.fixture
def sender() -> Sender:
    room = reviewing_now([ORDER, PLAIN, ESCALATED])
    return Sender(room, proven(room.client("Ada", Role.ADMIN)))


def _kept(room: Reviewing) -> dict[str, list[Any]]:
    with tenant_scope(room.shop.pk), connection.cursor() as cursor:
        found = {}
        for table, columns in KEPT.items():
            cursor.execute(f"SELECT {columns} FROM {table} ORDER BY 1")
            found[table] = cursor.fetchall()
        return found


@pytest.mark.parametrize("pattern", REPLAYS)
def test_sent_once_more_it_changes_nothing(sender: Sender, pattern: str) -> None:
    address, form = REPLAYS[pattern](sender)
    before = _kept(sender.room)
    assert sender.client.post(address, form).status_code in {200, 302}
    once = _kept(sender.room)
    assert (once == before) is (pattern in CHANGES_NOTHING)
    assert sender.client.post(address, form).status_code < 500
    assert _kept(sender.room) == once
