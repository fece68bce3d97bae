"""Review settings, ringing, replies and wording: any two versions beside each other, and an
older one as the next. Thresholds have a page of their own for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from shopops.acknowledgments.models import InboundRulesVersion
from shopops.alarms.models import AlarmConfigVersion
from shopops.review.models import ReviewConfigVersion, WordingVersion
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.model_double import a_model
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing
from tests.support.signing_in import proven
from tests.support.surfing import forms_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@dataclass(frozen=True)
class Settings:
    path: str
    saved: Any
    name: str
    label: str
    first: str
    second: str
    shown: tuple[str, str] | None = None  # where it is said in other words than it is sent

    @property
    def said(self) -> tuple[str, str]:
        return self.shown or (self.first, self.second)


PAGES = (
    Settings(
        "review", ReviewConfigVersion, "undo_minutes", "A decision can be taken back for", "30", "5"
    ),
    Settings("alarms", AlarmConfigVersion, "ring_after_minutes", "Wait before", "45", "30"),
    Settings("replies", InboundRulesVersion, "authserv_id", "Mail server", "one.test", "two.test"),
    Settings(
        "wording", WordingVersion, "drafts", "A model drafts words", "on", "off", ("yes", "no")
    ),
)


@pytest.fixture(params=PAGES, ids=lambda one: one.path)
def settings_of(request: pytest.FixtureRequest) -> Settings:
    found: Settings = request.param
    return found


@pytest.fixture
def room(settings_of: Settings) -> Iterator[Reviewing]:
    """A shop that saved two versions, on a site that has a model."""
    room = reviewing([])
    client = admin_of(room)
    with a_model():
        for value in (settings_of.first, settings_of.second):
            assert send(client, room, settings_of, **{settings_of.name: value}).status_code == 302
        yield room


def admin_of(room: Reviewing) -> Client:
    return proven(room.client("Ada", Role.ADMIN))


def address(room: Reviewing, settings_of: Settings) -> str:
    return room.url(f"settings/{settings_of.path}/")


def send(
    client: Client, room: Reviewing, settings_of: Settings, query: str = "", **typed: str
) -> Any:
    """The page's form as it stands there, with what is typed."""
    at = address(room, settings_of)
    page = client.get(at + query)
    forms = forms_in(page.content.decode(), at)
    form = next(one for one in forms if "based_on" in dict(one.fields))
    return client.post(at, {**dict(form.fields), "reason": "It was right", **typed})


def newest(room: Reviewing, settings_of: Settings) -> Any:
    with tenant_scope(room.shop.pk):
        return (
            settings_of.saved.objects.filter(tenant=room.shop)
            .select_related("author")
            .latest("version")
        )


def test_any_two_versions_are_compared(room: Reviewing, settings_of: Settings) -> None:
    client, at = admin_of(room), address(room, settings_of)
    forwards = text_of(client.get(f"{at}?version=2"))
    assert "Version 2 beside version 1 Setting Version 1 Version 2" in forwards
    row = forwards.partition("Setting Version 1 Version 2 ")[2]
    assert row.startswith(settings_of.label)
    first, second = settings_of.said
    assert row.index(first) < row.index(second)
    usual = text_of(client.get(f"{at}?version=0&against=1"))
    assert first in usual.partition("Setting Version 1 Version 0 ")[2]
    assert "These two say the same" in text_of(client.get(f"{at}?version=2&against=2"))
    for never in ("version=3", "version=two", "version=1&against=9", "restore=3", "restore=-1"):
        assert client.get(f"{at}?{never}").status_code == 404, never


def test_a_restored_version_is_a_new_one_and_nothing_is_saved_before_somebody_says_so(
    room: Reviewing, settings_of: Settings
) -> None:
    client, at = admin_of(room), address(room, settings_of)
    page = client.get(f"{at}?restore=1")
    assert "Version 1 is filled in below Nothing is saved yet" in text_of(page)
    assert "Version 1 restored: " in page.content.decode()
    assert newest(room, settings_of).version == 2
    begun = send(client, room, settings_of, "?restore=1", reason="Version 1 restored: ")
    assert (begun.status_code, newest(room, settings_of).version) == (422, 2)
    assert "Say why, in a few words" in text_of(begun)
    why = "Version 1 restored: it was right"
    assert send(client, room, settings_of, "?restore=1", reason=why).status_code == 302
    text = text_of(client.get(f"{at}?version=3&against=1"))
    assert "These two say the same" in text
    saved = newest(room, settings_of)
    assert (saved.version, saved.reason, saved.author) == (3, why, room.person("Ada"))


def test_who_only_reads_compares_and_is_offered_nothing_to_restore(
    room: Reviewing, settings_of: Settings
) -> None:
    at = address(room, settings_of)
    page = room.client("Audrey", Role.AUDITOR).get(f"{at}?version=2")
    assert "Version 2 beside version 1" in text_of(page)
    assert "?restore=" not in page.content.decode()
    assert "?restore=1" in admin_of(room).get(at).content.decode()
