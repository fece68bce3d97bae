"""What is known and how well: one row per field, each with the evidence it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass

from shopops.agents.facts import Evidence, FactKind, Field, Pack
from shopops.agents.proposal import Proposal
from shopops.review.words.actions import note
from shopops.review.words.values import LABELS, label, reason, value

LANGUAGE_DEFAULT = "language_default:"
ORDER = tuple(LABELS)
# What nobody needs to look at while it is so.
USUAL = {"order_state": "open", "shipped": True, "digital_only": False, "email_on_file": True}


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    value: str
    kind: str  # fact, inference or unknown
    kind_words: str
    because: str
    sources: list[str]


@dataclass(frozen=True, slots=True)
class EvidenceTable:
    """`first`: what the proposal rests on or lacks. `rest`: what else is known."""

    first: list[Row]
    rest: list[Row]
    sources: list[Evidence]


def evidence_table(pack: Pack, proposal: Proposal) -> EvidenceTable:
    cited = {found for action in proposal.actions for found in action.evidence_ids}
    first: list[Row] = []
    rest: list[Row] = []
    for name, field in _fields(pack):
        row = _row(name, field, pack, proposal.rationale)
        weighs = bool(cited & set(field.evidence_ids)) and not _as_usual(name, field)
        weighs = weighs or _blocks(name, proposal) or _assumed(name, proposal)
        (first if weighs else rest).append(row)
    return EvidenceTable(first, rest, list(pack.evidence.values()))


def _as_usual(name: str, field: Field) -> bool:
    return field.kind is FactKind.FACT and USUAL.get(name) == field.value


def _fields(pack: Pack) -> list[tuple[str, Field]]:
    """In the order of their labels; parcel by parcel when there are several, because the order's
    own judgement then says nothing new. The currency stands with the total."""
    fields = sorted(pack.fields.items(), key=_place)
    if "order_total" in pack.fields:
        fields = [item for item in fields if item[0] != "order_currency"]
    if len(pack.parcels) < 2:
        return fields
    parcels = [(f"parcel {parcel.id}", parcel.exception_likely) for parcel in pack.parcels]
    return [*parcels, *(item for item in fields if item[0] != "exception_likely")]


def _place(item: tuple[str, Field]) -> tuple[int, str]:
    name, _ = item
    return ORDER.index(name) if name in ORDER else len(ORDER), name


def _row(name: str, field: Field, pack: Pack, rationale: Sequence[str]) -> Row:
    because = reason(field.reason) if field.reason else ""
    if name == "language" and field.kind is not FactKind.FACT:
        assumed = [note(code) for code in rationale if code.startswith(LANGUAGE_DEFAULT)]
        because = assumed[0] if assumed else because
    return Row(
        label=_label(name),
        value=value(name, field, pack),
        kind=str(field.kind),
        kind_words=_kind(field),
        because=because,
        sources=list(field.evidence_ids),
    )


def _label(name: str) -> str:
    kind, _, parcel = name.partition(" ")
    return f"Trouble with parcel {parcel} likely" if kind == "parcel" and parcel else label(name)


def _kind(field: Field) -> str:
    if field.confidence is None:
        return str(field.kind)
    return f"{field.kind} {field.confidence:.2f}"


def _blocks(name: str, proposal: Proposal) -> bool:
    return any(code == f"missing:{name}" or code == name for code in proposal.blocked_reasons)


def _assumed(name: str, proposal: Proposal) -> bool:
    assumed = any(code.startswith(LANGUAGE_DEFAULT) for code in proposal.rationale)
    return name == "language" and assumed
