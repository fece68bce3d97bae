"""`manage.py mail_doctor`: what it says, and how it ends."""

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from shopops.acknowledgments.management.commands.mail_doctor import Command
from shopops.acknowledgments.models import MailTest
from shopops.alarms.models import RosterContact
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk
from tests.support.mail_tests import Surgery
from tests.support.ringing import on_call

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


def run(desk: Desk, *, meanwhile: Callable[[], object] = lambda: None, **options: Any) -> str:
    """`meanwhile` is what happens while the command pauses."""
    said, command = io.StringIO(), Command(stderr=io.StringIO())
    command.pause = lambda _seconds: meanwhile()
    call_command(command, tenant=desk.tenant.slug, stdout=said, **options)
    return said.getvalue()


def newest(desk: Desk) -> Surgery:
    with tenant_scope(desk.tenant.pk):
        test = MailTest.objects.of(desk.tenant.pk).select_related("membership").latest("id")
    return Surgery(desk, test)


def test_it_follows_the_answer_and_ends_well(desk: Desk) -> None:
    said = run(desk, meanwhile=lambda: newest(desk).answer(), wait=5)
    assert "Testing the mail of Store Northline with Maya <maya@oncall.example>." in said
    assert said.count("ok  ") == 9
    assert "The test code stands alone on a line. It was typed alone on a line." in said


def test_it_ends_with_the_step_that_failed(desk: Desk) -> None:
    results = "mx.other.example; dmarc=pass header.from=oncall.example"
    with pytest.raises(CommandError) as end:
        run(desk, meanwhile=lambda: newest(desk).answer(results=results), wait=5)
    assert end.value.returncode == 1
    assert "Somebody vouches for the sender" in str(end.value)
    assert "is from `mx.other.example`; this shop trusts `mx.in.example`" in str(end.value)


def test_a_request_that_was_turned_away_ends_the_wait_only_when_it_is_over(desk: Desk) -> None:
    tries = iter([False, True])

    def twice() -> None:
        answered = newest(desk)
        if next(tries):
            answered.answer()
        else:
            desk.post(b"x", x_shopops_signature="x")

    assert run(desk, meanwhile=twice, wait=5).count("ok  ") == 9


def test_a_request_that_was_turned_away_is_the_failure_when_nothing_else_comes(desk: Desk) -> None:
    def posted() -> None:
        desk.post(b"x", x_shopops_signature="x")

    with pytest.raises(CommandError, match="the signature does not fit the mail") as end:
        run(desk, meanwhile=posted, wait=2)
    assert end.value.returncode == 1


def test_without_an_answer_it_says_what_it_waits_for(desk: Desk) -> None:
    with pytest.raises(CommandError, match=r"No answer in time\. Not reached yet: ") as end:
        run(desk, wait=0)
    assert end.value.returncode == 3


@override_settings(SHOPOPS_SMTP_URL="")
def test_settings_that_cannot_work_end_it_at_once(desk: Desk) -> None:
    with pytest.raises(CommandError, match="Set SHOPOPS_SMTP_URL") as end:
        run(desk, wait=5)
    assert end.value.returncode == 1


def test_json_has_every_step_and_the_failure(desk: Desk) -> None:
    said, command = io.StringIO(), Command()
    command.pause = lambda _seconds: newest(desk).answer("Got it!")
    with pytest.raises(CommandError):
        call_command(command, tenant=desk.tenant.slug, wait=5, json=True, stdout=said)
    found = json.loads(said.getvalue())
    assert (found["outcome"], found["failed"], found["to"]) == ("failed", "code", "Maya")
    assert "does not stand in the answer" in found["says"]
    assert [step["state"] for step in found["steps"]] == ["passed"] * 8 + ["failed"]


def test_a_person_is_chosen_by_name_or_address(desk: Desk) -> None:
    on_call(desk.tenant, "Per", step=1)
    for who in ("per", "PER@oncall.example"):
        with pytest.raises(CommandError):
            run(desk, to=who, wait=0)
        assert newest(desk).test.recipient == "per@oncall.example"


def test_somebody_who_is_not_on_the_roster_is_refused_with_those_who_are(desk: Desk) -> None:
    with pytest.raises(CommandError, match=r"Choose from: Maya <maya@oncall\.example>") as end:
        run(desk, to="Nobody", wait=0)
    assert end.value.returncode == 2


def test_an_empty_roster_and_an_unknown_shop_are_said(desk: Desk) -> None:
    RosterContact.objects.all().delete()
    with pytest.raises(CommandError, match="The roster has no address"):
        run(desk, wait=0)
    with pytest.raises(CommandError, match="No shop is named nowhere"):
        call_command("mail_doctor", tenant="nowhere")
