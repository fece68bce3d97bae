"""The key that stands for a person on the ledger."""

import secrets


def new_identity_key() -> bytes:
    """32 random bytes: says nothing about the person once the roster row is gone."""
    return secrets.token_bytes(32)
