"""What a page shows, as a test needs it."""

import re
from html import unescape

from django.http import HttpResponse

HANDLE = re.compile(r'name="handle" value="([^"]+)"')
TAGS = re.compile(r"<[^>]+>")


def text_of(response: HttpResponse) -> str:
    """The words of the page, with single spaces."""
    return " ".join(unescape(TAGS.sub(" ", response.content.decode())).split())


def handle_in(response: HttpResponse) -> str:
    found = HANDLE.search(response.content.decode())
    assert found is not None, "this page offers no decision"
    return found[1]
