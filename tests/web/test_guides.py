"""The guides for people of a shop, in the browser."""

import re
import weakref
from pathlib import Path

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

import shopops
from shopops.guides.shelf import NAMES, guide, guides
from shopops.tenants.models import Membership
from tests.support.pages import signed_in, text_of

ROOT = Path(shopops.__path__[0]).parent
A_DOC = re.compile(r"docs/[\w-]+\.md")
pytestmark = pytest.mark.django_db


@pytest.fixture
def client(maya: Membership) -> Client:
    return signed_in(maya)


def test_every_guide_is_listed_and_opens(client: Client) -> None:
    page = client.get("/guides/")
    for one in guides():
        assert one.title in text_of(page)
        opened = client.get(f"/guides/{one.name}/")
        assert opened.status_code == 200
        assert one.title in text_of(opened)
    assert len(guides()) == len(NAMES)


def test_every_link_in_a_guide_leads_somewhere(client: Client) -> None:
    pages = {one.name: LexborHTMLParser(one.html) for one in guides()}
    places = {
        name: {one.attributes["id"] for one in page.css("[id]")} for name, page in pages.items()
    }
    for name, page in pages.items():
        for link in page.css("a"):
            href = link.attributes["href"] or ""
            if href.startswith("https://"):
                continue
            path, _hash, place = href.partition("#")
            led_to = path.removeprefix("/guides/").rstrip("/") or name
            assert led_to in pages, href
            assert not place or place in places[led_to], f"{name}: {href}"


@pytest.mark.parametrize("name", ["security", "running", "no-such-guide", "mail_setup"])
def test_what_is_not_for_people_of_a_shop_looks_nonexistent(client: Client, name: str) -> None:
    assert client.get(f"/guides/{name}/").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["../security", "..%2fsecurity", "%2e%2e/security", "Mail-Setup", "mail-setup.md", "%00"],
)
def test_an_address_that_is_made_up_reads_no_file(client: Client, path: str) -> None:
    assert client.get(f"/guides/{path}/").status_code == 404


class _Name(str):
    """One that can be watched."""

    __slots__ = ("__weakref__",)


def test_names_that_somebody_makes_up_are_not_remembered() -> None:
    name = _Name("no-such-guide")
    watched = weakref.ref(name)
    assert guide(name) is None
    del name
    assert watched() is None


def test_who_is_not_signed_in_signs_in_first() -> None:
    assert Client().get("/guides/mail-setup/")["Location"].startswith("/sign-in/")


def test_no_screen_names_a_file_that_its_reader_cannot_open() -> None:
    templates = (ROOT / "templates").rglob("*.html")
    assert [path for path in templates if A_DOC.search(path.read_text(encoding="utf-8"))] == []
