"""Files for spreadsheets."""

import pytest

from shopops.dashboard.charts.parts import Sheet, lasting, share
from shopops.dashboard.csv_file import csv_text


def test_a_file_has_its_header_and_crlf_and_empty_cells_for_what_is_unknown() -> None:
    assert csv_text(Sheet(("name", "number"), [("Mäya, A.", 3), ("x", None)])) == (
        'name,number\r\n"Mäya, A.",3\r\nx,\r\n'
    )


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\u00a0 =cmd|'/C'!A0", "\r=1", "＝1"]
)
def test_a_name_that_a_spreadsheet_would_run_is_made_text(name: str) -> None:
    _, row = csv_text(Sheet(("name",), [(name,)])).split("\r\n", 1)
    assert row.lstrip('"').startswith("'")


def test_numbers_stay_numbers() -> None:
    assert csv_text(Sheet(("number",), [(-5,)])) == "number\r\n-5\r\n"


def test_a_share_is_never_told_as_nothing_or_all_unless_it_is() -> None:
    assert [share(*of) for of in ((0, 0), (0, 9), (1, 1000), (999, 1000), (9, 9), (1, 3))] == [
        "0 %",
        "0 %",
        "1 %",
        "99 %",
        "100 %",
        "33 %",
    ]


def test_spans_are_told_in_their_two_largest_parts() -> None:
    assert [lasting(of) for of in (0.2, 59, 60, 7800, 90000)] == [
        "1 s",
        "59 s",
        "1 min",
        "2 h 10 min",
        "1 d 1 h",
    ]
