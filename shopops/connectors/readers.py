"""From a decoded row to what the store takes in, by the format's way of telling an order."""

from collections.abc import Iterable
from typing import Any, Protocol

from shopops.connectors.erased import ERASED, erased_orders
from shopops.connectors.formats import Format
from shopops.connectors.held import Incoming, Outcome
from shopops.connectors.models import SourceRecord
from shopops.connectors.pieces import ORDER, Composition, Layout, Located
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.strict_json import decode


class RowReader(Protocol):
    def prepare(self, values: Iterable[Any]) -> None:
        """Fetch what is held of these rows' objects, in a constant number of statements."""

    def read(self, raw: bytes, value: Any) -> Incoming | Outcome:
        """The record of one row; `Outcome.OLDER` when it adds nothing. Raises `RowRefused`."""


def reader_of(tenant_id: int, source_format: Format) -> RowReader:
    if source_format.pieces is None:
        return _Whole(source_format)
    return _Composed(tenant_id, source_format, source_format.pieces)


class _Whole:
    """A row is a whole record."""

    def __init__(self, source_format: Format) -> None:
        self._source_format = source_format

    def prepare(self, values: Iterable[Any]) -> None:
        pass

    def read(self, raw: bytes, value: Any) -> Incoming | Outcome:
        return _incoming(self._source_format, raw, value)


class _Composed:
    """A row is one piece of an order; the record is read from all pieces received so far."""

    def __init__(self, tenant_id: int, source_format: Format, layout: Layout) -> None:
        self._tenant_id = tenant_id
        self._source_format = source_format
        self._layout = layout
        self._documents: dict[str, bytes] = {}
        self._erased: set[str] = set()
        self._foreign: dict[str, RowRefused] = {}  # another shop's; so are the pieces that follow

    def prepare(self, values: Iterable[Any]) -> None:
        told = [located for located in map(self._try_locate, values) if located]
        order_ids = {located.order_id for located in told}
        held = SourceRecord.objects.filter(
            tenant_id=self._tenant_id,
            record_type=self._source_format.record_type,
            source=self._source_format.name,
            external_id__in=order_ids,
        )
        self._documents = {
            order_id: bytes(raw)
            for order_id, raw in held.values_list("external_id", "payload__raw")
        }
        lone = {located.order_id for located in told if located.kind != ORDER} - {*self._documents}
        self._erased = erased_orders(self._tenant_id, lone) if lone else set()

    def read(self, raw: bytes, value: Any) -> Incoming | Outcome:
        located = self._layout.locate(value)
        composition = self._composition(located)
        if not self._add(composition, located, raw):
            return Outcome.OLDER
        document = composition.dump()
        incoming = _incoming(self._source_format, document, decode(document))
        self._documents[located.order_id] = document
        return incoming

    def _add(self, composition: Composition, located: Located, raw: bytes) -> bool:
        if located.kind != ORDER and located.order_id in self._foreign:
            raise self._foreign[located.order_id]
        try:
            return composition.add(located, raw)
        except RowRefused as refused:
            if refused.code is RefusalCode.OTHER_ORDER:
                self._foreign[located.order_id] = refused
            raise

    def _composition(self, located: Located) -> Composition:
        document = self._documents.get(located.order_id)
        if document is not None:
            return Composition.load(self._layout, document)
        if located.order_id in self._erased:
            reason = f"belongs to order {located.order_id}, which {ERASED}"
            raise RowRefused(RefusalCode.ERASED, located.node.path, reason)
        if located.kind != ORDER:
            reason = (
                f"belongs to order {located.order_id}, which is not here: "
                "import the orders first, then this file again"
            )
            raise RowRefused(RefusalCode.UNKNOWN_ORDER, located.node.path, reason)
        return Composition(self._layout)

    def _try_locate(self, value: Any) -> Located | None:
        try:
            return self._layout.locate(value)
        except RowRefused:
            return None  # said again, and reported, when the row is read


def _incoming(source_format: Format, raw: bytes, value: Any) -> Incoming:
    parsed = source_format.parse(value)
    record = parsed.record
    return Incoming(record=record, raw=raw, source=record.source, paths=parsed.paths)
