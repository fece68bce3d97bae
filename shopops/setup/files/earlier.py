"""Rows of one file that was tried batch by batch, each taken back before the next. Pure."""

from dataclasses import replace
from hashlib import sha256

from shopops.connectors.batch import RowResult
from shopops.connectors.held import Outcome

NEWS = (Outcome.CREATED, Outcome.UPDATED)


class Earlier:
    """Remembers what an earlier batch would have brought in."""

    def __init__(self) -> None:
        self._digests: dict[str, bytes] = {}

    def corrected(self, result: RowResult) -> RowResult:
        """The same row again is no news, and another state of it makes nothing new. Whether that
        state is older than the one before, only the import itself can say."""
        if result.outcome not in NEWS or result.external_id is None:
            return result
        digest = sha256(result.row.raw).digest()
        before = self._digests.get(result.external_id)
        self._digests[result.external_id] = digest
        if before == digest:
            return replace(result, outcome=Outcome.UNCHANGED)
        if before is not None:
            return replace(result, outcome=Outcome.UPDATED)
        return result
