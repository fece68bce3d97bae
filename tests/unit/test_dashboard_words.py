"""What the charts say in a sentence."""

from shopops.dashboard.charts.outcomes import hardest_rule
from shopops.dashboard.questions.outcomes import Outcomes


def test_one_decision_is_told_as_one() -> None:
    rows = [Outcomes("APR-1", approved=1, edited=0, rejected=0, handled=0)]
    assert hardest_rule(rows) == "APR-1 asked for a person most often: 1 decision."


def test_what_no_rule_asked_for_is_no_rule_that_asked_most_often() -> None:
    escalated = Outcomes("", approved=0, edited=0, rejected=3, handled=4)
    rows = [escalated, Outcomes("SHP-2", approved=2, edited=0, rejected=0, handled=0)]
    assert hardest_rule(rows) == (
        "SHP-2 asked for a person most often: 2 decisions. "
        "Most often edited or rejected: what no rule asked for, 3 of 7."
    )
    assert hardest_rule([escalated]).startswith("No rule asked for a person. ")
