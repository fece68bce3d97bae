"""Alarm mails in German: whole, and an answer to one is read as an answer to an English one is."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from msgspec.structs import replace

from shopops.alarms.ringing.mails import write_mail
from shopops.alarms.ringing.plan import Plan
from shopops.tenants.languages import spoken
from shopops.tenants.models import Tenant
from tests.support.mails import OTHER_SHOWN, SHOWN, TYPED, typed
from tests.unit.test_ring_content import CONFIG, CONTACT, due, html, text

GERMAN = replace(CONTACT, language="de")
GMAIL = "Am Di., 3. März 2026 um 10:15 Uhr schrieb ShopOps <reply+k5@in.shop.example>:"
OUTLOOK = """Von: ShopOps <alarms@shop.example>
Gesendet: Dienstag, 3. März 2026 10:15
An: Zoë <zoe@oncall.example>
Betreff: Bestellung 1001: Sendung steht still"""
APPLE = "> Am 03.03.2026 um 10:15 schrieb ShopOps <alarms@shop.example>:"
PHONE = "Von meinem iPhone gesendet\n\nAm 03.03.2026 um 10:15 schrieb ShopOps:"
WEB = "Gesendet: Dienstag, 3. März 2026 um 10:15\nVon: ShopOps\nAn: Zoë\nBetreff: Bestellung 1001"


def mail(contact: object = GERMAN) -> EmailMessage:
    tenant = Tenant(pk=1, slug="northline", name="Northline")
    items = [due(), due(number=2, code="9T4WXBC61K", order_number="1002", cause="")]
    plan = Plan(contact=contact, items=items)  # type: ignore[arg-type]
    message = write_mail(plan, tenant=tenant, config=CONFIG, notes=["x"]).outgoing.message
    return message_from_bytes(message, policy=default)


def test_a_person_is_rung_in_their_language() -> None:
    found = mail()
    assert found["subject"] == "2 Vorgänge: Bestellung 1001, Bestellung 1002"
    for words in (
        "Guten Tag Zoë,",
        "2 Vorgänge von Northline brauchen jemanden",
        "Bestellung 1001: Sendung steht still",
        "Offen seit: 2 Stunden, 5 Minuten.",
        "am 2. März, 16:00 (Europe/Berlin)",
        "Problem mit einer Sendung",
        "[7F3KQ-2MD8N]",
        "Zum Quittieren",
    ):
        assert words in " ".join(text(found).split())
        assert words in " ".join(html(found).split())
    assert '<html lang="de">' in html(found)


def test_who_is_rung_next_is_written_to_in_theirs() -> None:
    mail()
    assert "Hello Zoë," in text(mail(CONTACT))
    assert '<html lang="en">' in html(mail(CONTACT))


@pytest.mark.parametrize("above", [GMAIL, OUTLOOK, APPLE, PHONE, WEB])
@pytest.mark.parametrize("prefix", ["", "> "])
def test_codes_in_a_quoted_german_mail_do_not_count(above: str, prefix: str) -> None:
    quoted = "\n".join(prefix + line for line in text(mail()).splitlines())
    assert OTHER_SHOWN in quoted
    assert typed(f"{SHOWN}\n\nDanke und viele Grüße\n\n{above}\n\n{quoted}\n") == [TYPED]


def test_codes_in_a_german_mail_that_nothing_stands_above_do_not_count() -> None:
    assert typed(text(mail())) == []


def test_a_language_that_the_interface_has_not_is_english() -> None:
    assert [spoken("de-AT"), spoken("fr", "de"), spoken("", None), spoken("../x")] == [
        "de",
        "de",
        "en",
        "en",
    ]
