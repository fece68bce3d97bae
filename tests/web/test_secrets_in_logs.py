"""What people and programs prove themselves with stands in no log, whatever becomes of it."""

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from shopops.accounts.enrol import password_link
from shopops.acknowledgments.origin import SIGNATURE_HEADER, signed_headers
from shopops.administration.members import links
from shopops.administration.members.inviting import write_down
from shopops.administration.people.confirming import token_of
from shopops.alarms.models import RosterContact
from shopops.guards.redaction import HIDDEN, Line, redacted
from shopops.tenants.models import Role
from tests.support.review_api import reading_token, send
from tests.support.signing_in import MAIL, Person, code_of, person, sign_in, with_factor
from tests.support.webhooks import MAILGUN_KEY, SETTINGS, basic

pytestmark = pytest.mark.django_db
SITE = "https://ops.example.com"
WRONG, RIGHT, NEW = "wrong-Battery-staple", "right-Battery-staple", "newer-Battery-staple"
BASIC = "shop:horse-Battery-staple"
RAW = b"From: maya@shop.example\r\n\r\nHello\r\n"


class Log:
    """Everything that is logged, as plain as it comes or as the site writes it."""

    def __init__(self) -> None:
        self.plain, self.written = io.StringIO(), io.StringIO()

    def handlers(self) -> Iterator[logging.Handler]:
        for stream, formatter in (
            (self.plain, logging.Formatter("%(message)s")),
            (self.written, Line("%(message)s")),
        ):
            handler = logging.StreamHandler(stream)
            handler.setFormatter(formatter)
            yield handler


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[Log]:
    """With SHOPOPS_LOG_LEVEL=DEBUG; Django's own loggers stay at what the settings say, because
    its templates would log the cookies."""
    found, root = Log(), logging.getLogger()
    caplog.set_level(logging.DEBUG)
    handlers = list(found.handlers())
    for handler in handlers:
        root.addHandler(handler)
    yield found
    for handler in handlers:
        root.removeHandler(handler)


@pytest.fixture(autouse=True)
def site() -> Iterator[None]:
    with override_settings(
        SHOPOPS_SITE_URL=SITE,
        SHOPOPS_INBOUND=["raw", "mailgun", "postmark"],
        ANYMAIL={**SETTINGS["ANYMAIL"], "WEBHOOK_SECRET": BASIC},
        ADMINS=[("Root", "root@site.example")],
    ):
        yield


@pytest.fixture
def maya() -> Person:
    return person(password=RIGHT)


def signing_in(maya: Person) -> list[str]:
    secret = with_factor(maya.member.user)
    client, code = Client(), code_of(secret)
    sign_in(client, MAIL, WRONG)
    sign_in(client, MAIL, RIGHT)
    client.post("/sign-in/code/", {"code": "000000"})
    client.post("/sign-in/code/", {"code": code})
    assert client.get("/account/").status_code == 200
    return [WRONG, RIGHT, secret, code, client.cookies["sessionid"].value]


def calling(maya: Person) -> list[str]:
    live, made_up = reading_token(maya.member.tenant), "so_" + "made-up-secret" * 3
    assert send(live, "GET", "review-items").status_code == 200
    for secret in (live, made_up):
        for path in ("proposals", "nothing", "review-items/7"):
            assert send(secret, "GET", path).status_code >= 400
    return [live, made_up]


def opening_an_invitation(maya: Person) -> list[str]:
    link = an_invitation(maya)
    for password in ("short", NEW):
        typed = {"new_password1": password, "new_password2": password}
        Client().post(link, {"display_name": "Per", **typed})
    Client().get(link)  # it is over now, and is a secret no more
    return [NEW]


def an_invitation(maya: Person) -> str:
    invitation, secret = write_down(
        email="per@shop.example",
        display_name="Per",
        role=Role.VIEWER,
        author=maya.member,
        now=timezone.now(),
    )
    return links.link_of(invitation, secret).removeprefix(SITE)


def a_confirmation(maya: Person) -> str:
    contact = RosterContact.objects.create(
        tenant=maya.member.tenant, membership=maya.member, email="maya@oncall.example", step=0
    )
    return f"/confirm-address/{token_of(contact)}/"


def a_reset(maya: Person) -> str:
    return password_link(maya.member.user).removeprefix(SITE)


def opening_links(maya: Person) -> list[str]:
    """While they work."""
    found = [an_invitation(maya), a_confirmation(maya)]
    for link in found:
        assert Client().get(link).status_code == 200
        assert Client().head(link).status_code == 200
        Client().post(link, {"new_password1": "short"})
    return [link.strip("/").rpartition("/")[2] for link in found]


def choosing_a_password(maya: Person) -> list[str]:
    link, client = a_reset(maya), Client()
    where = client.get(link)["Location"]
    for password in ("short", NEW):
        client.post(where, {"password1": password, "password2": password})
    assert maya.member.user.__class__.objects.get(pk=maya.member.user_id).check_password(NEW)
    return [NEW, link.strip("/").rpartition("/")[2]]


def posting_mail(maya: Person) -> list[str]:
    slug = maya.member.tenant.slug
    signed = signed_headers(slug=slug, raw=RAW, now=timezone.now())
    wrong = {**signed, SIGNATURE_HEADER: "sha256=" + "ab12" * 16}
    for headers in (signed, wrong):
        Client().generic("POST", f"/inbound/{slug}/raw", RAW, headers=headers)
    for secret in (BASIC, f"{BASIC}r"):
        Client().post(f"/inbound/{slug}/postmark", b"{}", "application/json", **basic(secret))
    Client().post(f"/inbound/{slug}/mailgun/mime", {"signature": "cd34" * 16, "token": "t" * 50})
    return [*signed.values(), wrong[SIGNATURE_HEADER], *BASIC.split(":")[1:], MAILGUN_KEY]


@pytest.mark.parametrize(
    "act",
    [signing_in, calling, opening_an_invitation, opening_links, choosing_a_password, posting_mail],
)
def test_no_secret_is_logged_by_what_goes_its_way_or_is_refused(
    maya: Person, log: Log, act: Any
) -> None:
    secrets = act(maya)
    said = log.plain.getvalue()
    assert [secret for secret in secrets if secret in said] == []


def test_what_is_refused_is_logged_all_the_same(maya: Person, log: Log) -> None:
    posting_mail(maya)
    assert "a mail was refused" in log.plain.getvalue()


def crashing(maya: Person, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Requests that carry something secret, and break off in the middle."""
    invitation, confirmation, reset = an_invitation(maya), a_confirmation(maya), a_reset(maya)
    live, slug = reading_token(maya.member.tenant), maya.member.tenant.slug
    for broken in (
        "shopops.administration.members.join_views.find",
        "shopops.administration.people.confirm_views.contact_of",
        "shopops.api.review_items.queue_page",
        "shopops.acknowledgments.views.raw.check_signature",
        "allauth.account.forms.LoginForm.clean",
        "allauth.account.views._password_reset.UserTokenForm",
    ):
        monkeypatch.setattr(broken, _crash)
    client = Client(raise_request_exception=False)
    signed = signed_headers(slug=slug, raw=RAW, now=timezone.now())
    form = {"new_password1": NEW, "new_password2": NEW}
    answers = [
        client.post(invitation, form),
        client.get(confirmation),
        client.get(reset),
        client.post("/sign-in/", {"login": MAIL, "password": RIGHT}),
        client.generic("POST", f"/inbound/{slug}/raw", RAW, headers=signed),
        send(live, "GET", "review-items"),
    ]
    assert [answer.status_code for answer in answers] == [500] * len(answers)
    keys = [link.strip("/").rpartition("/")[2] for link in (invitation, confirmation, reset)]
    return [*keys, NEW, RIGHT, live, *signed.values()]


def _crash(*args: Any, **kwargs: Any) -> Any:
    raise RuntimeError("it broke off")


def test_a_crash_writes_down_no_secret_and_mails_nobody_what_was_sent(
    maya: Person, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = crashing(maya, monkeypatch)
    said = log.written.getvalue()
    assert said.count("RuntimeError: it broke off") >= 6
    assert f"/invitation/{HIDDEN}/" in said
    assert [secret for secret in secrets if secret in said] == []
    assert mail.outbox == []


def test_everything_is_written_by_the_formatter_that_hides_secrets() -> None:
    how: dict[str, Any] = settings.LOGGING
    assert {name: one["formatter"] for name, one in how["handlers"].items()} == {"stderr": "line"}
    assert how["formatters"]["line"]["()"].endswith("redaction.Line")
    assert how["root"]["handlers"] == ["stderr"]
    assert logging.getLogger("django").handlers == []
    assert logging.getLogger("django.template").getEffectiveLevel() == logging.INFO
    assert [type(one.formatter) for one in logging.getLogger().handlers if one.formatter].count(
        Line
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Not Found: /invitation/ey.J:x-_/", f"Not Found: /invitation/{HIDDEN}/"),
        ("GET /confirm-address/W1.2:3/?a=b", f"GET /confirm-address/{HIDDEN}/?a=b"),
        ("/sign-in/password/1a-c2/", f"/sign-in/password/{HIDDEN}/"),
        ("so_" + "x" * 43 + " is no token", f"{HIDDEN} is no token"),
        ("/t/store_northline/review/ so_short", "/t/store_northline/review/ so_short"),
    ],
)
def test_what_opens_something_is_hidden_and_nothing_else(text: str, left: str) -> None:
    assert redacted(text) == left
