"""The next revision on the pack of the one before: a person's edit, or the same once more."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection

from shopops.agents import facts
from shopops.agents.proposal import Proposal as Proposed
from shopops.proposals import statements
from shopops.proposals.models import Proposal
from shopops.proposals.rows import Draft, draft_of
from shopops.proposals.statuses import UNDECIDED
from shopops.tenants.models import Membership


@dataclass(frozen=True, slots=True)
class Revised:
    proposal_id: int
    draft: Draft


def revise(
    *,
    older: Proposal,
    pack: facts.Pack,
    proposed: Proposed,
    editor: Membership | None,
    now: datetime,
    meant: int | None = None,
) -> Revised:
    """Store it unjudged, as the successor of `older`, whose row and pipeline the caller holds.

    `meant`: the index of the alternative that the editor set, whose amount is the proposal's then.
    With an `editor` it is an edit, and keeps its place in the queue. Its ledger event is the
    caller's. Raises `ValueError` when `pack` is not the older one's.
    """
    draft = draft_of(pack, proposed)
    if bytes.fromhex(draft.pack.digest) != bytes(older.pack.digest):
        raise ValueError(f"proposal {older.pk} was made from another pack")
    draft.follow(older.revision, older.waiting_since if editor else None)
    draft.proposal.edit_of_id = older.pk if editor else None
    draft.proposal.editor_id = editor.pk if editor else None
    draft.proposal.pack_id = older.pack_id
    if meant is not None:
        action = draft.proposal.actions[meant]
        draft.proposal.currency, draft.proposal.amount_minor = action.currency, action.amount_minor
    [(_, newer)] = _run(
        statements.PROPOSALS, tenant=older.tenant_id, now=now, items=_json([draft.proposal])
    )
    _run(
        statements.SUPERSEDE,
        tenant=older.tenant_id,
        undecided=list(UNDECIDED),
        items=_json([{"older": older.pk, "newer": newer}]),
    )
    return Revised(newer, draft)


def _json(rows: Sequence[object]) -> str:
    return msgspec.json.encode(rows).decode()


def _run(statement: str, **parameters: Any) -> list[tuple[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchall() if cursor.description else []
