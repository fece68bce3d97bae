#!/bin/sh
# The ledger's tests on this machine's own PostgreSQL, where it has one. Arguments go to pytest.
set -eu
if ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1; then
	echo "The ledger again, on this machine's own PostgreSQL:"
	export SHOPOPS_TEST_PG=system
	exec "$BIN/pytest" --quiet "$@" tests/db
fi
echo "NOT RUN: this machine has no PostgreSQL of its own to try the ledger on."
