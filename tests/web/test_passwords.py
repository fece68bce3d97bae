"""Choosing a password by a link that was mailed: invited, or forgotten."""

import re
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from shopops.accounts.enrol import needs_password, password_link
from shopops.celery_app import app as celery
from tests.support.pages import text_of
from tests.support.signing_in import MAIL, Person, person, sign_in, told
from tests.support.smtp_sink import Answer, smtp_sink

pytestmark = pytest.mark.django_db
SITE = "https://ops.example.com"
NEW = "another-long-password-7"
LINK = re.compile(rf"{SITE}(/sign-in/password/\S+)")


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    """What is queued is done at once."""
    celery.conf.task_always_eager = True
    yield
    celery.conf.task_always_eager = False


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.SHOPOPS_SITE_URL = SITE
    settings.SHOPOPS_MAIL_FROM = "ops@ops.example.com"


def _choose(client: Client, path: str, password: str = NEW) -> str:
    """Opens the link and chooses; the words of the page that follows."""
    form = client.get(path, follow=True)
    where = form.redirect_chain[-1][0] if form.redirect_chain else path
    chosen = client.post(where, {"password1": password, "password2": password}, follow=True)
    return text_of(chosen)


def _invited() -> Person:
    return person(password=None)


def test_who_was_invited_chooses_a_password_and_is_signed_in() -> None:
    noor, client = _invited(), Client()
    assert needs_password(noor.member.user)
    link = password_link(noor.member.user)
    assert link.startswith(f"{SITE}/sign-in/password/")
    _choose(client, link.removeprefix(SITE))
    assert client.get("/")["Location"] == "/t/store_northline/review/"
    noor.member.user.refresh_from_db()
    assert not needs_password(noor.member.user)
    kinds = [kind for kind, _, _ in told(noor.member.user_id)]
    assert kinds == ["invited", "password_set", "signed_in"]


def test_a_link_works_once_and_then_says_so() -> None:
    link = password_link(_invited().member.user).removeprefix(SITE)
    _choose(Client(), link)
    assert "This link is used up" in text_of(Client().get(link, follow=True))


def test_a_password_that_everybody_uses_is_not_taken() -> None:
    client = Client()
    link = password_link(_invited().member.user).removeprefix(SITE)
    assert "too common" in _choose(client, link, "password123")
    assert client.get("/")["Location"].startswith("/sign-in/")


def test_a_forgotten_password_is_replaced_by_mail(settings: Settings) -> None:
    maya = person()
    with smtp_sink() as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        Client().post("/sign-in/forgotten/", {"email": MAIL.upper()})
        [asked] = sink.mails
        text = asked.mail.get_content()
        _choose(Client(), LINK.search(text)[1])
        [_, done] = sink.mails
    assert asked.recipient == MAIL
    assert "password" in done.mail["Subject"].lower()
    assert NEW not in done.mail.get_content()
    assert sign_in(Client(), MAIL, NEW).status_code == 302
    kinds = [kind for kind, _, _ in told(maya.member.user_id)]
    assert kinds == ["password_asked", "password_set", "signed_in", "signed_in"]


def test_an_address_without_account_gets_no_mail_and_the_same_answer(settings: Settings) -> None:
    person()
    with smtp_sink() as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        answers = [
            text_of(Client().post("/sign-in/forgotten/", {"email": mail}, follow=True))
            for mail in (MAIL, "nobody@northline.example")
        ]
    assert answers[0] == answers[1]
    assert [kept.recipient for kept in sink.mails] == [MAIL]


def test_the_link_leads_to_the_site_s_own_address_whatever_was_asked_for(
    settings: Settings,
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    person()
    with smtp_sink() as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        Client(HTTP_HOST="evil.example").post("/sign-in/forgotten/", {"email": MAIL})
    text = sink.mails[0].mail.get_content()
    assert "evil.example" not in text
    assert LINK.search(text)


def test_an_operator_makes_the_link_where_no_mail_goes_out() -> None:
    maya, printed = person(), StringIO()
    call_command("password_link", email=MAIL, stdout=printed)
    _choose(Client(), printed.getvalue().strip().removeprefix(SITE))
    assert sign_in(Client(), MAIL, NEW).status_code == 302
    assert told(maya.member.user_id)[0][0] == "invited"
    with pytest.raises(CommandError, match="Invite them"):
        call_command("password_link", email="nobody@northline.example")


def test_a_site_without_mail_says_so_instead_of_promising_a_link(settings: Settings) -> None:
    settings.SHOPOPS_SMTP_URL = ""
    assert "This site can’t send mail" in text_of(Client().get("/sign-in/forgotten/"))


def test_a_queued_link_can_be_read_by_nobody_who_reads_the_queue(settings: Settings) -> None:
    celery.conf.task_always_eager = False
    settings.SHOPOPS_SMTP_URL = "smtp://127.0.0.1:1"
    person()
    with celery.connection_for_write() as connection:
        queue = connection.SimpleQueue(celery.conf.task_default_queue)
        queue.clear()
        Client().post("/sign-in/forgotten/", {"email": MAIL})
        queued = str(queue.get(block=False).payload)
    assert "gAAAA" in queued, "what begins like this is encrypted"
    assert "/sign-in/password/" not in queued
    assert MAIL not in queued


def test_a_mail_server_that_refuses_changes_nothing_about_the_answer(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    person()
    with smtp_sink(Answer.REJECT_DATA) as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        answer = Client().post("/sign-in/forgotten/", {"email": MAIL}, follow=True)
    assert "Look into your mail" in text_of(answer)
    assert "was not sent: 451" in caplog.text
    assert "/sign-in/password/" not in caplog.text
