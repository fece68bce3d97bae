"""What a mail test found is said in the language of whoever reads it, whenever that is."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import translation

from shopops.accounts import languages
from shopops.acknowledgments.doctor.steps import Step
from shopops.acknowledgments.models import MailTest
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.mail_tests import Surgery, all_tests, open_surgery
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
GERMAN = {"Accept-Language": "de"}
NO_RESULTS = "Die Antwort hat keine Kopfzeile Authentication-Results"


@pytest.fixture
def surgery(clock: Clock) -> Iterator[Surgery]:
    with open_surgery() as found:
        yield found


@pytest.fixture
def client(surgery: Surgery) -> Client:
    return signed_in(hire(surgery.desk.tenant, "Ada", Role.ADMIN))


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if all words of the room were translated."""
    rooms = languages.TRANSLATED | {"acknowledgments"}
    monkeypatch.setattr(languages, "TRANSLATED", rooms)


def address(surgery: Surgery) -> str:
    return f"/t/{surgery.desk.tenant.slug}/alarms/mail-doctor/"


@pytest.mark.usefixtures("translated")
def test_the_page_says_a_step_in_the_language_that_the_browser_asks_for(
    surgery: Surgery, client: Client
) -> None:
    surgery.answer(results="")
    german = text_of(client.get(address(surgery), headers=GERMAN))
    assert "fehlgeschlagen" in german
    assert "Jemand bürgt für den Absender" in german
    assert f"{NO_RESULTS}; dieser Shop vertraut" in german
    assert "Fehlgeschlagen: Jemand bürgt" in german
    assert "Mails gehen über" in german
    english = text_of(client.get(address(surgery), headers={"Accept-Language": "en"}))
    assert "The answer has no Authentication-Results header; this shop trusts" in english


@pytest.mark.usefixtures("translated")
def test_what_hints_and_turned_away_requests_say_is_translated_too(
    surgery: Surgery, client: Client
) -> None:
    page = text_of(client.get(address(surgery), headers=GERMAN))
    assert "Für diesen Test kam noch nichts herein" in page
    surgery.desk.post(surgery.mail(), x_shopops_signature="0")
    page = text_of(client.get(address(surgery), headers=GERMAN))
    assert "wurde abgewiesen: die Signatur passt nicht zur Mail. Signieren Sie mit" in page


def test_while_its_room_is_english_the_page_is_so_as_a_whole(
    surgery: Surgery, client: Client
) -> None:
    surgery.answer(results="")
    page = client.get(address(surgery), headers=GERMAN)
    assert '<html lang="en"' in page.content.decode()
    assert "Authentication-Results header" in text_of(page)
    assert NO_RESULTS not in text_of(page)


def test_no_sentence_is_kept(surgery: Surgery) -> None:
    with translation.override("de"):
        surgery.answer(results="")
    (row,) = all_tests(surgery.desk)
    kept = row["steps"][Step.SENDER]
    assert [one["code"] for one in kept["says"]] == ["no_results", "no_dkim"]
    assert set(kept["says"][0]["named"]) == {"trusted"}
    assert [one["code"] for one in kept["do"]] == ["let_server_check"]


@pytest.mark.usefixtures("translated")
def test_what_was_kept_as_a_sentence_is_shown_as_it_was_kept(
    surgery: Surgery, client: Client
) -> None:
    surgery.answer(results="")
    with tenant_scope(surgery.desk.tenant.pk):
        test = MailTest.objects.of(surgery.desk.tenant.pk).get()
        test.steps[Step.SENDER] |= {"says": "It is {odd}, `mx.old`.", "do": ""}
        test.save(update_fields=["steps"])
    page = client.get(address(surgery), headers=GERMAN)
    assert "It is {odd}, <code>mx.old</code>." in page.content.decode()


def test_a_mail_about_a_test_is_in_the_language_of_whoever_answered(surgery: Surgery) -> None:
    user = surgery.test.membership.user
    assert user is not None
    user.language = "de"
    user.save(update_fields=["language"])
    surgery.answer("no code")
    told = surgery.desk.sink.mails[-1].mail
    assert told["Subject"] == "Mailtest: Ein Schritt ist fehlgeschlagen"
    words = " ".join(told.get_body(("plain",)).get_content().split())
    assert "fehlgeschlagen: Der Testcode steht allein in einer Zeile." in words
    assert "Der Code steht nicht in der Antwort. Antworten Sie mit dem Code allein" in words
