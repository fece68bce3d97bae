"""The limits as the environment says them."""

import pytest

from shopops.settings.environment import SettingRefused
from shopops.settings.rates import DEFAULT, rates


def test_what_is_not_named_stays_as_it_is() -> None:
    assert rates([]) == DEFAULT
    assert rates(["links=5", " inbound = 7 "]) == {**DEFAULT, "links": 5, "inbound": 7}


def test_off_counts_nothing() -> None:
    assert rates(["off"]) == {}


@pytest.mark.parametrize("word", ["link=5", "links", "links=", "links=0", "links=-1", "links=²"])
def test_anything_else_stops_the_start(word: str) -> None:
    with pytest.raises(SettingRefused, match="SHOPOPS_RATE_LIMITS"):
        rates([word])
