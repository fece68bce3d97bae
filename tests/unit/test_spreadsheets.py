"""What a spreadsheet would run is text in the files that it is given."""

import pytest

from shopops.tenants.spreadsheets import safe_cell


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        ("Maya Andersen", "Maya Andersen"),
        ("a-b; c + d = e", "a-b; c + d = e"),
        ("=1+1", "'=1+1"),
        ("  @SUM(1)", "'  @SUM(1)"),
        ("\t=1+1", "'\t=1+1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ('x;=HYPERLINK("a")', 'x;\'=HYPERLINK("a")'),
        ("x; \uff0b1;y", "x;' \uff0b1;y"),
        ("x\n-1\t@y", "x\n'-1\t'@y"),
        ("=1;=2", "'=1;'=2"),
        ("x;\t=1", "x;\t'=1"),
        ("\n" * 200_000 + "x" + "\n" * 200_000, "'" + "\n" * 200_000 + "x" + "\n" * 200_000),
        (7, 7),
        (None, None),
    ],
)
def test_no_cell_is_a_formula_however_the_file_is_cut(cell: object, safe: object) -> None:
    assert safe_cell(cell) == safe
