"""Acting on the teaching orders by name, at a minute after everything was judged."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypedDict, Unpack

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


class Who(TypedDict, total=False):
    """Who acts: Maya a minute later with a fresh handle, unless said otherwise."""

    name: str
    handle: str
    after: timedelta


class Taken(TypedDict):
    """What every command is given."""

    tenant_id: int
    handle: str
    reviewer: Membership
    now: datetime


@dataclass
class Deciding:
    room: Reviewing
    order: str = ORDER

    def at(self, after: timedelta) -> datetime:
        return self.room.now + after

    def _taken(self, name: str = "Maya", handle: str = "", after: timedelta = MINUTE) -> Taken:
        person, now = self.room.person(name), self.at(after)
        return Taken(
            tenant_id=self.room.shop.pk,
            handle=handle or self.room.handle(self.order, name, now=now),
            reviewer=person,
            now=now,
        )

    def approve(
        self, *indexes: int, reason: str = "", bypass: Collection[str] = (), **who: Unpack[Who]
    ) -> Decided:
        chosen = indexes or (RESHIP,)
        return approve(**self._taken(**who), action_indexes=chosen, reason=reason, bypass=bypass)

    def reject(self, reason: str = "no", *, preset: str = "", **who: Unpack[Who]) -> Decided:
        return reject(**self._taken(**who), reason=reason, preset=preset)

    def handled(self, **who: Unpack[Who]) -> Decided:
        return handle_outside(**self._taken(**who), outcome="other", reason="done")

    def edit(
        self,
        *,
        amounts: Mapping[int, str] | None = None,
        options: Mapping[str, str] | None = None,
        points: Mapping[int, Sequence[str]] | None = None,
        says: Mapping[int, Sequence[str]] | None = None,
        reason: str = "",
        **who: Unpack[Who],
    ) -> EditSaved:
        edits = Edits(
            amounts=amounts or {}, options=options or {}, points=points or {}, says=says or {}
        )
        return edit(**self._taken(**who), edits=edits, reason=reason)

    def respond(self, question: str = "Which door?", **who: Unpack[Who]) -> Decided:
        return respond(**self._taken(**who), question=question)

    def take_back(self, answer: str = "", **who: Unpack[Who]) -> Decided:
        return take_back(**self._taken(**who), answer=answer)

    def undo(self, *, reason: str = "", **who: Unpack[Who]) -> Undone:
        return undo(**self._taken(**who), reason=reason)

    def supply(
        self, fact: str, value: str, known_from: str = "I called", **who: Unpack[Who]
    ) -> Supplied:
        return supply_fact(**self._taken(**who), name=fact, value=value, known_from=known_from)

    def renew(self, **who: Unpack[Who]) -> Renewed:
        return renew(**self._taken(**who))

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
