"""What a test of a connection found is said in the language of whoever reads it."""

import pytest
from django.utils import translation

from shopops.administration.connections.heard import heard
from shopops.checks.messages import kept
from shopops.connectors.easypost.reader import CONNECTED, WITH_TEST_KEY
from shopops.connectors.generic.client import REFUSALS
from shopops.connectors.shopify.answers import STATUSES

OURS = (CONNECTED, WITH_TEST_KEY, *STATUSES.values(), *(text for _, text in REFUSALS.values()))


def test_what_we_say_of_it_is_in_the_catalogue() -> None:
    catalogue = kept("de")
    assert [text for text in OURS if catalogue.get(text) is None] == []


@pytest.mark.parametrize("said", ["", CONNECTED, f"{OURS[-1]} The shop says: {{no}}", "It says: x"])
def test_in_english_it_is_said_as_it_was_kept(said: str) -> None:
    assert heard(said) == said


def test_what_the_shop_wrote_stands_behind_as_it_wrote_it() -> None:
    with translation.override("de"):
        said = heard(f"{REFUSALS[409][1]} The shop says: Done {{x}}")
    assert said.endswith("Done {x}")
    assert "The shop says" not in said
