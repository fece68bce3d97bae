"""What is known and how well: one row per field, each with the evidence it rests on."""

import re
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.utils.translation import gettext

from shopops.agents.facts import FactKind, Field, Pack
from shopops.agents.proposal import Proposal
from shopops.agents.resolution.codes import Why
from shopops.review.detail.shown import shown_by_evidence
from shopops.review.words.labels import said
from shopops.review.words.values import LABELS, label, language, reason, value
from shopops.tenants.amounts import share

ORDER = tuple(LABELS)
# What nobody needs to look at while it is so.
USUAL = {"order_state": "open", "shipped": True, "digital_only": False, "email_on_file": True}

# Which fields a blocker is about, where their names differ.
BLOCKERS = {
    "missing:tracking": ("exception_likely", "parcel"),
    "shipment_cancelled": ("exception_likely", "parcel"),
    "conflict:money": ("order_total",),
    "duplicate_order": ("duplicate_of",),
}


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    value: str
    kind: str  # fact, inference or unknown
    kind_words: str
    because: str
    sources: list[str]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of evidence. `anchor`: its row's id on the page; `says`: the value as shown."""

    id: str
    anchor: str
    says: str
    source_object: str
    json_path: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class EvidenceTable:
    """`first`: what the proposal rests on or lacks. `rest`: what else is known."""

    first: list[Row]
    rest: list[Row]
    pieces: list[Piece]


def evidence_table(pack: Pack, proposal: Proposal) -> EvidenceTable:
    cited = {found for action in proposal.actions for found in action.evidence_ids}
    first: list[Row] = []
    rest: list[Row] = []
    default = _language_default(proposal)
    for name, field in _fields(pack):
        weighs = bool(cited & set(field.evidence_ids)) and not _as_usual(name, field)
        weighs = weighs or _blocks(name, field, proposal) or bool(default and name == "language")
        (first if weighs else rest).append(_row(name, field, pack, default))
    return EvidenceTable(first, rest, _pieces(pack))


def anchor(evidence_id: str) -> str:
    """Such as evidence-oms-order_total-3f2a: ids may hold what no address can."""
    readable = re.sub(r"[^a-z0-9_]+", "-", evidence_id.lower()).strip("-")
    return f"evidence-{readable}-{sha256(evidence_id.encode()).hexdigest()[:6]}"


def _pieces(pack: Pack) -> list[Piece]:
    says = shown_by_evidence(pack)
    return [
        Piece(
            id=one.id,
            anchor=anchor(one.id),
            says=says.get(one.id, ""),
            source_object=one.source_object,
            json_path=one.json_path,
            received_at=one.received_at,
        )
        for one in pack.evidence.values()
    ]


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


def _row(name: str, field: Field, pack: Pack, default: str) -> Row:
    because = reason(field.reason) if field.reason else ""
    if name == "language" and default:
        because = "; ".join(part for part in (because, default) if part)
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
    if kind != "parcel" or not parcel:
        return label(name)
    return gettext("Trouble with parcel {id} likely").format(id=parcel)


def _kind(field: Field) -> str:
    if field.confidence is None:
        return said(field.kind)
    return f"{said(field.kind)} {share(field.confidence)}"


def _blocks(name: str, field: Field, proposal: Proposal) -> bool:
    """Of several parcels those that nothing is known of."""
    subject, _, parcel = name.partition(" ")
    if subject == "parcel" and parcel and field.kind is not FactKind.UNKNOWN:
        return False
    return any(
        subject in BLOCKERS.get(code, (code.removeprefix("missing:"),))
        for code in proposal.blocked_reasons
    )


def _language_default(proposal: Proposal) -> str:
    """What language the mail has when nobody said which; nothing where there is no mail."""
    codes = [code for code in proposal.rationale if code.startswith(Why.LANGUAGE_DEFAULT)]
    if not codes or not any(action.body_outline for action in proposal.actions):
        return ""
    default = language(codes[0].removeprefix(Why.LANGUAGE_DEFAULT))
    return gettext("the message uses the shop's default, {language}").format(language=default)
