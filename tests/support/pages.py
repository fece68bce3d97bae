"""What a page shows, as a test needs it."""

import re
from html import unescape
from typing import Protocol

from django.test import Client

from shopops.tenants.models import Membership
from tests.support.signing_in import proven

HANDLE = re.compile(r'name="handle" value="([^"]+)"')
CLOSES = re.compile(r'name="proposal" value="(\d+)"')
TAGS = re.compile(r"<[^>]+>")


class Answer(Protocol):
    """A response, or what Django's test client makes of it."""

    @property
    def content(self) -> bytes: ...


def signed_in(member: Membership) -> Client:
    """Just now, as by the page: nobody is asked again who they are."""
    client = Client()
    client.force_login(member.user)
    return proven(client)


def text_of(response: Answer) -> str:
    """The words of the page, with single spaces."""
    return " ".join(unescape(TAGS.sub(" ", response.content.decode())).split())


def handle_in(response: Answer) -> str:
    found = HANDLE.search(response.content.decode())
    assert found is not None, "this page offers no decision"
    return found[1]


def closes_too(response: Answer) -> dict[str, str]:
    """The hidden field of an item's page that names the proposal which resolving closes too."""
    found = CLOSES.search(response.content.decode())
    return {"proposal": found[1]} if found else {}
