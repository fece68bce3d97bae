"""What became of a file's rows, counted; the first refusals are kept whole. Pure."""

from msgspec import Struct, field

from shopops.connectors.batch import RowResult
from shopops.connectors.held import Outcome

MOST_LISTED = 100
MOST_NAMED = 5
LONGEST = 300


class Refused(Struct, kw_only=True):
    line: int
    id: str | None
    path: str
    code: str
    reason: str


class Tally(Struct, kw_only=True):
    """`counts` by outcome, `codes` by why a row was refused; `first`: ids of the first new ones.
    `undated`: rows that do not say when something was made; `orderless`: trackers of orders that
    are not here."""

    counts: dict[str, int] = {}
    codes: dict[str, int] = {}
    refused: list[Refused] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    undated: int = 0
    orderless: int = 0

    def add(self, result: RowResult) -> None:
        outcome = str(result.outcome)
        self.counts[outcome] = self.counts.get(outcome, 0) + 1
        self.undated += result.undated
        self.orderless += result.of_order is not None
        if result.outcome is Outcome.CREATED and len(self.first) < MOST_NAMED:
            self.first.append((result.external_id or "")[:LONGEST])
        if result.refused is not None:
            self._refuse(result)

    def of(self, *outcomes: Outcome) -> int:
        return sum(self.counts.get(str(outcome), 0) for outcome in outcomes)

    @property
    def rows(self) -> int:
        return sum(self.counts.values())

    @property
    def news(self) -> int:
        return self.of(Outcome.CREATED, Outcome.UPDATED)

    @property
    def unlisted(self) -> int:
        return self.of(Outcome.REFUSED) - len(self.refused)

    def _refuse(self, result: RowResult) -> None:
        refused = result.refused
        if refused is None:
            raise AssertionError("only a refused row is put here")
        code = str(refused.code)
        self.codes[code] = self.codes.get(code, 0) + 1
        if len(self.refused) < MOST_LISTED:
            self.refused.append(
                Refused(
                    line=result.row.line,
                    id=result.external_id and result.external_id[:LONGEST],
                    path=refused.path[:LONGEST],
                    code=code,
                    reason=refused.reason[:LONGEST],
                )
            )
