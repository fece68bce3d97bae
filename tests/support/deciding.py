"""Acting on the teaching orders by name, at a minute after everything was judged."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from shopops.ledger import EventKind
from shopops.proposals.models import Proposal
from shopops.review import settings
from shopops.review.config import ReviewConfig
from shopops.review.decisions import Decided, approve, handle_outside, reject
from shopops.review.editing.apply import Edits
from shopops.review.questions import respond, take_back
from shopops.review.renewal import Renewed, renew
from shopops.review.revising import EditSaved, edit
from shopops.review.supplying import Supplied, supply_fact
from shopops.review.undo import Undone, undo
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing

ORDER = "O-1001"  # 129.00 USD
ESCALATED = "O-1011"
MAIL, RESHIP, REFUND = 0, 1, 2
MINUTE = timedelta(minutes=1)


@dataclass
class Deciding:
    """Each call takes a fresh handle of this person, unless one is given."""

    room: Reviewing
    order: str = ORDER

    def at(self, after: timedelta) -> datetime:
        return self.room.now + after

    def _who(self, name: str, handle: str, after: timedelta) -> tuple[str, Membership, datetime]:
        person = self.room.person(name)
        now = self.at(after)
        return handle or self.room.handle(self.order, name, now=now), person, now

    def approve(
        self,
        *indexes: int,
        name: str = "Maya",
        handle: str = "",
        after: timedelta = MINUTE,
        reason: str = "",
        bypass: Collection[str] = (),
    ) -> Decided:
        taken, person, now = self._who(name, handle, after)
        return approve(
            tenant_id=self.room.shop.pk,
            handle=taken,
            reviewer=person,
            action_indexes=indexes or (RESHIP,),
            reason=reason,
            bypass=bypass,
            now=now,
        )

    def reject(
        self,
        reason: str = "no",
        *,
        preset: str = "",
        name: str = "Maya",
        handle: str = "",
        after: timedelta = MINUTE,
    ) -> Decided:
        taken, person, now = self._who(name, handle, after)
        return reject(
            tenant_id=self.room.shop.pk,
            handle=taken,
            reviewer=person,
            reason=reason,
            preset=preset,
            now=now,
        )

    def handled(
        self, *, name: str = "Maya", handle: str = "", after: timedelta = MINUTE
    ) -> Decided:
        taken, person, now = self._who(name, handle, after)
        return handle_outside(
            tenant_id=self.room.shop.pk,
            handle=taken,
            reviewer=person,
            outcome="other",
            reason="done",
            now=now,
        )

    def edit(
        self,
        *,
        amounts: Mapping[int, str] | None = None,
        options: Mapping[str, str] | None = None,
        points: Mapping[int, Sequence[str]] | None = None,
        says: Mapping[int, Sequence[str]] | None = None,
        name: str = "Maya",
        handle: str = "",
        after: timedelta = MINUTE,
        reason: str = "",
    ) -> EditSaved:
        taken, person, now = self._who(name, handle, after)
        return edit(
            tenant_id=self.room.shop.pk,
            handle=taken,
            reviewer=person,
            edits=Edits(
                amounts=amounts or {}, options=options or {}, points=points or {}, says=says or {}
            ),
            reason=reason,
            now=now,
        )

    def respond(
        self,
        question: str = "Which door?",
        *,
        name: str = "Maya",
        handle: str = "",
        after: timedelta = MINUTE,
    ) -> Decided:
        taken, person, now = self._who(name, handle, after)
        return respond(
            tenant_id=self.room.shop.pk, handle=taken, reviewer=person, question=question, now=now
        )

    def take_back(
        self,
        answer: str = "",
        *,
        name: str = "Maya",
        handle: str = "",
        after: timedelta = MINUTE,
    ) -> Decided:
        taken, person, now = self._who(name, handle, after)
        return take_back(
            tenant_id=self.room.shop.pk, handle=taken, reviewer=person, answer=answer, now=now
        )

    def undo(
        self,
        *,
        name: str = "Maya",
        handle: str = "",
        after: timedelta = MINUTE,
        reason: str = "",
    ) -> Undone:
        taken, person, now = self._who(name, handle, after)
        return undo(
            tenant_id=self.room.shop.pk, handle=taken, reviewer=person, reason=reason, now=now
        )

    def supply(
        self,
        fact: str,
        value: str,
        known_from: str = "I called",
        *,
        name: str = "Maya",
        handle: str = "",
        after: timedelta = MINUTE,
    ) -> Supplied:
        taken, person, now = self._who(name, handle, after)
        return supply_fact(
            tenant_id=self.room.shop.pk,
            handle=taken,
            reviewer=person,
            name=fact,
            value=value,
            known_from=known_from,
            now=now,
        )

    def renew(self, *, name: str = "Maya", handle: str = "", after: timedelta = MINUTE) -> Renewed:
        taken, person, now = self._who(name, handle, after)
        return renew(tenant_id=self.room.shop.pk, handle=taken, reviewer=person, now=now)

    def revisions(self) -> list[Proposal]:
        rows = Proposal.objects.of(self.room.shop.pk).filter(order_id=self.order)
        return list(rows.order_by("revision"))

    def told(self) -> list[dict[str, Any]]:
        """The bodies of the ledger's decisions, oldest first."""
        with tenant_scope(self.room.shop.pk):
            return bodies_of_kind(self.room.shop.pk, EventKind.DECISION)

    def settings(self, config: ReviewConfig) -> None:
        with tenant_scope(self.room.shop.pk):
            settings.save_config(
                tenant_id=self.room.shop.pk,
                config=config,
                based_on=settings.current(self.room.shop.pk).version,
                reason="test",
                author=None,
                now=self.room.now,
            )


def statuses(rows: Iterable[Proposal]) -> list[str]:
    return [row.review_status for row in rows]
