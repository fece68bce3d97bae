"""The page shows the customer's mail as it would go, and that nothing goes yet."""

from datetime import timedelta

import pytest

from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.proposals.models import OutlineText
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MAIL, REFUND, Deciding
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def _mail(room: Reviewing) -> str:
    words = text_of(room.client().get(room.page_of(ORDER)))
    return words.split("Mail to the customer as it would go")[1].split("Evidence")[0]


def _mail_with(room: Reviewing, chosen: dict[str, str]) -> str:
    """As the page asks for it when somebody chooses."""
    return text_of(room.client().get(f"{room.page_of(ORDER)}mails/", chosen))


def test_it_goes_to_the_customer_in_the_language_that_is_known(room: Reviewing) -> None:
    words = _mail(room)
    assert "Not sent from here: send it yourself" in words
    assert "To ines@example.com" in words
    assert "Subject Your order 1001: news about your parcel" in words
    assert "Language English (en)" in words
    assert "Hello Ines Halloran," in words
    assert "We are preparing to send the goods again." in words
    assert "Kind regards Store Northline" in words


def test_a_known_language_is_spoken(room: Reviewing) -> None:
    _speaks(room, "de")
    words = _mail(room)
    assert "Guten Tag Ines Halloran," in words
    assert "Wir bereiten den erneuten Versand der Ware vor." in words


def test_a_language_without_a_wording_is_named(room: Reviewing) -> None:
    _speaks(room, "nl")
    words = _mail(room)
    assert "There is no wording in Dutch (nl) yet, so it goes in English (en)." in words


def _speaks(room: Reviewing, language: str) -> None:
    customer = room.oms.orders[ORDER].customer
    assert customer is not None
    fields = {name: getattr(customer, name) for name in customer.__struct_fields__}
    room.change(ORDER, customer=type(customer)(**fields | {"language": language}))
    room.resolve(ORDER)


def test_an_edited_amount_and_a_person_s_words_are_in_it(room: Reviewing) -> None:
    Deciding(room).edit(
        amounts={REFUND: "60.00"},
        points={MAIL: ["stalled_shipment_apology", "reship_or_refund_options"]},
        says={MAIL: ["We are sorry for the wait"]},
    )
    words = _mail_with(room, {"choice-0": str(REFUND), "action": str(MAIL)})
    assert (
        "We are refunding part of your payment to the payment method you used. That is 60.00 USD."
        in words
    )
    assert "129.00" not in words
    assert "We are sorry for the wait Words by Maya; goes as written" in words


def test_erased_words_and_an_erased_address_say_so(room: Reviewing) -> None:
    Deciding(room).edit(says={MAIL: ["We are sorry"]}, after=timedelta(minutes=1))
    with tenant_scope(room.shop.pk):
        OutlineText.objects.of(room.shop.pk).delete()
    SourceRecord.objects.filter(external_id=ORDER).delete()
    SourcePayload.objects.filter(external_id=ORDER).delete()
    words = _mail(room)
    assert "no address is on record any more" in words
    assert "Not said: words that were erased." in words
    assert "Ines" not in words


def test_it_says_what_is_chosen_and_offers_nothing_else_or_asks_which_it_should_be(
    room: Reviewing,
) -> None:
    words = _mail_with(room, {"choice-0": str(REFUND), "action": str(MAIL)})
    assert "We are refunding you to the payment method you used. That is 129.00 USD." in words
    assert "choose" not in words
    neither = _mail_with(room, {"choice-0": "", "action": str(MAIL)})
    assert "You can choose: we send the goods again, or you get your money back." in neither
    assert "The refund would be 129.00 USD." in neither
    assert "/choose/…/" in neither
    assert "it does not go" not in neither
    assert "Not chosen: it does not go" in _mail_with(room, {"choice-0": str(REFUND)})


def test_after_the_decision_it_says_what_was_approved(room: Reviewing) -> None:
    Deciding(room).approve(REFUND, MAIL)
    assert "We are refunding you to the payment method you used. That is 129.00 USD." in _mail(room)
