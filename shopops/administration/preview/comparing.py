"""A batch of stored proposals beside what a draft makes of them: counted, and what differs kept."""

from collections.abc import Sequence

import msgspec

from shopops.administration.preview.models import PreviewOrder, PreviewRun
from shopops.administration.preview.tally import Tally, add, worth_a_row
from shopops.administration.preview.ways import rule_ids, same, sentences, stake_of
from shopops.administration.preview.wording import proposal_words
from shopops.agents.intake import pack_digest
from shopops.agents.intake.numbers import restated
from shopops.agents.thresholds import Thresholds
from shopops.orchestrator.replay import Answers, Said, anew, as_stored, as_then, preload
from shopops.proposals.models import Proposal
from shopops.proposals.statuses import SETTLED
from shopops.tenants import thresholds


def compare(run: PreviewRun, rows: Sequence[Proposal], tally: Tally) -> list[PreviewOrder]:
    """Count every order into `tally`; a row, unsaved, for what the draft answers differently.

    What a person ended is seen as it was then, anything else as the pipeline's next run would.
    """
    preload(rows)
    draft = msgspec.convert(run.draft, Thresholds)
    settled = [row for row in rows if row.review_status in SETTLED]
    waiting = [row for row in rows if row.review_status not in SETTLED]
    before = as_stored(rows) | _without_edits(run.tenant_id, settled)
    after = as_then(settled, draft) | anew(run.tenant, waiting, draft, now=run.judged_at)
    tally.unread += len(rows) - len(after)
    changed: list[PreviewOrder] = []
    for row in rows:
        if row.pk in after:
            changed += _counted(run, row, before.get(row.pk), after[row.pk], tally)
    _mark_anyway(run, waiting, changed, before, after)
    tally.anyway += sum(one.anyway for one in changed)
    return [one for one in changed if worth_a_row(tally, moves=one.moves)]


def _without_edits(tenant_id: int, settled: Sequence[Proposal]) -> Answers:
    """What stood before a person changed it and ended it: a draft can be compared with that."""
    edited = [row for row in settled if row.edit_of_id is not None]
    found: Answers = {}
    for version in {row.thresholds_version for row in edited}:
        numbers = thresholds.at(tenant_id, version)
        found |= as_then([row for row in edited if row.thresholds_version == version], numbers)
    return found


def _counted(
    run: PreviewRun, row: Proposal, before: Said | None, after: Said, tally: Tally
) -> list[PreviewOrder]:
    settled = row.review_status in SETTLED
    edited = row.edit_of_id is not None and not settled
    tally.edits += edited
    was, will = add(tally, before, after, edited=edited, settled=settled)
    if before is not None and was == will and same(before, after):
        return []
    currency, minor = stake_of(after) or (before and stake_of(before)) or ("", None)
    return [
        PreviewOrder(
            run=run,
            proposal_id=row.pk,
            order_number=row.order_number,
            settled=settled,
            before=was,
            after=will,
            moves=was != will,
            rules=rule_ids(before, after) if before else [],
            said=sentences(before, after) if before else [],
            differs=proposal_words(before.proposal, after.proposal) if before else [],
            currency=currency,
            amount_minor=minor,
        )
    ]


def _mark_anyway(
    run: PreviewRun,
    waiting: Sequence[Proposal],
    changed: Sequence[PreviewOrder],
    before: Answers,
    after: Answers,
) -> None:
    """Time has passed, or evidence came, since an order was judged: where the version in force
    would answer like the draft, it is not the draft that changes anything."""
    current = thresholds.at(run.tenant_id, run.based_on)
    kept = {one.proposal_id: one for one in changed}
    asked = [
        row
        for row in waiting
        if row.pk in kept
        and row.edit_of_id is None
        and not _nothing_came(row, before.get(row.pk), after[row.pk], current)
    ]
    if asked:
        for key, said in anew(run.tenant, asked, current, now=run.judged_at).items():
            kept[key].anyway = same(said, after[key])


def _nothing_came(row: Proposal, before: Said | None, after: Said, current: Thresholds) -> bool:
    """Whether the order was judged by the version in force, and on what is known now: then what
    differs is the draft's doing, and nothing need be judged once more to find out."""
    return (
        before is not None
        and row.thresholds_version == current.version
        and pack_digest(restated(after.pack, current)) == bytes(row.pack.digest)
        and before.context.live_remedies == after.context.live_remedies
        and before.context.suppressed_channels == after.context.suppressed_channels
        and not before.context.goodwill_given_at
        and not after.context.goodwill_given_at
    )
