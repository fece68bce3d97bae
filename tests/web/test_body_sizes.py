"""How much may be sent where: refused before it is read, also by whom nobody knows."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from shopops.guards.sizes import KB, MB, most_bytes

pytestmark = pytest.mark.django_db


class Untouched:
    """A body that must not be read."""

    def read(self, size: int = -1) -> bytes:
        raise AssertionError("the body was read")

    readline = read


def _post(path: str, length: int | None, **more: Any) -> Any:
    """Announces so many bytes."""
    sent = {"CONTENT_LENGTH": str(length)} if length is not None else {"CONTENT_LENGTH": ""}
    environ = {"wsgi.input": Untouched(), "CONTENT_TYPE": "application/json", **sent, **more}
    return Client().post(path, **environ)


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/inbound/store_northline/mailgun/mime", 48 * MB),
        ("/webhooks/made-up", 5 * MB),
        ("/api/v1/orders", 10 * MB),
        ("/api/v1/trackers", 10 * MB),
        ("/api/v1/resolutions", 64 * KB),
        ("/api/nothing", 64 * KB),
        ("/t/store_northline/setup/orders/", 21 * MB),
        ("/t/store_northline/setup/orders/7/import/", 2 * MB),
        ("/sign-in/", 2 * MB),
        ("/t/store_northline/review/decide/", 2 * MB),
        ("/admin/", 2 * MB),
    ],
)
def test_more_than_a_way_needs_is_refused_unread(path: str, most: int) -> None:
    assert most_bytes(path) == most
    assert _post(path, most + 1).status_code == 413


@pytest.mark.parametrize("path", ["/api/v1/orders", "/inbound/store_northline/raw", "/sign-in/"])
def test_a_body_that_does_not_say_how_long_it_is_is_refused_unread(path: str) -> None:
    answer = _post(path, None, HTTP_TRANSFER_ENCODING="chunked")
    assert answer.status_code == 411


def test_the_api_says_both_as_problem_details() -> None:
    large = _post("/api/v1/resolutions", MB)
    assert (large["Content-Type"], large.json()["code"]) == (
        "application/problem+json",
        "body_too_large",
    )
    chunked = _post("/api/v1/orders", None, HTTP_TRANSFER_ENCODING="chunked")
    assert chunked.json()["code"] == "length_required"


def test_a_person_reads_what_happened() -> None:
    answer = _post("/sign-in/", 3 * MB)
    assert "Nothing was changed" in answer.content.decode()
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_a_form_of_more_fields_than_any_page_has_is_refused() -> None:
    most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    assert most <= 10_000
    answer = Client().post("/sign-in/", {f"field{number}": "" for number in range(most + 1)})
    assert answer.status_code == 400
