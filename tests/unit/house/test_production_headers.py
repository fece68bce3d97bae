"""What the site says to browsers in production, behind a proxy: asked for in a process of its own,
with the settings that production has."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from shopops.guards.headers import PERMISSIONS

CHECKOUT = Path(__file__).parents[3]
CSP = {
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}
HEADERS = {
    "Strict-Transport-Security": "max-age=31536000",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
}


@pytest.fixture(scope="module")
def said() -> dict[str, Any]:
    command = [sys.executable, "-W", "ignore", "-m", "tests.support.production_site"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("answer", ["https", "page", "api"])
def test_every_answer_says_how_a_browser_must_treat_it(said: dict[str, Any], answer: str) -> None:
    headers = said[answer]["headers"]
    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert set(headers["Content-Security-Policy"].split("; ")) == CSP
    assert "no-store" in headers["Cache-Control"]
    assert not {"Server", "X-Powered-By"} & headers.keys()


def test_what_comes_without_tls_is_led_to_tls(said: dict[str, Any]) -> None:
    assert said["http"]["status"] == 301
    assert said["http"]["headers"]["Location"] == "https://ops.example.com/healthz"
    assert said["https"]["status"] == 200


def test_only_the_site_s_own_names_are_answered_to(said: dict[str, Any]) -> None:
    assert said["host"]["status"] == 400
    assert said["forwarded_host"]["status"] == 200  # that header is nobody's word here


def test_cookies_go_by_tls_only_and_to_no_script(said: dict[str, Any]) -> None:
    cookies = said["page"]["cookies"]
    assert list(cookies) == ["__Host-csrftoken"]
    for cookie in cookies.values():
        assert {"Secure", "HttpOnly", "SameSite=Lax"} <= set(cookie.split("; "))
    assert said["session"] == {
        "name": "__Host-sessionid",
        "Secure": True,
        "HttpOnly": True,
        "SameSite": "Lax",
    }
