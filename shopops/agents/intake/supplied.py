"""What people supplied, laid over what the records say. A source's fact is never overridden."""

from collections.abc import Sequence

from shopops.agents.facts import FactKind, Field
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.intake.kinds import fact
from shopops.agents.ports import SuppliedFact
from shopops.agents.supplied import FactName, in_pack

BY_PERSON = "supplied_by_person"
CONTRADICTED = "supplied_differs"  # the source says one thing, a person another


def with_supplied(
    fields: dict[str, Field], supplied: Sequence[SuppliedFact], book: EvidenceBook
) -> dict[str, Field]:
    """Of several for one field the newest counts; `supplied` comes oldest first.

    Where the source states a fact itself, its value stays, and the reason says that somebody
    told otherwise.
    """
    newest = {one.name: one for one in supplied}
    return {
        name: _field(field, newest[name], book) if name in newest else field
        for name, field in fields.items()
    }


def _field(field: Field, one: SuppliedFact, book: EvidenceBook) -> Field:
    value = in_pack(FactName(one.name), one.value)
    stated = field.kind is FactKind.FACT
    if stated and field.value == value:
        return field
    short_id = f"claim:{id_part(one.id)}"
    cited = book.cite(short_id, "value", one.value, one.provenance, one.supplied_at)
    if stated:
        return fact(*field.evidence_ids, cited, value=field.value, reason=CONTRADICTED)
    return fact(cited, value=value, reason=BY_PERSON)
