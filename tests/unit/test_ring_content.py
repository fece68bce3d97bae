"""The words of an alarm mail, read back from its bytes."""

import re
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from shopops.alarms.config import AlarmConfig, EscalationStep
from shopops.alarms.fold import tell
from shopops.alarms.ringing.content import Subject, cause_words, quiet_words
from shopops.alarms.ringing.due import Due, Known
from shopops.alarms.ringing.mails import Written, write_mail
from shopops.alarms.ringing.plan import Plan
from shopops.alarms.ringing.whom import Contact
from shopops.mailing.outgoing import tag_of
from shopops.tenants.models import Tenant
from tests.support.alarms import NEWS, NOON, numbered, observed, raised, resolved

CONFIG = AlarmConfig(timezone="Europe/Berlin")
CONTACT = Contact(membership_id=3, key="aa" * 32, name="Zoë", email="zoe@oncall.example", step=0)
NOW = NOON + timedelta(hours=2, minutes=5)


def due(*rows: Any, number: int = 1, **about: Any) -> Due:
    usual = {"code": "7F3KQ2MD8N", "obligation": "shipment", "order_number": "1001",
             "cause": "stalled", "amount_minor": 12900, "currency": "USD"}  # fmt: skip
    known = Known(
        item_id=number,
        order_id="O-1",
        episode=1,
        releases=0,
        last_event=None,
        story=tell(rows or (observed(0),)),
        subject=Subject(**{**usual, **about}),
        item_key=b"k" * 32,
    )
    return Due(known=known, spare_mail_id=70 + number, now=NOW, refused=frozenset())


def written(*items: Due, config: AlarmConfig = CONFIG, notes: tuple[str, ...] = ()) -> Written:
    tenant = Tenant(pk=1, slug="northline", name="Northline")
    plan = Plan(contact=CONTACT, items=list(items))
    return write_mail(plan, tenant=tenant, config=config, notes=list(notes))


def mail(*items: Due, **more: Any) -> EmailMessage:
    parsed = message_from_bytes(written(*items, **more).outgoing.message, policy=default)
    assert not parsed.defects
    return parsed


def text(found: EmailMessage) -> str:
    return str(found.get_body(("plain",)).get_content())


def html(found: EmailMessage) -> str:
    return str(found.get_body(("html",)).get_content())


def test_each_item_says_what_it_is_about_what_it_is_worth_how_old_and_what_comes_next() -> None:
    said = text(mail(due()))
    assert "Hello Zoë," in said
    assert "One item of Northline needs somebody to take care of it." in said
    assert "Order 1001: Parcel stalled" in said
    assert "129.00 USD. Open for 2 hours, 5 minutes." in said
    assert (
        "Unless somebody acknowledges it, this rings again on 2 Mar, 16:00 (Europe/Berlin)." in said
    )
    assert "Code: [7F3KQ-2MD8N]" in said


def test_html_says_the_same_in_one_look_and_links_change_nothing() -> None:
    found = mail(due())
    for words in ("Order 1001: Parcel stalled", "129.00 USD", "[7F3KQ-2MD8N]", "rings again"):
        assert words in html(found)
    links = re.findall(r'href="([^"]+)"', html(found))
    assert {urlsplit(link).scheme for link in links} == {"mailto", "http"}
    (page,) = [link for link in links if link.startswith("http")]
    assert page == "http://127.0.0.1:8000/t/northline/alarms/"
    assert "src=" not in html(found)


def test_the_link_beside_a_code_writes_the_bare_code_to_the_signed_address() -> None:
    found = mail(due())
    (link,) = re.findall(r'href="(mailto:[^"]+)"', html(found))
    parts = urlsplit(link.replace("&amp;", "&"))
    assert parse_qs(parts.query)["body"] == ["7F3KQ-2MD8N"]
    assert parts.path == found["Reply-To"]
    tag = tag_of(parts.path)
    assert tag is not None
    assert (tag.tenant_id, tag.membership_id, tag.mail_id) == (1, 3, 71)


def test_codes_stand_in_brackets_wherever_they_are_printed() -> None:
    said = text(mail(due()))
    without_links = re.sub(r"<mailto:[^>]+>", "", said)
    assert re.findall(r".7F3KQ-2MD8N.", without_links) == ["[7F3KQ-2MD8N]"]
    visible = re.sub(r"<[^>]+>", "", html(mail(due())))
    assert re.findall(r".7F3KQ-2MD8N.", visible) == ["[7F3KQ-2MD8N]"]


def test_the_mail_is_ours_and_tells_machines_to_leave_it_alone() -> None:
    found = mail(due())
    assert found["From"] == "ShopOps <alarms@localhost>"
    assert found["To"].addresses[0].addr_spec == "zoe@oncall.example"
    assert found["Subject"] == "Order 1001: Parcel stalled"
    assert found["Auto-Submitted"] == "auto-generated"
    assert found["Date"].datetime == NOW


def test_a_mail_is_stored_under_the_name_that_it_carries() -> None:
    kept = written(due())
    parsed = message_from_bytes(kept.outgoing.message, policy=default)
    assert parsed["Message-ID"] == kept.message_id == f"<ring.{kept.token.hex}@localhost>"


def test_several_items_are_counted_and_each_has_its_code() -> None:
    items = [due(number=number, order_number=str(number), code=f"{number}" * 10)
             for number in range(1, 6)]  # fmt: skip
    found = mail(*items)
    assert found["Subject"] == "5 items: Order 1, Order 2, Order 3 and 2 more"
    assert "5 items of Northline need somebody" in text(found)
    assert len(re.findall(r"\[\d{5}-\d{5}\]", text(found))) == 5


def test_an_order_with_several_items_is_named_once_in_the_subject() -> None:
    numbers = ("1015", "1015", "1016", "1015", "1017", "1018", "1018")
    items = [due(number=place, order_number=number, code=f"{place}" * 10)
             for place, number in enumerate(numbers, start=1)]  # fmt: skip
    found = mail(*items)["Subject"]
    assert found == "7 items: Order 1015 (3), Order 1016, Order 1017 and 2 more"


def test_what_is_open_again_is_not_said_to_be_open_since_now() -> None:
    rows = numbered(observed(0), raised(1), resolved(60), observed(124, NEWS))
    assert "Open again for 1 minute." in text(mail(due(*rows)))
    waited = text(mail(due(*rows, waits_since=NOW - timedelta(hours=9))))
    assert "Open again for 1 minute; the order has waited for 9 hours in all." in waited
    assert "Open for 2 hours, 5 minutes." in text(mail(due(observed(0))))


def test_a_later_ring_says_how_often_people_were_told() -> None:
    assert "People were told 1 time before." in text(mail(due(observed(0), raised(1))))
    twice = due(observed(0), raised(1), raised(61))
    assert "People were told 2 times before." in text(mail(twice))


def test_the_last_ring_of_a_step_says_that_somebody_else_is_next() -> None:
    config = AlarmConfig(
        escalation=(EscalationStep(step=0, rings=1), EscalationStep(step=1, rings=1))
    )
    assert "the next person is told on" in text(mail(due(), config=config))


def test_what_an_external_agent_observed_is_named_by_what_is_owed() -> None:
    bare = due(cause="", order_number="", amount_minor=None, currency="")
    said = text(mail(bare))
    assert "An alert: Trouble with a parcel" in said
    assert "USD" not in said


def test_names_of_a_shop_cannot_break_out_of_the_html() -> None:
    found = mail(due(order_number='<b>"&'))
    assert "<b>" not in html(found)
    assert '<b>"&' in text(found)


def test_what_looks_like_a_place_to_fill_in_is_text() -> None:
    found = mail(due(order_number="{code} {0} %s {{ shop }}"), notes=("{name}",))
    for said in (text(found), html(found)):
        assert "Order {code} {0} %s {{ shop }}: Parcel stalled" in said
        assert "An earlier answer of yours was not accepted: {name}" in said


def test_an_order_number_with_a_line_break_makes_no_header() -> None:
    found = mail(due(order_number="1\r\nBcc: x@x.example"))
    assert "Bcc" not in found
    assert found["Subject"] == "Order 1 Bcc: x@x.example: Parcel stalled"


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        ("stalled", "Parcel stalled"),
        ("opted_out", "Customer opted out of messages"),
        ("missing:language", "Language unknown, required for contact"),
        ("something_new", "Something new"),
        ("", "Chargeback open"),
    ],
)
def test_causes_are_told_in_plain_words(cause: str, words: str) -> None:
    assert cause_words(cause, "chargeback") == words


@pytest.mark.parametrize(("minutes", "words"), [(1, "1 minute"), (90, "90 minutes"),
                                                (60, "1 hour"), (240, "4 hours")])  # fmt: skip
def test_how_long_an_acknowledgment_lasts_is_told(minutes: int, words: str) -> None:
    config = AlarmConfig(snooze_default_minutes=minutes)
    assert quiet_words(config) == words


def test_a_mail_has_no_place_for_anything_of_a_customer() -> None:
    """Its bytes are kept for a while, so what can stand in them is named in docs/security.md."""
    about = {"code", "obligation", "order_number", "cause", "amount_minor", "currency"}
    about |= {"waits_since"}
    assert set(Subject.__struct_fields__) == about
