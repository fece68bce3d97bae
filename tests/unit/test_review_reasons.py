"""What people write is kept as they can see it."""

import pytest

from shopops.agents.supplied import FactName, Unreadable, read_fact
from shopops.review.reasons import short


def test_control_characters_and_turned_directions_are_not_kept() -> None:
    assert short(" It\0 \x1b[31mis \u202eeurt\u202c\x07\u2066 ") == "It [31mis eurt"


def test_lines_and_every_script_are_kept() -> None:
    for text in ("Called.\n\tNo answer.", "لم يصل الطرد", "顧客は待つ 👩🏽‍💻"):
        assert short(text) == text


@pytest.mark.parametrize("address", ["i\x1b@example.com", "i\u202e@example.com", "a\x07@b.de"])
def test_an_address_that_a_page_would_show_as_another_is_refused(address: str) -> None:
    with pytest.raises(Unreadable):
        read_fact(FactName.EMAIL_ON_FILE, address)
