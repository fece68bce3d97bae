"""Where a request comes from, as a proxy of ours writes it."""

import pytest
from django.test import RequestFactory, override_settings

from shopops.accounts.recording import client_address


@override_settings(SHOPOPS_BEHIND_PROXY=True)
@pytest.mark.parametrize(
    ("sent", "place"),
    [
        ("1.2.3.4:5678", "1.2.3.4"),
        ("9.9.9.9, 1.2.3.4", "1.2.3.4"),
        ("[::1]:443", "::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("[::ffff:1.2.3.4]:80", "1.2.3.4"),
        ("unknown", None),
    ],
)
def test_the_last_address_is_read_with_or_without_a_port(sent: str, place: str | None) -> None:
    headers = {"X-Forwarded-For": sent}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.1")
    assert client_address(request) == place
