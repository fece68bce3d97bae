"""Approvals, edits and rejections: by rule and by reviewer."""

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_noop, ngettext

from shopops.dashboard.charts.parts import (
    Asked,
    Chart,
    Picture,
    Series,
    Sheet,
    Table,
    Tone,
    ends,
    share,
)
from shopops.dashboard.questions.outcomes import Outcomes, by_reviewer, by_rule
from shopops.policy.rules import RuleId
from shopops.review.words.rules import RULES

COLUMNS = ("approved", "edited", "rejected", "handled_outside")
HEAD = (
    gettext_noop("Approved"),
    gettext_noop("Edited"),
    gettext_noop("Rejected"),
    gettext_noop("Handled outside"),
)
NOTHING = gettext_noop("Nothing was decided in these days.")
MOST_ROWS = 12  # of a picture; the table has all


def rule_chart(asked: Asked) -> Chart:
    rows = by_rule(asked.tenant_id, asked.period)
    labels = [_rule(row.of) for row in rows]
    return Chart(
        slug="by-rule",
        title=gettext("Decisions by rule"),
        answer=hardest_rule(rows),
        note=gettext(
            "By the rule that asked for a person; what two rules asked for counts under both. "
            "Decisions that were taken back do not count."
        ),
        nothing=gettext(NOTHING),
        pictures=_pictures(rows, labels),
        table=_table(gettext("Rule"), rows, labels),
        sheet=_sheet(asked, "rule", rows),
    )


def reviewer_chart(asked: Asked) -> Chart:
    rows = by_reviewer(asked.tenant_id, asked.period)
    labels = [row.of for row in rows]
    return Chart(
        slug="by-reviewer",
        title=gettext("Decisions by reviewer"),
        answer=who_rejects_most(rows),
        note=gettext(
            "The first of two approvals counts for its person too. Decisions that were taken "
            "back do not count."
        ),
        nothing=gettext(NOTHING),
        pictures=_pictures(rows, labels),
        table=_table(gettext("Reviewer"), rows, labels),
        sheet=_sheet(asked, "reviewer", rows),
    )


def _pictures(rows: Sequence[Outcomes], labels: Sequence[str]) -> list[Picture]:
    shown = rows[:MOST_ROWS]
    series = [
        Series(gettext("Approved"), Tone.TEAL, [row.approved for row in shown]),
        Series(gettext("Edited"), Tone.BLUE, [row.edited for row in shown]),
        Series(gettext("Rejected"), Tone.ORANGE, [row.rejected for row in shown]),
        Series(gettext("Handled outside"), Tone.GREY, [row.handled for row in shown]),
    ]
    return [Picture(kind="rows", labels=labels[:MOST_ROWS], series=series)] if rows else []


def _table(what: str, rows: Sequence[Outcomes], labels: Sequence[str]) -> Table:
    return Table(
        (what, *map(gettext, HEAD)),
        [
            (label, *(f"{number:,}" for number in _numbers(row)))
            for label, row in zip(labels, rows, strict=True)
        ],
    )


def _sheet(asked: Asked, column: str, rows: Sequence[Outcomes]) -> Sheet:
    return Sheet(
        ("from_utc", "to_utc", column, *COLUMNS),
        [(*ends(asked.period), row.of, *_numbers(row)) for row in rows],
    )


def _numbers(row: Outcomes) -> tuple[int, ...]:
    return row.approved, row.edited, row.rejected, row.handled


def _rule(rule: str) -> str:
    if rule in list(RuleId):
        return f"{rule} {RULES[RuleId(rule)]}"
    return rule or gettext("no rule")


def hardest_rule(rows: Sequence[Outcomes]) -> str:
    """Where people most often want something else than what was proposed."""
    if not rows:
        return gettext(NOTHING)
    words = gettext("No rule asked for a person.")
    most = next((row for row in rows if row.of), None)
    if most is not None:
        decisions = ngettext("{number} decision", "{number} decisions", most.total).format(
            number=f"{most.total:,}"
        )
        words = gettext("{of} asked for a person most often: {decisions}.").format(
            of=most.of, decisions=decisions
        )
    changed = max(rows, key=lambda row: row.edited + row.rejected)
    differs = changed.edited + changed.rejected
    if differs:
        of = changed.of or gettext("what no rule asked for")
        words += gettext(" Most often edited or rejected: {of}, {differs} of {total}.").format(
            of=of, differs=f"{differs:,}", total=f"{changed.total:,}"
        )
    return words


def who_rejects_most(rows: Sequence[Outcomes]) -> str:
    if not rows:
        return gettext(NOTHING)
    total = sum(row.total for row in rows)
    approved = sum(row.approved for row in rows)
    words = gettext(
        "{total} by {rows}, edits and first of two approvals too; "
        "{approved} approve what was proposed."
    ).format(
        total=ngettext("{number} decision", "{number} decisions", total).format(
            number=f"{total:,}"
        ),
        rows=ngettext("{number} person", "{number} people", len(rows)).format(
            number=f"{len(rows):,}"
        ),
        approved=share(approved, total),
    )
    most = max(rows, key=lambda row: (row.rejected, -row.total))
    if most.rejected:
        words += gettext(" Most often rejected by: {of}, {rejected} of {total}.").format(
            of=most.of, rejected=f"{most.rejected:,}", total=f"{most.total:,}"
        )
    return words
