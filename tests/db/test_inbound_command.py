"""`manage.py inbound_mail`, as a mail server's pipe calls it."""

import io
import sys
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.utils.module_loading import import_string

from shopops.acknowledgments.providers import PROVIDERS
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


def piped(monkeypatch: pytest.MonkeyPatch, raw: bytes, slug: str) -> str:
    said = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    call_command("inbound_mail", tenant=slug, stdout=said)
    return said.getvalue().strip()


def test_a_piped_mail_acknowledges_and_the_same_again_does_not(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = desk.mail()
    assert piped(monkeypatch, raw, desk.tenant.slug) == "Acknowledged."
    assert piped(monkeypatch, raw, desk.tenant.slug) == "It came before."
    assert len(desk.acknowledged()) == 1


def test_a_piped_mail_still_needs_a_proven_sender(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = desk.mail(results="")
    assert piped(monkeypatch, raw, desk.tenant.slug) == "Held. no_verdict"
    desk.assert_untouched()


def test_an_unknown_shop_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="There is no shop nowhere"):
        piped(monkeypatch, b"", "nowhere")


@pytest.mark.parametrize("name", sorted(PROVIDERS))
def test_every_provider_on_the_list_is_one_that_anymail_ships(name: str) -> None:
    assert callable(import_string(PROVIDERS[name].view))
