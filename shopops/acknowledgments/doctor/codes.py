"""The code of a test. It looks like an alarm's and is typed the same way, but its last character is
always one that no alarm's code can have there: it is a typing error to everything but the test."""

import secrets

from shopops.alarms.codes import ALPHABET, LENGTH, VALUES, check_valid


def new_test_code() -> str:
    """With letters and digits, so that nobody takes it for a word or a number."""
    while True:
        stem = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH - 1))
        if any(map(str.isdigit, stem)) and any(map(str.isalpha, stem)):
            valid = next(last for last in ALPHABET if check_valid(stem + last))
            return stem + _other(valid)


def is_test_code(code: str) -> bool:
    return (
        len(code) == LENGTH
        and VALUES.keys() >= set(code)
        and check_valid(code[:-1] + _other(code[-1]))
    )


def _other(character: str) -> str:
    return ALPHABET[VALUES[character] ^ 1]
