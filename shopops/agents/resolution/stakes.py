"""Phase 3: what is at stake in each parcel in trouble."""

from collections import Counter
from dataclasses import dataclass

from shopops.agents.facts import Pack, Parcel, ParcelLine
from shopops.agents.resolution.codes import Cause
from shopops.agents.resolution.reading import order_total


@dataclass(frozen=True, slots=True)
class Stake:
    """The goods of one parcel. `minor` is None when nobody says what is inside."""

    parcel: Parcel
    cause: str
    minor: int | None
    line_ids: list[str]
    partial: bool

    @property
    def group(self) -> str:
        return f"remedy:{self.parcel.id}"


def stake_of(pack: Pack, parcel: Parcel) -> Stake:
    """Its lines, and only if it holds the whole order the order's total."""
    cause = Cause.RETURN_TO_SENDER if parcel.returning else parcel.exception_likely.reason
    inside = _inside(pack, parcel)
    whole = inside is not None and _is_everything(inside, pack)
    return Stake(
        parcel=parcel,
        cause=cause or Cause.EXCEPTION_LIKELY,
        minor=None if inside is None else _worth(inside, pack, whole=whole),
        line_ids=list(dict.fromkeys(line.line_id for line in inside or ())),
        partial=not whole,
    )


def _inside(pack: Pack, parcel: Parcel) -> list[ParcelLine] | None:
    """What the parcel carries: as told, or if it is the only one all that can be shipped."""
    if parcel.lines:
        return parcel.lines
    if len(pack.parcels) > 1:
        return None
    goods = [line for line in pack.lines if not line.digital] or pack.lines
    return [ParcelLine(line_id=line.id, quantity=line.quantity, minor=line.minor) for line in goods]


def _is_everything(inside: list[ParcelLine], pack: Pack) -> bool:
    counts: Counter[str] = Counter()
    for line in inside:
        counts[line.line_id] += line.quantity
    return all(counts[line.id] >= line.quantity for line in pack.lines)


def _worth(inside: list[ParcelLine], pack: Pack, *, whole: bool) -> int:
    """Its lines and never more than the order's total, which only the whole order is worth."""
    total, _ = order_total(pack)
    return total if whole else min(sum(line.minor for line in inside), total)
