"""Pages of a real site, read and sent as a browser without scripts does."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

import httpx

from tests.support.pages import text_of

Pairs = list[tuple[str, str]]


@dataclass
class Form:
    action: str
    ident: str = ""
    fields: Pairs = field(default_factory=list)
    buttons: Pairs = field(default_factory=list)


class _Reading(HTMLParser):
    """Inputs belong to the form around them, or to the one that they name."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._inside: Form | None = None
        self._loose: list[tuple[str, tuple[str, str]]] = []
        self._text: tuple[Form | str | None, str] | None = None
        self._select: tuple[Form | str | None, str] | None = None
        self._typed = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        whose: Form | str | None = has.get("form", self._inside)
        if tag == "form":
            self._inside = Form(urljoin(self.address, has.get("action", "")), has.get("id", ""))
            self.forms.append(self._inside)
        elif tag == "a" and "href" in has:
            self.links.append(urljoin(self.address, has["href"]))
        elif tag == "textarea":
            self._text, self._typed = (whose, has.get("name", "")), ""
        elif tag == "select":
            self._select = whose, has.get("name", "")
        elif tag == "option" and self._select is not None and "selected" in has:
            self._put(*self._select, has.get("value", ""))
        elif tag == "button" and has.get("name") and isinstance(whose, Form):
            whose.buttons.append((has["name"], has.get("value", "")))
        elif tag == "input" and has.get("name") and "disabled" not in has:
            chosen = has.get("type") not in ("radio", "checkbox", "submit", "file")
            if chosen or "checked" in has:
                self._put(whose, has["name"], has.get("value", "on" if not chosen else ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._text is not None:
            self._put(*self._text, self._typed.removeprefix("\n"))
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._typed += data

    def close(self) -> None:
        super().close()
        for ident, pair in self._loose:
            for form in self.forms:
                if form.ident == ident:
                    form.fields.append(pair)

    def _put(self, whose: Form | str | None, name: str, value: str) -> None:
        if isinstance(whose, Form):
            whose.fields.append((name, value))
        elif whose is not None:
            self._loose.append((whose, (name, value)))


def forms_in(text: str, address: str) -> list[Form]:
    return _read(text, address).forms


def _read(text: str, address: str) -> _Reading:
    reading = _Reading(address)
    reading.feed(text)
    reading.close()
    return reading


@dataclass(frozen=True)
class Page:
    answer: httpx.Response
    forms: list[Form]
    links: list[str]

    @property
    def words(self) -> str:
        return text_of(self.answer)

    def form(self, action: str) -> Form:
        """The first that is sent to an address with this in it."""
        return next(form for form in self.forms if action in form.action)

    def link(self, pattern: str) -> str:
        return next(link for link in self.links if re.search(pattern, link))


@dataclass
class Surfer:
    client: httpx.Client

    def open(self, path: str) -> Page:
        return self._read(self.client.get(path))

    def send(self, form: Form, **typed: str) -> Page:
        """As it stands on the page, with what is typed instead of what stood there."""
        kept = [pair for pair in form.fields if pair[0] not in typed]
        pairs: dict[str, list[str]] = {}
        for name, value in [*kept, *typed.items()]:
            pairs.setdefault(name, []).append(value)
        return self._read(self.client.post(form.action, data=pairs))

    def sign_in(self, email: str, password: str) -> Page:
        page = self.open("/sign-in/")
        return self.send(page.form("sign-in"), login=email, password=password)

    def _read(self, answer: httpx.Response) -> Page:
        assert answer.status_code < 400, f"{answer.url}: {answer.status_code}\n{text_of(answer)}"
        reading = _read(answer.text, str(answer.url))
        return Page(answer, reading.forms, reading.links)


@contextmanager
def surfer(site: str) -> Iterator[Surfer]:
    with httpx.Client(base_url=site, follow_redirects=True, timeout=60) as client:
        yield Surfer(client)
