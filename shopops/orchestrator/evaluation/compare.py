"""Expected against got, row by row."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, Proposal
from shopops.orchestrator.evaluation.cases import Expect, ExpectedVerdict
from shopops.policy.explain import sentence
from shopops.policy.verdicts import Verdict

ABSENT = "(absent)"


class Row(Struct, frozen=True):
    """One thing that a case expects: where it stands, what it should be and what it is."""

    path: str
    expected: Any
    got: Any
    ok: bool


def compare(
    expect: Expect, pack: Pack, proposal: Proposal, verdicts: Sequence[Verdict]
) -> list[Row]:
    return [
        *_pack(expect, pack),
        *_proposal(expect, proposal),
        *_actions(expect.actions, msgspec.to_builtins(proposal.actions)),
        *_verdicts(expect.verdicts or [], verdicts, proposal.actions),
    ]


def same(path: str, expected: Any, got: Any) -> Row:
    return Row(path, expected, got, expected == got)


def _pack(expect: Expect, pack: Pack) -> Iterator[Row]:
    fields = msgspec.to_builtins(pack.fields)
    for name, members in expect.fields.items():
        yield from _members(f"fields.{name}", members, fields.get(name, {}))
    parcels = {parcel.id: msgspec.to_builtins(parcel) for parcel in pack.parcels}
    for name, members in expect.parcels.items():
        yield from _members(f"parcels.{name}", members, parcels.get(name, {}))


def _members(path: str, expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[Row]:
    for name, value in expected.items():
        found = got.get(name, ABSENT)
        if name == "evidence_ids":
            yield same(f"{path}.{name}", sorted(value), sorted(found))
        elif name == "cites":
            cited = [one for one in value if one in got.get("evidence_ids", ())]
            yield same(f"{path}.{name}", value, cited)
        elif isinstance(value, dict) and isinstance(found, dict):
            yield from _members(f"{path}.{name}", value, found)
        else:
            yield same(f"{path}.{name}", value, found)


def _proposal(expect: Expect, proposal: Proposal) -> Iterator[Row]:
    yield same("track", expect.track, proposal.track.value)
    yield same("blocked_reasons", expect.blocked_reasons, proposal.blocked_reasons)
    yield same("can_proceed", expect.can_proceed, proposal.can_proceed)
    if expect.cause is not None:
        yield same("cause", expect.cause, proposal.cause)
    if expect.rationale is not None:
        yield same("rationale", expect.rationale, proposal.rationale)


def _actions(expected: list[dict[str, Any]], got: list[dict[str, Any]]) -> Iterator[Row]:
    yield same("actions", _kinds(expected), _kinds(got))
    for index, (members, found) in enumerate(zip(expected, got, strict=False)):
        yield from _members(f"actions[{index}]", members, found)


def _kinds(actions: list[dict[str, Any]]) -> list[str]:
    return [action.get("kind", ABSENT) for action in actions]


def _verdicts(
    expected: list[ExpectedVerdict], got: Sequence[Verdict], actions: Sequence[Action]
) -> Iterator[Row]:
    if expected:
        yield same("verdicts", [one.outcome for one in expected], [str(one.outcome) for one in got])
    for index, (one, verdict) in enumerate(zip(expected, got, strict=False)):
        results = _by_rule(verdict, actions[verdict.action_index].currency)
        for rule, wanted in one.rules.items():
            yield from _rule(f"verdicts[{index}].{rule}", wanted, results.get(rule))


def _by_rule(verdict: Verdict, currency: str | None) -> dict[str, dict[str, Any]]:
    """Each rule's answer, with the sentence that people read for it."""
    return {
        result.rule.value: {
            **msgspec.to_builtins(result),
            "sentence": sentence(result, currency),
        }
        for result in verdict.results
    }


def _rule(
    path: str, wanted: str | dict[str, Any] | None, got: dict[str, Any] | None
) -> Iterator[Row]:
    if got is None or wanted is None:
        yield same(path, wanted, got)
    elif isinstance(wanted, str):
        yield same(path, wanted, got["outcome"])
    else:
        yield from _members(path, wanted, got)
