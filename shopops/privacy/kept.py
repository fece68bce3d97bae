"""What is kept of some orders, kind by kind: counted, and emptied. In the shop's scope.

Deleted is what holds nothing else; of rows that prove what happened only the words go.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet

from shopops import ledger
from shopops.acknowledgments.models import InboundMail, MailStatus
from shopops.alarms.models import AlarmItem, AlarmNote, AlarmReply, RingMail
from shopops.connections.models import Delivery
from shopops.connectors.models import RecordType, SearchTerm, SourcePayload, SourceRecord
from shopops.connectors.models import SuppliedFact as Fact
from shopops.connectors.search_terms import link
from shopops.outbox.models import Attempt, Effect, EffectNote
from shopops.proposals.models import OutlineText, Proposal
from shopops.review.models import ReviewNote

Rows = QuerySet[Any]
# By kind: the columns that are emptied. Rows of the other kinds are deleted, in this order: a
# record goes before the payload that it was read from.
EMPTIED: Mapping[str, Mapping[str, object]] = {
    "exchanges": {"request": None, "reply": None, "detail": ""},
    "step_details": {"detail": ""},
    "ring_mails": {"message": None},
    "inbound_mails": {"sealed": None, "sender": "", "reply_to": ""},
    "deliveries": {"body": None},
}
KINDS = (
    *("records", "payloads", "facts", "mail_words", "decision_notes", "step_notes"),
    *("alarm_notes", *EMPTIED),
)


@dataclass(frozen=True)
class Kept:
    """`bodies`: deliveries that are known to name one of the orders."""

    tenant_id: int
    order_ids: Collection[str]
    bodies: Collection[int] = ()

    def rows(self, kind: str) -> Rows:
        make: Callable[[], Rows] = getattr(self, kind)
        return make()

    def counts(self) -> dict[str, int]:
        return {kind: self.rows(kind).count() for kind in KINDS}

    @cached_property
    def trackers(self) -> list[str]:
        """Of these orders alone: a parcel that another order names too stays with that one."""
        ours = self._records().filter(
            record_type=RecordType.TRACKER, order_external_id__in=self.order_ids
        )
        named = set(ours.values_list("external_id", flat=True)) | self._named_by_orders()
        others = self._records().filter(record_type=RecordType.TRACKER, external_id__in=named)
        others = others.exclude(order_external_id__in=["", *self.order_ids])
        links = {link(name): name for name in named}
        told = SearchTerm.objects.of(self.tenant_id).filter(term__in=links)
        shared = told.exclude(order_id__in=self.order_ids).values_list("term", flat=True)
        elsewhere = {*others.values_list("external_id", flat=True), *(links[one] for one in shared)}
        return sorted(named - elsewhere)

    def records(self) -> Rows:
        return self._records().filter(self._objects())

    def payloads(self) -> Rows:
        return SourcePayload.objects.filter(self._objects(), tenant_id=self.tenant_id)

    def facts(self) -> Rows:
        return Fact.objects.of(self.tenant_id).filter(order_id__in=self.order_ids)

    def mail_words(self) -> Rows:
        return OutlineText.objects.of(self.tenant_id).filter(proposal__in=self._proposals())

    def decision_notes(self) -> Rows:
        notes = ReviewNote.objects.of(self.tenant_id)
        return notes.filter(decision__proposal__in=self._proposals())

    def step_notes(self) -> Rows:
        return EffectNote.objects.of(self.tenant_id).filter(effect__in=self._effects())

    def alarm_notes(self) -> Rows:
        keys = [bytes(one) for one in self._items().values_list("item_key", flat=True)]
        told = ledger.entries_of_items(self.tenant_id, keys) if keys else {}
        events = [entry.event_id for entries in told.values() for entry in entries]
        return AlarmNote.objects.of(self.tenant_id).filter(event_id__in=events)

    def exchanges(self) -> Rows:
        full = Q(request__isnull=False) | Q(reply__isnull=False) | ~Q(detail="")
        return Attempt.objects.of(self.tenant_id).filter(full, effect__in=self._effects())

    def step_details(self) -> Rows:
        return self._effects().exclude(detail="")

    def ring_mails(self) -> Rows:
        mails = RingMail.objects.of(self.tenant_id).exclude(closed_at=None).exclude(message=None)
        rung = mails.filter(ring_items__item__in=self._items())
        return RingMail.objects.of(self.tenant_id).filter(pk__in=rung.values("pk"))

    def inbound_mails(self) -> Rows:
        """Answers of people on call about these orders, and what came from their customers."""
        about = AlarmReply.objects.of(self.tenant_id).filter(item__in=self._items())
        theirs = Q(pk__in=about.values("mail_id")) | Q(sender__in=self._addresses())
        mails = InboundMail.objects.of(self.tenant_id).filter(theirs, sealed__isnull=False)
        return mails.exclude(status=MailStatus.RECEIVED)

    def deliveries(self) -> Rows:
        """Those that brought what is kept were received with it; others name an order."""
        moments = set(self.payloads().values_list("received_at", flat=True))
        rows = Delivery.objects.of(self.tenant_id).filter(body__isnull=False)
        return rows.filter(Q(received_at__in=moments) | Q(pk__in=self.bodies))

    def _records(self) -> QuerySet[SourceRecord]:
        return SourceRecord.objects.filter(tenant_id=self.tenant_id)

    def _orders(self) -> QuerySet[SourceRecord]:
        rows = self._records().filter(record_type=RecordType.ORDER)
        return rows.filter(external_id__in=self.order_ids)

    def _objects(self) -> Q:
        orders = Q(record_type=RecordType.ORDER, external_id__in=self.order_ids)
        return orders | Q(record_type=RecordType.TRACKER, external_id__in=self.trackers)

    def _named_by_orders(self) -> set[str]:
        bodies = self._orders().values_list("body", flat=True)
        parcels = (one for body in bodies for one in body.get("shipments") or ())
        return {str(one["tracker_id"]) for one in parcels if one.get("tracker_id")}

    def _proposals(self) -> Rows:
        return Proposal.objects.of(self.tenant_id).filter(order_id__in=self.order_ids)

    def _effects(self) -> Rows:
        return Effect.objects.of(self.tenant_id).filter(order_id__in=self.order_ids)

    def _items(self) -> Rows:
        return AlarmItem.objects.of(self.tenant_id).filter(order_id__in=self.order_ids)

    def _addresses(self) -> list[str]:
        """As their mails may state them."""
        bodies = self._orders().values_list("body__customer__email", flat=True)
        supplied = self.facts().filter(name="email_on_file").values_list("value", flat=True)
        told = {str(one).strip() for one in (*bodies, *supplied) if one}
        return sorted(told | {one.lower() for one in told})
