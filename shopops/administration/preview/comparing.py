"""A batch of stored proposals beside what a draft makes of them: counted, and what differs kept."""

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext, gettext_noop

from shopops.administration.preview.models import PreviewOrder, PreviewRun
from shopops.administration.preview.tally import NOT_JUDGED, Tally, add, worth_a_row
from shopops.administration.preview.ways import rule_ids, same, sentences, stake_of, way_of
from shopops.administration.preview.wording import proposal_words
from shopops.agents.intake import pack_digest
from shopops.agents.intake.numbers import restated
from shopops.agents.thresholds import Thresholds
from shopops.orchestrator.replay import Answers, Said, anew, as_stored, as_then, preload
from shopops.proposals.models import Proposal
from shopops.proposals.statuses import SETTLED
from shopops.tenants import thresholds

# Why an order differs that the draft changes nothing about.
OUTDATED = gettext_noop("It was judged under version {}, which is no longer in force.")
LATER = gettext_noop("Time has passed or evidence came since it was judged.")


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
    stands = _without_draft(run, waiting, before, after)
    changed: list[PreviewOrder] = []
    for row in rows:
        if row.pk in after:
            changed += _counted(run, row, before.get(row.pk), stands.get(row.pk), after, tally)
    return [one for one in changed if worth_a_row(tally, moves=one.moves)]


def _without_edits(tenant_id: int, settled: Sequence[Proposal]) -> Answers:
    """What stood before a person changed it and ended it: a draft can be compared with that."""
    edited = [row for row in settled if row.edit_of_id is not None]
    found: Answers = {}
    for version in {row.thresholds_version for row in edited}:
        numbers = thresholds.at(tenant_id, version)
        found |= as_then([row for row in edited if row.thresholds_version == version], numbers)
    return found


def _without_draft(
    run: PreviewRun, waiting: Sequence[Proposal], before: Answers, after: Answers
) -> Answers:
    """What the version in force would make of orders by now: of those that another version judged,
    and of those that differ because time has passed or evidence came. Only what is different from
    this is the draft's doing."""
    current = thresholds.at(run.tenant_id, run.based_on)
    asked = [
        row
        for row in waiting
        if row.pk in after
        and row.edit_of_id is None
        and (
            row.thresholds_version != current.version
            or not _is_as_before(before.get(row.pk), after[row.pk])
        )
        and not _nothing_came(row, before.get(row.pk), after[row.pk], current)
    ]
    return anew(run.tenant, asked, current, now=run.judged_at) if asked else {}


def _is_as_before(before: Said | None, after: Said) -> bool:
    return before is not None and way_of(before) == way_of(after) and same(before, after)


def _counted(
    run: PreviewRun,
    row: Proposal,
    before: Said | None,
    stands: Said | None,
    answers: Answers,
    tally: Tally,
) -> list[PreviewOrder]:
    """`stands`: what it comes to without the draft, where that was asked for."""
    after = answers[row.pk]
    settled = row.review_status in SETTLED
    edited = row.edit_of_id is not None and not settled
    tally.edits += edited
    base = before if stands is None else stands
    was, will = add(tally, base, after, edited=edited, settled=settled)
    if base is not None and was == will and same(base, after):
        is_kept = stands is None or _is_as_before(before, after)
        return [] if is_kept else [_anyway(run, row, before, after, tally)]
    return [_line(run, row, base, after, settled=settled, was=was)]


def _anyway(
    run: PreviewRun, row: Proposal, before: Said | None, after: Said, tally: Tally
) -> PreviewOrder:
    """The numbers in force say the same as the draft: the next run makes it so without it."""
    older = before is not None and row.thresholds_version < run.based_on
    tally.anyway += 1
    tally.outdated += older
    was = NOT_JUDGED if before is None else str(way_of(before))
    line = _line(run, row, before, after, settled=False, was=was)
    line.anyway = True
    why = gettext(OUTDATED).format(row.thresholds_version) if older else gettext(LATER)
    line.said = [why, *line.said]
    return line


def _line(
    run: PreviewRun, row: Proposal, before: Said | None, after: Said, *, settled: bool, was: str
) -> PreviewOrder:
    currency, minor = stake_of(after) or (before and stake_of(before)) or ("", None)
    will = way_of(after)
    return PreviewOrder(
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
