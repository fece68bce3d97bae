"""A cited id leads to its row in the evidence and to its marked source, without scripts."""

import re

import pytest

from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"
CITED = re.compile(r'class="cite" href="[^"]+" data-evidence="([^"]+)"')
ROW = re.compile(r'<li id="(evidence-[^"]+)" tabindex="-1" data-evidence="([^"]+)"')


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def _page(room: Reviewing) -> str:
    return room.client().get(room.page_of(ORDER)).content.decode()


def test_every_cited_id_has_one_row_of_its_own(room: Reviewing) -> None:
    page = _page(room)
    rows = [evidence_id for _, evidence_id in ROW.findall(page)]
    assert len(rows) == len(set(rows)) == 15
    assert set(CITED.findall(page)) == set(rows)


def test_the_source_leads_back_to_the_row(room: Reviewing) -> None:
    page = _page(room)
    client = room.client()
    for anchor, evidence_id in ROW.findall(page):
        source = client.get(f"{room.page_of(ORDER)}evidence/?id={evidence_id}")
        assert f'href="{room.page_of(ORDER)}#{anchor}"' in source.content.decode()
        part = client.get(
            f"{room.page_of(ORDER)}evidence/?id={evidence_id}", headers={"HX-Request": "true"}
        )
        assert f'data-show-evidence href="#{anchor}"' in part.content.decode()


def test_a_row_says_the_value_as_shown_and_where_it_comes_from(room: Reviewing) -> None:
    words = text_of(room.client().get(room.page_of(ORDER)))
    assert "oms:order_total Order total: 129.00 USD order:shopops/O-1001 at $.total" in words


def test_evidence_stands_beside_the_proposal(room: Reviewing) -> None:
    """The second column begins with it; the first with what it is for."""
    columns = _page(room).split('<div class="col">')
    assert 'id="proposed"' in columns[1]
    assert columns[2].index('id="evidence"') < columns[2].index('id="money"')
