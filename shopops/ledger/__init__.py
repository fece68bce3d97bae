"""The append-only ledger. This module is its only door; nobody else may import its models."""
