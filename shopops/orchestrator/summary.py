"""What a run of the pipeline did, counted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from shopops.orchestrator.batch import Batch
from shopops.proposals.store import Change


@dataclass(slots=True)
class Summary:
    """`tracks` and `blocked_reasons` are of each order's newest proposal, also an unchanged one."""

    changes: Counter[str] = field(default_factory=Counter)
    tracks: Counter[str] = field(default_factory=Counter)
    blocked_reasons: Counter[str] = field(default_factory=Counter)
    review: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def add(self, batch: Batch) -> None:
        self.changes.update(str(saved.change) for saved in batch.saved)
        self.tracks.update(saved.track for saved in batch.saved)
        for saved in batch.saved:
            self.blocked_reasons.update(saved.blocked_reasons)
        self.review.update(str(status) for status in batch.judged.values())
        self.failed += batch.failed

    @property
    def orders(self) -> int:
        return self.changes.total() + len(self.failed)

    def as_json(self) -> dict[str, object]:
        return {
            "orders": self.orders,
            **{str(change): self.changes[change] for change in Change},
            "failed": self.failed,
            "tracks": dict(sorted(self.tracks.items())),
            "blocked_reasons": dict(sorted(self.blocked_reasons.items())),
            "judged": dict(sorted(self.review.items())),
        }

    def lines(self) -> Iterator[str]:
        """The same for people, one figure per line."""
        yield _line("orders", self.orders)
        for change in Change:
            yield _line(f"  {change}", self.changes[change])
        yield _line("  failed", len(self.failed))
        for title, counts in (
            ("track", self.tracks),
            ("blocked by", self.blocked_reasons),
            ("judged now", self.review),
        ):
            for name, count in sorted(counts.items()):
                yield _line(f"{title} {name}", count)


def _line(name: str, count: int) -> str:
    return f"{name:<40}{count:>9,}"
