"""The digest that a reviewer's decision is bound to."""

from hashlib import sha256

import msgspec

from shopops.agents.proposal import Proposal


def proposal_digest(proposal: Proposal, *, pack_digest: bytes) -> bytes:
    """SHA-256 over the canonical JSON (sorted keys, compact) of what a reviewer approves.

    That is tenant, order, track, cause, blocked reasons, rationale and every action whole: kind,
    amount, currency, payee (transaction), parcels, lines, channel, outline, alternative, approval
    and cited evidence, in order. Cited ids are names; what stands behind them is bound by
    `pack_digest`, so that a changed address under the same id voids an approval
    too. Not bound: `known_evidence_ids`, which repeats the pack.
    """
    bound = msgspec.to_builtins(proposal)
    del bound["known_evidence_ids"]
    bound["pack"] = pack_digest.hex()
    return sha256(msgspec.json.encode(bound, order="deterministic")).digest()
