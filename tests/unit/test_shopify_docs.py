"""What docs/connect-shopify.md tells a shop owner is what the program needs and says."""

from pathlib import Path

import pytest

from shopops.connectors.shopify.answers import STATUSES
from shopops.connectors.shopify.client import API_VERSION
from shopops.connectors.shopify.inbox import HAPPENINGS, OBJECTS
from shopops.connectors.shopify.queries import MOST
from shopops.connectors.shopify.reships import INDEX_DELAY
from shopops.connectors.shopify.settings import RIGHTS, NotAShop

DOC = (Path(__file__).parents[2] / "docs/connect-shopify.md").read_text(encoding="utf-8")


def test_it_speaks_of_the_version_that_is_spoken() -> None:
    assert DOC.count(API_VERSION) >= 3
    assert f"counts as not made {INDEX_DELAY.seconds // 60} minutes after" in DOC


@pytest.mark.parametrize("topic", [*OBJECTS, *HAPPENINGS])
def test_each_topic_that_is_read_is_subscribed_to(topic: str) -> None:
    assert f'"{topic}"' in DOC


@pytest.mark.parametrize("right", RIGHTS)
def test_each_right_is_named_with_what_it_is_for(right: str) -> None:
    assert f"| `{right}` |" in DOC


@pytest.mark.parametrize("said", [*STATUSES.values(), NotAShop.__doc__ or ""])
def test_each_message_about_the_connection_is_explained(said: str) -> None:
    first = said.partition(". ")[0]
    assert f"| {first}. |" in DOC or first in {"Shopify holds this for an attack and refuses it"}


def test_the_limits_of_one_read_are_those_of_the_queries() -> None:
    for name, most in MOST.items():
        assert f"{most} {name} or more" in DOC
