"""The site as production has it, behind a proxy, in a process of its own: `python -m
tests.support.production_site` prints as JSON what it answers. No database is asked."""

import json
import os
from typing import Any

import django

SERVED = "ops.example.com"
ENVIRONMENT = {
    "SHOPOPS_ENV": "production",
    "SHOPOPS_SECRET_KEY": "secret-of-a-test-" * 4,
    "SHOPOPS_INBOUND_SECRET": "inbound-secret-of-a-test",
    "SHOPOPS_SMTP_URL": "smtp://mail.example.com",
    "SHOPOPS_BEHIND_PROXY": "1",
    "SHOPOPS_RATE_LIMITS": "off",
    "ALLOWED_HOSTS": SERVED,
    "DJANGO_SETTINGS_MODULE": "shopops.settings",
}
os.environ.update(ENVIRONMENT)
django.setup()

from django.conf import settings  # noqa: E402  these need django.setup()
from django.test import Client, override_settings  # noqa: E402

BY_HTTPS: dict[str, Any] = {"HTTP_X_FORWARDED_PROTO": "https"}
# Pages are drawn without `collectstatic` having been run.
PLAIN_FILES = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


def answers() -> dict[str, Any]:
    client = Client(SERVER_NAME=SERVED)
    with override_settings(STORAGES=PLAIN_FILES):
        asked = {
            "http": client.get("/healthz"),
            "https": client.get("/healthz", **BY_HTTPS),
            "host": client.get("/healthz", SERVER_NAME="elsewhere.example", **BY_HTTPS),
            "forwarded_host": client.get(
                "/healthz", HTTP_X_FORWARDED_HOST="elsewhere.example", **BY_HTTPS
            ),
            "api": client.get("/api/v1/proposals", **BY_HTTPS),
            "page": client.get("/sign-in/", **BY_HTTPS),
        }
    session = {
        "name": settings.SESSION_COOKIE_NAME,
        "Secure": settings.SESSION_COOKIE_SECURE,
        "HttpOnly": settings.SESSION_COOKIE_HTTPONLY,
        "SameSite": settings.SESSION_COOKIE_SAMESITE,
    }
    return {name: _shown(answer) for name, answer in asked.items()} | {"session": session}


def _shown(answer: Any) -> dict[str, Any]:
    cookies = {name: morsel.OutputString() for name, morsel in answer.cookies.items()}
    return {"status": answer.status_code, "headers": dict(answer.headers), "cookies": cookies}


if __name__ == "__main__":
    print(json.dumps(answers()))
