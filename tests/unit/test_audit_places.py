"""The place at which a page of the audit ends, as an address carries it."""

from datetime import UTC, datetime

import pytest

from shopops.administration.auditing.lines import BIGGEST_ID, Place, read_place

AT = datetime(2026, 3, 18, 12, 0, 0, 123456, tzinfo=UTC)


def test_a_place_is_read_as_it_was_written() -> None:
    place = Place(AT, 3, 42)
    assert read_place(str(place)) == place


@pytest.mark.parametrize(
    "text",
    ["", "1-2", "1-2-3-4", "a-1-1", "-1-1-1", "1-1-" + "9" * 5000, "9" * 19 + "-1-1", "1-100-1"],
)
def test_what_no_page_gave_out_is_no_place(text: str) -> None:
    assert read_place(text) is None


def test_at_one_moment_sources_and_numbers_go_downwards() -> None:
    place = Place(AT, 3, 42)
    assert [place.number_below(source) for source in (2, 3, 4)] == [BIGGEST_ID, 42, 0]
