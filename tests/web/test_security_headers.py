"""Headers of every kind of answer, also of those that no view gives."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from shopops.guards.headers import PERMISSIONS
from tests.support.reviewing import reviewing_now

pytestmark = pytest.mark.django_db


def _kinds() -> dict[str, Any]:
    room = reviewing_now(["O-1001"])
    client = room.client()
    return {
        "page": client.get(room.url("review/")),
        "file": client.get(room.url("dashboard/money.csv")),
        "account": client.get("/account/"),
        "forbidden": client.get(room.url("settings/tokens/")),
        "not found": client.get("/nothing/"),
        "not taken": client.post(room.url("review/")),
        "to the sign-in": Client().get(room.url("review/")),
        "sign-in": Client().get("/sign-in/"),
        "forgotten": Client().get("/sign-in/forgotten/"),
        "no csrf": Client(enforce_csrf_checks=True).post("/sign-in/"),
        "api": Client().get("/api/v1/proposals"),
        "unknown": Client().get("/api/nothing"),
        "inbound": Client().post(f"/inbound/{room.shop.slug}/raw"),
        "operators": Client().get("/admin/"),
    }


def test_every_kind_of_answer_has_them_and_is_kept_by_no_cache() -> None:
    for kind, answer in _kinds().items():
        headers = answer.headers
        assert "no-store" in headers["Cache-Control"], kind
        assert "default-src 'self'" in headers["Content-Security-Policy"], kind
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"], kind
        assert "unsafe" not in headers["Content-Security-Policy"], kind
        assert headers["X-Frame-Options"] == "DENY", kind
        assert headers["X-Content-Type-Options"] == "nosniff", kind
        assert headers["Referrer-Policy"] == "same-origin", kind
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", kind
        assert headers["Permissions-Policy"] == PERMISSIONS, kind
        assert not {"Server", "X-Powered-By"} & headers.keys(), kind


def test_what_is_everybodys_may_be_kept_by_caches() -> None:
    answer = Client().get(f"/{settings.STATIC_URL.strip('/')}/css/shopops.css")
    assert answer.status_code == 200
    assert "no-store" not in answer["Cache-Control"]
    answer.close()
