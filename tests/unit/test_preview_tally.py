"""What a run counts, and how many orders it lists."""

from shopops.administration.preview.tally import MOST_LISTED, Cell, Tally, moves, total, worth_a_row
from shopops.administration.preview.ways import Way


def test_beyond_the_most_that_anybody_reads_an_order_is_counted_and_not_listed() -> None:
    tally = Tally(listed=[MOST_LISTED[0], MOST_LISTED[1] - 1])
    assert [worth_a_row(tally, moves=True) for _ in range(3)] == [True, False, False]
    assert not worth_a_row(tally, moves=False)
    assert (tally.listed, tally.unlisted) == (list(MOST_LISTED), 3)


def test_rows_go_from_the_least_work_to_the_most_and_totals_are_of_either_side() -> None:
    cells = {
        "escalated>escalated": Cell(orders=4),
        "approval>permitted": Cell(orders=2),
        ">approval": Cell(orders=1),
        "approval>approval": Cell(orders=3),
    }
    assert [(move.before, move.after) for move in moves(cells)] == [
        (None, Way.APPROVAL),
        (Way.APPROVAL, Way.PERMITTED),
        (Way.APPROVAL, Way.APPROVAL),
        (Way.ESCALATED, Way.ESCALATED),
    ]
    assert total(cells, Way.APPROVAL, after=False) == 5
    assert total(cells, Way.APPROVAL, after=True) == 4
