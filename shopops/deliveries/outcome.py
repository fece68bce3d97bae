"""What became of a delivery, and what is to be done next about it."""

from collections.abc import Sequence

from msgspec import Struct

from shopops.connections.models import Taken
from shopops.connectors.batch import RowResult
from shopops.connectors.held import Outcome
from shopops.connectors.readable import readable
from shopops.connectors.refusals import RowRefused

LONGEST_REASON = 500


class Result(Struct, frozen=True, kw_only=True):
    """`changed`: orders that are to be judged anew. `unknown`: orders that were spoken of, and that
    are not here, or not as they are by now; their source is asked for them. `forget`: what came is
    not kept, because it tells of an order that was erased."""

    outcome: Taken
    reason: str = ""
    changed: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    forget: bool = False


def outcome_of(results: Sequence[RowResult]) -> tuple[Taken, str]:
    """Of several rows: what people must look at first."""
    refused = [one.refused for one in results if one.refused is not None]
    if refused:
        reason = reason_of(refused[0])
        of_many = f"{len(refused)} of {len(results)}: " if len(results) > 1 else ""
        return Taken.REFUSED, (of_many + reason)[:LONGEST_REASON]
    outcomes = {one.outcome for one in results}
    if outcomes & {Outcome.CREATED, Outcome.UPDATED}:
        return Taken.TAKEN, ""
    if Outcome.OLDER in outcomes:
        return Taken.OLDER, ""
    return (Taken.UNCHANGED if outcomes else Taken.NOTED), ""


def refusal(refused: RowRefused) -> Result:
    return Result(outcome=Taken.REFUSED, reason=reason_of(refused))


def reason_of(refused: RowRefused) -> str:
    return readable(f"{refused.code}: {refused.path} {refused.reason}")[:LONGEST_REASON]
