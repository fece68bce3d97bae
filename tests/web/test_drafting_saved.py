"""Words that a model began and a person saved: whose they are stands wherever they are shown."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from shopops.proposals.models import OutlineText
from shopops.review.drafting.proof import LIFETIME, PURPOSE, Place, prove
from shopops.review.models import Decision, DecisionKind
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MAIL, ORDER, RESHIP, Deciding
from tests.support.drafting import drafted, rows, save, switch_on
from tests.support.model_double import NAME, WORDS, a_model
from tests.support.pages import text_of
from tests.support.review_api import api_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CHANGED = "We understand how tiring it is to wait for your jacket."


@pytest.fixture
def room() -> Reviewing:
    found = reviewing_now([ORDER])
    switch_on(found)
    return found


@pytest.fixture
def client(room: Reviewing) -> Client:
    return room.client()


def kept(room: Reviewing) -> list[tuple[Any, ...]]:
    with tenant_scope(room.shop.pk):
        rows = OutlineText.objects.of(room.shop.pk).order_by("proposal_id", "id")
        return list(rows.values_list("text", "drafted_by", "draft_changed"))


def saved(room: Reviewing, client: Client, **changed: str) -> Any:
    with a_model():
        fields = drafted(room, client)
    return save(room, client, fields | changed)


def test_saved_as_it_came_it_is_drafted_by_the_model(room: Reviewing, client: Client) -> None:
    assert saved(room, client).status_code == 302
    assert kept(room) == [(WORDS, NAME, False)]
    page = text_of(client.get(room.page_of(ORDER)))
    assert f"{WORDS} Words by Maya, drafted by {NAME}; goes as written" in page
    assert f"“{WORDS}” (drafted by {NAME})" in page


def test_saved_otherwise_it_is_drafted_and_changed(room: Reviewing, client: Client) -> None:
    assert saved(room, client, **{"draft-0": f"  {CHANGED}\n"}).status_code == 302
    assert kept(room) == [(CHANGED, NAME, True)]
    page = text_of(client.get(room.page_of(ORDER)))
    assert f"Words by Maya, drafted by {NAME} and changed; goes as written" in page


def test_other_white_space_is_no_change(room: Reviewing, client: Client) -> None:
    saved(room, client, **{"draft-0": WORDS.replace(". ", ".\r\n  ")})
    assert kept(room) == [(WORDS, NAME, False)]


def test_a_draft_that_was_emptied_is_nothing_at_all(room: Reviewing, client: Client) -> None:
    answer = saved(room, client, **{"draft-0": " \n", "say-0": "We are sorry"})
    assert answer.status_code == 302
    assert kept(room) == [("We are sorry", None, None)]
    assert "Words by Maya; goes as written" in text_of(client.get(room.page_of(ORDER)))


def test_words_without_a_token_are_plainly_the_person_s(room: Reviewing, client: Client) -> None:
    save(room, client, {"draft-0": WORDS})
    assert kept(room) == [(WORDS, None, None)]


def test_own_words_beside_a_draft_stay_their_own(room: Reviewing, client: Client) -> None:
    saved(room, client, **{"say-0": "We are sorry"})
    assert kept(room) == [("We are sorry", None, None), (WORDS, NAME, False)]


def test_the_next_revision_says_it_too_and_of_whom(room: Reviewing, client: Client) -> None:
    saved(room, client)
    save(room, room.client("Bea"), {"say-0": "Thank you"})
    assert kept(room)[1:] == [(WORDS, NAME, False), ("Thank you", None, None)]
    page = text_of(client.get(room.page_of(ORDER)))
    assert f"Words by Maya, drafted by {NAME}; goes as written" in page
    assert "Words by Bea; goes as written" in page


def test_a_number_that_a_person_writes_into_a_draft_is_refused_beside_it(
    room: Reviewing, client: Client
) -> None:
    answer = saved(room, client, **{"draft-0": "It comes in 3 days."})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'id="wrong-edit-draft-0"' in html
    assert ">It comes in 3 days.</textarea>" in html
    assert kept(room) == []


def test_the_ledger_says_which_model_began_which_words(room: Reviewing, client: Client) -> None:
    saved(room, client)
    [told] = Deciding(room).told()
    with tenant_scope(room.shop.pk):
        row = OutlineText.objects.of(room.shop.pk).get()
    digest = bytes(row.sha256).hex()
    assert told["edit"]["drafted"] == [{"text": digest, "model": NAME, "changed": False}]
    Deciding(room).edit(says={MAIL: ["We are sorry"]}, points={MAIL: ["order_number"]})
    assert "drafted" not in Deciding(room).told()[-1]["edit"]


def test_the_receipt_says_it_in_words_and_as_json(room: Reviewing, client: Client) -> None:
    saved(room, client, **{"draft-0": CHANGED})
    Deciding(room).approve(MAIL, RESHIP, name="Ada", after=timedelta(seconds=1))
    with tenant_scope(room.shop.pk):
        decision = Decision.objects.of(room.shop.pk).get(kind=DecisionKind.APPROVE)
    receipt = room.url(f"review/decisions/{decision.pk}/receipt/")
    said = f"Words by Maya, drafted by {NAME} and changed"
    assert f"{said}: “{CHANGED}”" in text_of(client.get(receipt))
    [mail] = client.get(f"{receipt}?format=json").json()["mails"]
    [added] = mail["added"]
    assert added["by"]["name"] == "Maya"
    assert (added["text"], added["drafted_by"], added["changed"]) == (CHANGED, NAME, True)
    assert added["sentence"] == said


def test_the_api_says_it_by_the_point_of_the_outline(room: Reviewing, client: Client) -> None:
    saved(room, client)
    mail = api_of(room).item(ORDER)["actions"][MAIL]
    [(point, text)] = mail["outline_texts"].items()
    assert text == WORDS
    assert mail["outline_drafts"] == {point: {"model": NAME, "changed": False}}


def token_of(room: Reviewing, **changed: Any) -> str:
    """As it is made for Maya and this mail, but for what is changed."""
    place = Place(
        changed.get("proposal", room.proposal(ORDER)),
        changed.get("index", MAIL),
        changed.get("person", room.person()),
    )
    now = changed.get("now", timezone.now())
    return prove(place, text=WORDS, model=NAME, now=now)


def refuses(room: Reviewing, client: Client, token: str) -> bool:
    before = rows(room.shop)
    answer = save(room, client, {"draft-0": WORDS, "drafted-0": token})
    left = rows(room.shop)
    left["review.RefusedDecision"] = before["review.RefusedDecision"]
    left["review.DecisionHandle"] = before["review.DecisionHandle"]
    assert f">{WORDS}</textarea>" in answer.content.decode()
    return answer.status_code == 422 and "draft_unproven" in text_of(answer) and left == before


def test_a_token_of_this_mail_and_person_is_taken(room: Reviewing, client: Client) -> None:
    save(room, client, {"draft-0": WORDS, "drafted-0": token_of(room)})
    assert kept(room) == [(WORDS, NAME, False)]


def test_a_token_of_another_person_is_refused(room: Reviewing, client: Client) -> None:
    assert refuses(room, client, token_of(room, person=room.person("Bea")))


def test_a_token_of_another_mail_is_refused(room: Reviewing, client: Client) -> None:
    assert refuses(room, client, token_of(room, index=RESHIP))


def test_a_token_of_another_shop_s_order_is_refused(room: Reviewing, client: Client) -> None:
    other = reviewing_now([ORDER], slug="store_other")
    assert refuses(room, client, token_of(room, proposal=other.proposal(ORDER)))


def test_a_token_of_an_earlier_revision_is_refused(room: Reviewing, client: Client) -> None:
    earlier = token_of(room)
    save(room, client, {"say-0": "We are sorry"})
    answer = save(room, client, {"draft-0": WORDS, "drafted-0": earlier})
    assert answer.status_code == 422


def test_an_old_token_is_refused(room: Reviewing, client: Client) -> None:
    old = timezone.now() - LIFETIME - timedelta(minutes=1)
    assert refuses(room, client, token_of(room, now=old))


@pytest.mark.parametrize("how", ["cut", "other_purpose", "nonsense", "other_model"])
def test_a_forged_token_is_refused(room: Reviewing, client: Client, how: str) -> None:
    real = token_of(room)
    said = signing.loads(real, salt=PURPOSE)
    forged = {
        "cut": real[:-2],
        "other_purpose": signing.dumps(said, salt="shopops.something.else"),
        "nonsense": "x\x00y" * 50,
        "other_model": f"{signing.dumps({**said, 'model': 'x'}).partition(':')[0]}:"
        f"{real.partition(':')[2]}",
    }[how]
    assert refuses(room, client, forged)


def test_a_program_of_the_api_can_t_claim_a_model(room: Reviewing) -> None:
    """Its edits have no field for it."""
    Deciding(room).edit(says={MAIL: [WORDS]})
    assert kept(room) == [(WORDS, None, None)]


def test_erasing_the_words_erases_which_model_began_them(room: Reviewing, client: Client) -> None:
    saved(room, client)
    with tenant_scope(room.shop.pk):
        OutlineText.objects.of(room.shop.pk).delete()
    page = text_of(client.get(room.page_of(ORDER)))
    assert WORDS not in page
    assert f"drafted by {NAME}" not in page


def test_an_admin_of_the_shop_reads_it_as_everybody_does(room: Reviewing, client: Client) -> None:
    saved(room, client)
    page = text_of(room.client("Vic", Role.VIEWER).get(room.page_of(ORDER)))
    assert f"Words by Maya, drafted by {NAME}; goes as written" in page
