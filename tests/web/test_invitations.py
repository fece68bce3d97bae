"""From an admin's invitation to somebody who works for the shop."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.test import Client, override_settings
from django.utils import timezone

from shopops.administration.members.changing import Standing, change_member, standing_of
from shopops.administration.members.inviting import write_down
from shopops.administration.members.joining import NotOpen, join_with_password
from shopops.administration.members.links import SALT, find, link_of
from shopops.administration.models import Invitation
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Role, Tenant, User
from shopops.tenants.people import create_member
from shopops.tenants.vault import name_sha256
from tests.support.at_once import at_once
from tests.support.pages import text_of
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import kind_of, mail_server
from tests.support.smtp_sink import Kept, Sink

LINK = re.compile(r"https?://\S+(/invitation/\S+)")
PER = "per@northline.example"
NAME = {"display_name": "Per Lindqvist"}
PASSWORD = NAME | {
    "new_password1": "a-walk-in-the-woods",
    "new_password2": "a-walk-in-the-woods",
}
pytestmark = pytest.mark.django_db


@pytest.fixture
def client(admin: Membership) -> Client:
    client = Client()
    client.force_login(admin.user)
    return client


def members(shop: Tenant, path: str = "") -> str:
    return f"/t/{shop.slug}/settings/members/{path}"


def invite(client: Client, shop: Tenant, email: str = PER, **typed: str) -> Any:
    form = {"email": email, "display_name": "Per Lindqvist", "role": "reviewer"} | typed
    return client.post(members(shop, "invite/"), form, follow=True)


def link_in(mail: Kept) -> str:
    found = LINK.search(mail.mail.get_body(("plain",)).get_content())
    assert found is not None
    return found[1]


def age(**by: float) -> None:
    """As if the invitations had been sent so long ago."""
    for one in Invitation.objects.all():
        one.expires_at -= timedelta(**by)
        one.sent_at = one.sent_at and one.sent_at - timedelta(**by)
        one.save()


def test_a_mail_in_german_names_the_role_in_german(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    User.objects.create(username=PER, email=PER, language="de")
    invite(client, shop)
    (mail,) = sink.mails
    words = mail.mail.get_body(("plain",)).get_content()
    assert "Freigabe" in words
    assert "Reviewer" not in words


def test_who_was_invited_chooses_a_password_and_lands_in_the_shop(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    assert f"{PER} has a mail with a link" in text_of(invite(client, shop))
    (mail,) = sink.mails
    assert (mail.recipient, mail.mail["Subject"]) == (PER, "You are invited to ShopOps")
    newcomer, link = Client(), link_in(mail)
    opened = newcomer.get(link)
    assert "Ada invited you as reviewer" in text_of(opened)
    assert "no-store" in opened["Cache-Control"]
    assert not Membership.objects.filter(user__email=PER).exists()  # the button does it
    choosing = text_of(newcomer.get(link))
    assert "12 characters or more, whatever they are" in choosing
    assert "can’t" not in choosing  # nothing is refused before anything is typed
    weak = newcomer.post(link, {"new_password1": "12345678", "new_password2": "12345678"})
    assert "too common" in text_of(weak)
    assert not Membership.objects.filter(user__email=PER).exists()
    landed = newcomer.post(link, PASSWORD, follow=True)
    assert landed.redirect_chain[-1][0] == f"/t/{shop.slug}/review/"
    person = Membership.objects.get(user__email=PER)
    assert (person.role, person.display_name) == (Role.REVIEWER, "Per Lindqvist")
    assert person.user.check_password(PASSWORD["new_password1"])
    rows = kind_of(shop, EventKind.ROSTER)
    assert [row["change"] for row in rows] == ["invited", "joined"]
    assert "per" not in str(rows).lower().replace("person", "")
    again = Client().post(link, PASSWORD)
    assert again.status_code == 410
    assert "Accepted already" in text_of(again)
    assert "joined" in text_of(client.get(members(shop)))


def test_who_joins_says_how_they_are_called(shop: Tenant, client: Client, sink: Sink) -> None:
    invite(client, shop)
    link = link_in(sink.mails[0])
    assert 'value="Per Lindqvist"' in Client().get(link).content.decode()
    for typed, words in (
        ("", "This field is required"),
        ("P", "at least 2 characters"),
        ("P" * 81, "at most 80 characters"),
        ("\u202e\u202e", "letters that can be seen"),
        ("per@elsewhere.example", "Enter a name, not an address"),
        ("ada", "Somebody in this shop has this name"),
        ("\uff21d\uff41", "Somebody in this shop has this name"),  # the wide letters of East Asia
        ("\u0410d\u0430", "Somebody in this shop has this name"),  # Cyrillic
        ("A\u00adda", "letters that can be seen"),
        (
            "Ad\u2800a",
            "Somebody in this shop has this name",
        ),  # with a letter that is seen as nothing
    ):
        assert words in text_of(Client().post(link, PASSWORD | {"display_name": typed}))
    assert not User.objects.filter(email=PER).exists()
    landed = Client().post(link, PASSWORD | {"display_name": " Pelle  Lindqvist "}, follow=True)
    assert landed.redirect_chain[-1][0] == f"/t/{shop.slug}/review/"
    person = Membership.objects.get(user__email=PER)
    assert person.display_name == "Pelle Lindqvist"
    assert kind_of(shop, EventKind.ROSTER)[-1]["name_sha256"] == name_sha256(person).hex()


def test_what_only_stands_in_the_address_is_shown_to_nobody_as_their_name(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    invite(client, shop, display_name="Per")
    page = Client().get(link_in(sink.mails[0])).content.decode()
    assert 'name="display_name"' in page
    assert 'value="Per"' not in page


def test_a_password_that_resembles_the_name_that_was_typed_is_refused(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    invite(client, shop)
    alike = dict.fromkeys(("new_password1", "new_password2"), "wanderlustig-anna")
    typed = alike | {"display_name": "Anna Wanderlustig"}
    refused = text_of(Client().post(link_in(sink.mails[0]), typed))
    assert "too similar" in refused
    assert not User.objects.filter(email=PER).exists()


def test_the_secret_of_a_link_is_kept_nowhere(
    shop: Tenant, client: Client, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    invite(client, shop)
    for visitor in (Client(), client):
        visitor.post(link_in(sink.mails[0]), {"new_password1": "short"})
    kept = Invitation.objects.values().get()
    secret = signing.loads(link_in(sink.mails[0]).split("/")[2], salt=SALT)[2]
    assert secret not in str(kept)
    assert secret not in str(kind_of(shop, EventKind.ROSTER))
    assert link_in(sink.mails[0]) not in caplog.text


def test_a_link_that_is_spoilt_too_old_revoked_or_replaced_invites_nobody_and_says_why(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    invite(client, shop)
    link, invitation = link_in(sink.mails[0]), Invitation.objects.get()

    def said(path: str = link) -> str:
        answer = Client().post(path, PASSWORD)
        assert answer.status_code in (404, 410)
        return text_of(answer)

    assert "invites nobody" in said(f"{link[:-2]}x/")
    again = members(shop, f"invitations/{invitation.pk}/send/")
    assert "sent a moment ago" in text_of(client.post(again, follow=True))
    age(hours=72)
    assert "Too late" in said()
    assert "expired" in text_of(client.get(members(shop)))
    client.post(again)
    assert "There is a newer link" in said()
    assert Client().get(link_in(sink.mails[1])).status_code == 200
    revoked = client.post(members(shop, f"invitations/{invitation.pk}/revoke/"), follow=True)
    assert "Its link invites nobody" in text_of(revoked)
    assert "Taken back" in said(link_in(sink.mails[1]))
    assert not User.objects.filter(email=PER).exists()


def test_an_address_with_an_account_joins_after_signing_in_and_keeps_its_password(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    other = hire(open_shop("store_southline"), "Per")
    other.user.email = PER
    other.user.set_password("the old one stays")
    other.user.save()
    invite(client, shop, other.user.email.upper())
    link = link_in(sink.mails[0])
    assert "has an account already: sign in" in text_of(Client().get(link))
    Client().post(link, PASSWORD)
    other.user.refresh_from_db()
    assert other.user.check_password("the old one stays")
    assert not shop.memberships.filter(user=other.user).exists()
    assert "This is for somebody else" in text_of(client.post(link))
    theirs = Client()
    theirs.force_login(other.user)
    assert "Join Store Northline" in text_of(theirs.get(link))
    assert theirs.post(link, NAME, follow=True).redirect_chain[-1][0] == f"/t/{shop.slug}/review/"
    assert shop.memberships.get(user=other.user).role == Role.REVIEWER


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"email": "Ada@northline.example"}, "is Ada, who works here already"),
        ({"email": "gone@northline.example"}, "reactivate them instead"),
        ({"email": "twice@northline.example"}, "is invited already"),
        ({"email": "per"}, "valid email"),
        ({"role": "owner"}, "valid choice"),
        ({"display_name": " P "}, "at least 2 characters"),
        ({"display_name": PER}, "Enter a name, not an address"),
    ],
)
def test_who_cannot_be_invited_is_refused_with_what_to_do(
    shop: Tenant, client: Client, sink: Sink, typed: dict[str, str], words: str
) -> None:
    for person in (shop.memberships.get(), hire(shop, "Gone")):
        person.user.email = f"{person.display_name.lower()}@northline.example"
        person.user.save()
    Membership.objects.filter(display_name="Gone").update(active=False)
    invite(client, shop, "twice@northline.example")
    answer = invite(client, shop, **typed)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert Invitation.objects.count() == 1


def test_an_invitation_whose_mail_was_not_sent_stands_and_says_so(
    shop: Tenant, client: Client
) -> None:
    with override_settings(SHOPOPS_SMTP_URL=""):
        words = text_of(invite(client, shop))
    assert "the link reached nobody" in words
    assert "mail not sent" in words
    with mail_server() as sink:
        again = members(shop, f"invitations/{Invitation.objects.get().pk}/send/")
        assert "has a mail with a link" in text_of(client.post(again, follow=True))
        assert len(sink.mails) == 1


def test_another_shop_s_invitation_looks_nonexistent(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    invite(client, shop)
    number = Invitation.objects.get().pk
    theirs = Client()
    stranger = hire(open_shop("store_southline"), "Sven", Role.ADMIN)
    theirs.force_login(stranger.user)
    for verb in ("send", "revoke"):
        answer = theirs.post(members(stranger.tenant, f"invitations/{number}/{verb}/"))
        assert answer.status_code == 404
    assert PER not in text_of(theirs.get(members(stranger.tenant)))


def test_nobody_joins_on_the_word_of_an_admin_who_is_none_any_more(
    shop: Tenant, admin: Membership, client: Client, sink: Sink
) -> None:
    invite(client, shop)
    ben = hire(shop, "Ben", Role.ADMIN)
    done = change_member(
        person=admin,
        to=Standing(Role.REVIEWER, "Ada", True),
        seen=standing_of(admin),
        reason="Ben takes over.",
        author=ben,
        now=timezone.now(),
    )
    assert str(done.ended) == "1 open invitation"
    assert "Taken back" in text_of(Client().get(link_in(sink.mails[0])))


@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_at_once_one_joins_and_the_other_is_told(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    invite(client, shop)
    token = link_in(sink.mails[0]).split("/")[2]
    now = timezone.now()
    found = find(token, now=now)
    assert found is not None

    def accept() -> object:
        try:
            return join_with_password(
                found=found, name="Per", password="a-walk-in-the-woods", now=now
            )
        except NotOpen as refusal:
            return refusal.state

    outcomes = at_once(accept, accept)
    assert sorted(type(one).__name__ for one in outcomes) == ["Membership", "State"]
    assert "accepted" in outcomes
    assert Membership.objects.filter(user__email=PER).count() == 1


def test_an_address_of_similar_letters_is_somebody_else_s(shop: Tenant, admin: Membership) -> None:
    """To the database ı is an I in small. Noor's account waits for its first password."""
    noor = create_member(
        tenant=open_shop("store_other"),
        email="noor@harbour-mill.example",
        display_name="Noor",
        role=Role.ADMIN,
    )
    typed, now = "noor@harbour-mıll.example", timezone.now()
    invitation, secret = write_down(
        email=typed, display_name="Noor", role=Role.VIEWER, author=admin, now=now
    )
    found = find(link_of(invitation, secret).rsplit("/invitation/")[1].strip("/"), now=now)
    assert found is not None
    password = "a-walk-in-the-woods"
    joined = join_with_password(found=found, name="Noor", password=password, now=now)
    assert (joined.user.email, joined.user_id == noor.user_id) == (typed, False)
    noor.user.refresh_from_db()
    assert not noor.user.has_usable_password()
