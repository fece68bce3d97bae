"""Store credit, from a customer who agreed to it to the credit in the shop, once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from shopops.agents.facts import FactKind
from shopops.outbox.states import State
from shopops.proposals.read import pack_of
from shopops.review.source_view import source_view
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.pipeline import resolve_stored
from tests.support.smtp_sink import smtp_sink

pytestmark = pytest.mark.django_db
WILLING = "O-1036"
CREDIT = "propose_store_credit"


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([WILLING], folder=tmp_path, clock=clock) as made:
        yield made


def kinds(shop: Carrying) -> dict[str, int]:
    return {one.kind: one.index for one in shop.room.proposal(WILLING).actions.all()}


def test_who_agreed_to_credit_is_offered_it_with_the_ledger_s_word_that_there_was_none(
    shop: Carrying,
) -> None:
    proposal = shop.room.proposal(WILLING)
    found = pack_of(proposal).fields["earlier_credit"]
    assert (found.kind, found.value, found.evidence_ids) == (FactKind.FACT, False, ["ledger:0"])
    [credit] = [one for one in proposal.actions.all() if one.kind == CREDIT]
    assert "ledger:0" in credit.body["evidence_ids"]
    with tenant_scope(shop.room.shop.pk):
        shown = source_view(shop.room.shop.pk, proposal, "ledger:0")
    assert shown.found


def test_it_is_given_once_is_no_news_and_is_offered_no_second_time(shop: Carrying) -> None:
    shop.approve(WILLING, kinds(shop)[CREDIT])
    assert shop.run().succeeded == 1
    assert len(shop.shop.books.effects("credit.create")) == 1
    decided = shop.room.proposal(WILLING)
    resolve_stored(shop.room.shop, now=shop.clock.now)
    assert shop.room.proposal(WILLING) == decided
    shop.room.now = shop.clock.now
    shop.room.change(WILLING, number="N-2")  # anything else that is news
    resolve_stored(shop.room.shop, now=shop.clock.now)
    newer = shop.room.proposal(WILLING)
    assert newer.revision == decided.revision + 1
    found = pack_of(newer).fields["earlier_credit"]
    assert found.value is True
    [entry] = found.evidence_ids
    with tenant_scope(shop.room.shop.pk):
        assert source_view(shop.room.shop.pk, newer, entry).found
    assert CREDIT not in kinds(shop)


def test_the_mail_that_tells_of_it_goes_out_after_it(shop: Carrying, settings: Settings) -> None:
    """That the ledger tells of the credit by then is no news to the mail."""
    asked = kinds(shop)
    with smtp_sink() as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        shop.approve(WILLING, asked["draft_email"], asked[CREDIT])
        assert shop.run().succeeded == 2
        assert [one.state for one in shop.effects()] == [State.SUCCEEDED] * 2
        [kept] = sink.mails
    assert "store credit" in kept.mail.get_content()
