"""Counts and sums of a run, kept in its row as JSON and added up batch by batch. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct, field

from shopops.administration.preview.ways import Way, offered, stake_of, way_of
from shopops.orchestrator.replay import Said
from shopops.policy.verdicts import Outcome

NOT_JUDGED = ""  # nobody had judged it yet
MOST_LISTED = (2_000, 10_000)  # that stay on their way, and that go another one


class Cell(Struct):
    """Orders that go one way before and one after, and what they are about: each order's largest
    amount, in minor units by currency."""

    orders: int = 0
    money: dict[str, int] = field(default_factory=dict)


class Tally(Struct):
    """`open` are the orders that saving has proposed anew, `settled` those that a person ended.

    Keys of the cells are "before>after". `offers`: kind, then currency, then minor units before
    and after, of open orders. `unread`: whose record is gone or can't be read. `edits`: a person's
    edit among the open ones, which the next proposal replaces. `anyway`: open ones that the next
    run changes just so without the draft, counted as unchanged; `outdated`: those of them that an
    older version judged. `listed`: rows kept of orders that stay on their way and that do not;
    `unlisted`: of further ones there is no row.
    """

    open: dict[str, Cell] = field(default_factory=dict)
    settled: dict[str, Cell] = field(default_factory=dict)
    steps: dict[str, list[int]] = field(default_factory=dict)
    offers: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    unread: int = 0
    edits: int = 0
    anyway: int = 0
    outdated: int = 0
    listed: list[int] = field(default_factory=lambda: [0, 0])
    unlisted: int = 0

    @property
    def later(self) -> int:
        return self.anyway - self.outdated


class Move(NamedTuple):
    before: Way | None
    after: Way
    cell: Cell


def add(
    tally: Tally, before: Said | None, after: Said, *, edited: bool, settled: bool
) -> tuple[str, Way]:
    """Count one order; the ways that it was counted under. `edited`: what stood was a person's
    edit."""
    ways = NOT_JUDGED if before is None else str(way_of(before, edited=edited)), way_of(after)
    cells = tally.settled if settled else tally.open
    cell = cells.setdefault(f"{ways[0]}>{ways[1]}", Cell())
    cell.orders += 1
    stake = stake_of(after) or (before and stake_of(before))
    if stake:
        currency, minor = stake
        cell.money[currency] = cell.money.get(currency, 0) + minor
    if not settled:
        for place, said in enumerate((before, after)):
            if said is not None:
                _add_steps(tally, place, said)
    return ways


def _add_steps(tally: Tally, place: int, said: Said) -> None:
    for verdict in said.verdicts:
        tally.steps.setdefault(str(verdict.outcome), [0, 0])[place] += 1
    for kind, money in offered(said).items():
        for currency, minor in money.items():
            sums = tally.offers.setdefault(kind, {}).setdefault(currency, [0, 0])
            sums[place] += minor


def moves(cells: dict[str, Cell]) -> Iterator[Move]:
    """From the least work to the most, before and then after."""
    order = ["", *Way]
    for key in sorted(cells, key=lambda key: [order.index(way) for way in key.split(">")]):
        before, after = key.split(">")
        yield Move(Way(before) if before else None, Way(after), cells[key])


def worth_a_row(tally: Tally, *, moves: bool) -> bool:
    """Nobody reads a million lines: beyond these an order is counted and not listed."""
    if tally.listed[moves] >= MOST_LISTED[moves]:
        tally.unlisted += 1
        return False
    tally.listed[moves] += 1
    return True


def total(cells: dict[str, Cell], way: Way, *, after: bool) -> int:
    return sum(
        move.cell.orders for move in moves(cells) if (move.after if after else move.before) is way
    )


def steps(tally: Tally, outcome: Outcome) -> tuple[int, int]:
    before, after = tally.steps.get(str(outcome), (0, 0))
    return before, after
