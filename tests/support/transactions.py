"""Tests with real commits get a fresh database afterwards instead of Django's flush.

A flush truncates, which the ledger's triggers refuse to everybody; weakening them for tests would
test something else.
"""

import contextlib
from collections.abc import Iterator

from django.db import connections
from django.test import TransactionTestCase

from tests.support.clusters import Cluster


@contextlib.contextmanager
def clone_instead_of_flush(cluster: Cluster, database: str) -> Iterator[None]:
    def teardown(case: TransactionTestCase) -> None:
        connections.close_all()
        cluster.clone(database)

    hook = "_fixture_teardown"
    kept = getattr(TransactionTestCase, hook)
    setattr(TransactionTestCase, hook, teardown)
    try:
        yield
    finally:
        setattr(TransactionTestCase, hook, kept)
