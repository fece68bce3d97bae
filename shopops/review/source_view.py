"""One piece of evidence at its source: the payload as received, with the cited place marked."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import Http404

from shopops import ledger
from shopops.agents.facts import Evidence
from shopops.agents.intake.earlier_credit import NAME as LEDGER
from shopops.agents.intake.numbers import NAME as THRESHOLDS
from shopops.connectors.models import SourcePayload, SuppliedFact
from shopops.connectors.supplied import SOURCE, payload_of
from shopops.proposals.models import Proposal
from shopops.proposals.read import pack_of
from shopops.tenants.models import ThresholdVersion

STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
MOST_LINES = 400
AROUND = 40  # lines kept before and after the mark of a long payload
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class SourceView:
    """`lines` is empty where the payload was `erased`. `found`: the cited place stands in it."""

    evidence: Evidence
    lines: list[Line]
    cut_before: int
    cut_after: int
    found: bool
    erased: bool


def source_view(tenant_id: int, proposal: Proposal, short_id: str) -> SourceView:
    """Raises `Http404` for an id that this proposal's pack does not hold."""
    evidence = pack_of(proposal).evidence.get(short_id)
    if evidence is None:
        raise Http404
    payload = _payload(tenant_id, evidence)
    if payload is None:
        return SourceView(evidence, [], 0, 0, found=False, erased=True)
    path = parse_path(evidence.json_path)
    lines = list(marked_lines(payload, path))
    first = next((number for number, line in enumerate(lines) if line.marked), 0)
    start = max(0, first - AROUND) if len(lines) > MOST_LINES else 0
    shown = lines[start : start + MOST_LINES]
    return SourceView(
        evidence,
        shown,
        cut_before=start,
        cut_after=len(lines) - start - len(shown),
        found=any(line.marked for line in lines),
        erased=False,
    )


def parse_path(path: str) -> Path:
    """The steps of a path such as $.lines[0].total; the root alone is no step."""
    return tuple(
        int(index) if index else name for name, index in STEP.findall(path.removeprefix("$"))
    )


def marked_lines(payload: Any, path: Path) -> Iterator[Line]:
    """The payload as indented JSON; the lines of the value at `path` are marked.

    The root is not marked: a mark on everything marks nothing.
    """
    yield from _value(payload, path, (), indent=0, lead="", tail="", marked=False)


def _value(
    value: Any, path: Path, here: Path, *, indent: int, lead: str, tail: str, marked: bool
) -> Iterator[Line]:
    marked = marked or (here == path and bool(path))
    pad = "  " * indent
    children, brackets = _children(value)
    if not children:
        yield Line(f"{pad}{lead}{json.dumps(value, ensure_ascii=False)}{tail}", marked)
        return
    yield Line(f"{pad}{lead}{brackets[0]}", marked)
    for number, (step, label, child) in enumerate(children, start=1):
        comma = "," if number < len(children) else ""
        yield from _value(
            child, path, (*here, step), indent=indent + 1, lead=label, tail=comma, marked=marked
        )
    yield Line(f"{pad}{brackets[1]}{tail}", marked)


def _children(value: Any) -> tuple[list[tuple[str | int, str, Any]], str]:
    if isinstance(value, dict):
        named = [
            (key, f"{json.dumps(key, ensure_ascii=False)}: ", child) for key, child in value.items()
        ]
        return named, "{}"
    if isinstance(value, list):
        return [(index, "", child) for index, child in enumerate(value)], "[]"
    return [], ""


def _payload(tenant_id: int, evidence: Evidence) -> Any:
    """The very payload whose hash the evidence holds; None when it is gone."""
    if evidence.source_object.startswith(THRESHOLDS):
        return _thresholds(tenant_id, evidence.source_object)
    if evidence.source_object.startswith(LEDGER):
        return _entry(tenant_id, int(evidence.source_object.removeprefix(LEDGER)))
    if evidence.source_object.startswith(SOURCE):
        return _supplied(tenant_id, evidence.source_object)
    kept = SourcePayload.objects.filter(
        tenant_id=tenant_id, salted_sha256=bytes.fromhex(evidence.payload_sha256)
    ).first()
    return None if kept is None else msgspec.json.decode(bytes(kept.raw))


def _thresholds(tenant_id: int, source_object: str) -> Any:
    version = int(source_object.removeprefix(THRESHOLDS))
    kept = ThresholdVersion.objects.filter(tenant_id=tenant_id, version=version).first()
    return kept.body if kept else None


def _entry(tenant_id: int, seq: int) -> Any:
    """The ledger's entry of that number; 0: what is said where there is none."""
    return ledger.body_at(tenant_id, seq) if seq else {"store_credit": None}


def _supplied(tenant_id: int, source_object: str) -> Any:
    """What a colleague said, and who that was."""
    found = SuppliedFact.objects.of(tenant_id).filter(fact_id=source_object.removeprefix(SOURCE))
    row = found.select_related("supplied_by").first()
    if row is None:
        return None
    by = row.supplied_by
    return {**payload_of(row), "supplied_by": by.display_name if by else None}
