"""How a step of the checklist stands, in words."""

from datetime import UTC, datetime

import pytest

from shopops.acknowledgments.models import MailTest
from shopops.setup.checklist import mail_words


def test_mail_that_nobody_tried_says_so() -> None:
    assert mail_words(None) == "Not tried yet."


@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        ("waiting", "A test mail went out 30 November 2026; its answer is awaited."),
        ("failed", "The test mail of 30 November 2026 failed; its page says where."),
        ("passed", "An answer came through 30 November 2026."),
    ],
)
def test_a_test_mail_says_how_far_it_came(outcome: str, says: str) -> None:
    test = MailTest(outcome=outcome, created_at=datetime(2026, 11, 30, tzinfo=UTC))
    assert mail_words(test) == says
