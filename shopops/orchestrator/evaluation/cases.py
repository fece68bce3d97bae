"""Golden cases as they stand in their files."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from shopops.agents.records import Instant
from shopops.agents.thresholds import Thresholds
from shopops.orchestrator.evaluation.patching import merge_patch

BASES = "bases.json"
Patch = dict[str, Any]
Shape = TypeVar("Shape")


class BadCase(ValueError):
    """A case file that cannot be read as what it says it is. The message names file and place."""


class ExpectedVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    outcome: str
    rules: dict[str, str | Patch | None] = {}


class Expect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    track: str
    blocked_reasons: list[str]
    actions: list[Patch]
    can_proceed: bool
    cause: str | None = None
    rationale: list[str] | None = None
    fields: dict[str, Patch] = {}
    parcels: dict[str, Patch] = {}
    verdicts: list[ExpectedVerdict] = []


class Case(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    why: str
    expect: Expect
    now: Instant = datetime(2026, 3, 10, 12, tzinfo=UTC)
    base: str = "plain"
    order: Patch = {}
    trackers: Patch = {}
    neighbours: list[Patch] = []
    thresholds: Patch = {}
    pack: Patch = {}
    proposal: Patch = {}
    context: Patch = {}

    def numbers(self) -> Thresholds:
        defaults = msgspec.to_builtins(Thresholds())
        return msgspec.convert(merge_patch(defaults, self.thresholds), Thresholds)


class Base(Struct, frozen=True, forbid_unknown_fields=True):
    """Records to start from; with `on`, a patch over the base of that name (standing above it)."""

    order: Patch = {}
    trackers: Patch = {}
    on: str | None = None


def load_cases(directory: Path) -> tuple[list[Case], dict[str, Base]]:
    """All cases in the order of their files, and what they build on. Raises `BadCase`."""
    bases = _bases(directory / BASES)
    files = sorted(path for path in directory.glob("*.json") if path.name != BASES)
    cases = [case for path in files for case in _read(path, list[Case])]
    if not cases:
        raise BadCase(f"{directory}: there is no case.")
    twice = [name for name, count in Counter(case.name for case in cases).items() if count > 1]
    if twice:
        raise BadCase(f"{directory}: more than one case is named {', '.join(twice)}.")
    lost = sorted({case.base for case in cases} - bases.keys())
    if lost:
        raise BadCase(f"{directory / BASES}: there is no base named {', '.join(lost)}.")
    return cases, bases


def _bases(path: Path) -> dict[str, Base]:
    bases: dict[str, Base] = {}
    for name, base in _read(path, dict[str, Base]).items():
        if base.on is not None and base.on not in bases:
            raise BadCase(f"{path}: {name} builds on {base.on}, which does not stand above it.")
        below = bases[base.on] if base.on else Base()
        bases[name] = Base(
            merge_patch(below.order, base.order), merge_patch(below.trackers, base.trackers)
        )
    return bases


def _read(path: Path, shape: type[Shape]) -> Shape:
    try:
        return msgspec.json.decode(path.read_bytes(), type=shape)
    except (OSError, msgspec.DecodeError) as error:
        raise BadCase(f"{path}: {error}") from error
