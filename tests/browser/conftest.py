"""A browser, and the demo shop behind a real server for it to look at."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from shopops.demo.northline import MAYA, NORTHLINE
from shopops.demo.play import play
from tests.browser.looks import LIGHT, USUAL, Look, put_on, troubles
from tests.conftest import DATABASE
from tests.support.clusters import Cluster

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts"
PICTURES = "SHOPOPS_PICTURES"
DEMO = "shopops_demo"
PATIENCE = 30_000  # milliseconds; on a slow machine a page takes long, and only what fails waits
expect.set_options(timeout=PATIENCE)
# Said of a request that the next one replaces, as of a search when one types on. Of one that fails
# something else is said too.
OVERTAKEN = ("htmx:sendAbort", "htmx:afterRequest")
# What htmx still asks for, exchanges, or has put in place and does not know yet.
IN_MOTION = ".htmx-request, .htmx-swapping, .htmx-added, .htmx-settling"
# What stands there already takes no mouse until the page is whole and its scripts listen, so that
# a click waits. One that came sooner would do what it does without JavaScript.
UNTIL_IT_LISTENS = """
const deaf = new CSSStyleSheet();
deaf.replaceSync("* { pointer-events: none !important }");
document.adoptedStyleSheets = [deaf];
addEventListener("load", () => { document.adoptedStyleSheets = []; }, { once: true });
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them drive a browser, and all but the `core` wait for `make test-slow`."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            if item.get_closest_marker("core") is None:
                item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright's loop runs in this thread, where Django then suspects asynchronous code."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as running:
        yield running
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    try:
        running = playwright.chromium.launch(executable_path=program, args=arguments)
    except PlaywrightError as error:
        pytest.skip(
            f"BROWSER TESTS SKIPPED: no Chromium starts here ({str(error).splitlines()[0]})"
        )
    yield running
    running.close()


@dataclass
class Visitor:
    """Somebody at a screen. `complaints` are what the console said meanwhile."""

    page: Page
    address: str
    look: Look = LIGHT
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda said: self._hear(said.type, said.text))
        self.page.on("pageerror", lambda error: self._hear("error", str(error)))

    def _hear(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not text.startswith(OVERTAKEN):
            self.complaints.append(f"{kind}: {text}")

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")

    def type_password(self, email: str = MAYA.email) -> None:
        """Sign in by the form."""
        self.open("/sign-in/")
        self.page.get_by_label("E-mail address").fill(email)
        self.page.get_by_label("Password").fill(NORTHLINE.password)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/review/")

    def sign_in(self, email: str = MAYA.email) -> None:
        """With the cookie that the form gives."""
        client = Client()
        client.post("/sign-in/", {"login": email, "password": NORTHLINE.password})
        name = settings.SESSION_COOKIE_NAME
        cookie = client.cookies[name].value
        self.page.context.add_cookies([{"name": name, "value": cookie, "url": self.address}])
        self.open("/")
        self.page.wait_for_url("**/review/")

    def follow(self, link: Locator) -> None:
        """Click, and go on only when the page that it leads to is there: a click itself returns
        while the browser may still show the page that is on its way out."""
        with self.page.expect_navigation():
            link.click()

    def settle(self) -> None:
        """Go on only when the page is whole: its end is read, its scripts listen, and htmx is done.
        What one waits for may stand there before any of that."""
        self.page.wait_for_load_state()
        expect(self.page.locator(IN_MOTION)).to_have_count(0)

    def press(self, *keys: str) -> None:
        """Keys, each once the page listens to it: of a page that still comes nobody hears them."""
        for key in keys:
            self.settle()
            self.page.keyboard.press(key)

    def unfold(self) -> None:
        """Open everything that the page keeps folded."""
        self.settle()
        self.page.evaluate(
            "for (const one of document.querySelectorAll('.cols details')) one.open = true"
        )

    def troubles(self, name: str, *looks: Look) -> list[str]:
        """What is wrong with the open page in each of the looks, all the usual ones where none is
        named. Afterwards it looks as before."""
        self.settle()
        found = []
        for look in looks or USUAL:
            put_on(self.page, look)
            self.keep(f"{name}-{look}", whole=True)
            found += [f"{name}, {look}: {trouble}" for trouble in troubles(self.page)]
        put_on(self.page, self.look)
        return found

    def keep(self, name: str, *, whole: bool = False) -> None:
        """A picture below artifacts/ for people to look at, where SHOPOPS_PICTURES asks for it."""
        if os.environ.get(PICTURES):
            ARTIFACTS.mkdir(exist_ok=True)
            self.page.screenshot(path=ARTIFACTS / f"{name}.png", full_page=whole)


Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def demo(pg_server: Cluster, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> str:
    """The name of a database in which the demo was played, once for all tests."""
    with django_db_blocker.unblock():
        play(NORTHLINE)
        connections.close_all()
    pg_server.clone(DEMO, template=DATABASE)
    pg_server.clone(DATABASE)
    return DEMO


@pytest.fixture
def visit(
    browser: Browser, live_server: LiveServer, pg_server: Cluster, demo: str
) -> Iterator[Visit]:
    """`visit(PHONE)`: a visitor with that taste and screen, in the demo shop."""
    connections.close_all()
    pg_server.clone(DATABASE, template=demo)
    contexts = []

    def arrive(look: Look = LIGHT) -> Visitor:
        context = browser.new_context(reduced_motion="reduce")
        contexts.append(context)
        context.add_init_script(UNTIL_IT_LISTENS)
        page = context.new_page()
        put_on(page, look)
        return Visitor(page, live_server.url, look)

    yield arrive
    for context in contexts:
        context.close()
