"""The one way to work on a tenant's rows."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction

from shopops.tenants.refusals import refusal_of

SETTING = "shopops.tenant"
BEGIN = "SELECT set_config(%(setting)s, %(tenant)s::text, true)"
WRITTEN = "shopops.written_tenant"  # the ledger's triggers note here for whom they wrote


@contextmanager
def tenant_scope(tenant_id: int, *, also: str = "") -> Iterator[None]:
    """One transaction for one tenant; row level security sees only this tenant's rows.

    Not nestable, on purpose: a scope is a commit, and what it wrote is durable when it ends. An
    error of a deferred trigger surfaces at the end of the scope, so show success after it. What
    the database refused with an SQLSTATE of ours arrives as its `DatabaseRefusal`.
    The setting is local to the transaction, so nothing leaks into the next one. `also`: what the
    same first statement calls besides, in SQL of ours that may name `%(tenant)s`.
    """
    begin = f"{BEGIN}, {also}" if also else BEGIN
    try:
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute(begin, {"setting": SETTING, "tenant": tenant_id})
            yield
            if _inside_test_transaction():
                _settle()
    except DatabaseError as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        raise refusal from error.__cause__


def _inside_test_transaction() -> bool:
    """Whether Django's TestCase holds a transaction around us, so that no commit will follow."""
    return any(getattr(block, "_from_testcase", False) for block in connection.atomic_blocks)


def _settle() -> None:
    """Do what a commit would do: fire the deferred triggers and forget the tenant."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(
            "SELECT set_config(%s, '', true), set_config(%s, '', true)", [SETTING, WRITTEN]
        )
