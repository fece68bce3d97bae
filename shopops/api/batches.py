"""Upserts in batches: the same typed records and refusals as the file import."""
