"""What a password must be: long, and not what everybody takes; nothing else."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from shopops.tenants.models import User


@pytest.mark.parametrize(
    "password",
    [
        "twelve signs",
        "kettle kettle kettle",
        "grüße aus łódź 🫖",
        "a" * 64 + " is no limit " + "b" * 51,
    ],
)
def test_twelve_characters_of_any_kind_are_enough(password: str) -> None:
    validate_password(password)


@pytest.mark.parametrize("password", ["eleven sign", "1q2w3e4r5t6y", "123456789012", ""])
def test_what_is_short_or_what_everybody_takes_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password)


def test_what_is_like_one_s_own_address_is_refused() -> None:
    maya = User(email="maya.okafor@northline.example")
    with pytest.raises(ValidationError, match="too similar"):
        validate_password("maya.okafor@northline", user=maya)
