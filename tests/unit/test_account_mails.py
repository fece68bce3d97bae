"""What is mailed about an account sounds like all other mail of the site."""

from pathlib import Path

import allauth
import pytest
from django.template.loader import render_to_string

OURS = Path(__file__).resolve().parents[2] / "templates"
THEIRS = Path(allauth.__file__).parent / "templates"


def test_every_mail_about_a_password_or_a_factor_has_our_subject() -> None:
    sent = [
        *THEIRS.glob("mfa/email/*_subject.txt"),
        *(THEIRS / f"account/email/password_{what}_subject.txt" for what in ("changed", "set")),
    ]
    assert len(sent) > 5
    assert [path.name for path in sent if not (OURS / path.relative_to(THEIRS)).exists()] == []


@pytest.mark.parametrize("part", ["subject", "message"])
def test_a_new_factor_is_said_in_a_sentence(part: str) -> None:
    words = render_to_string(f"mfa/email/totp_activated_{part}.txt", {"ip": "192.0.2.7"})
    assert "An authenticator app was set up for your account" in words
