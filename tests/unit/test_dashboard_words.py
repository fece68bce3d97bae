"""What the charts say in a sentence."""

from shopops.dashboard.charts.carriers import carriers_answer
from shopops.dashboard.charts.money import money_answer
from shopops.dashboard.charts.outcomes import hardest_rule, who_rejects_most
from shopops.dashboard.questions.carriers import Carrier
from shopops.dashboard.questions.money import Money
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


def test_the_carrier_with_most_exceptions_is_not_called_the_worst_of_all() -> None:
    usps = Carrier("USPS", orders=44, exceptions=27, escalated=0)
    gulf = Carrier("Gulf Courier", orders=3, exceptions=3, escalated=0)
    assert carriers_answer([usps, gulf]) == (
        "Most exceptions: USPS, 27 of 44 orders (61 %). "
        "Highest share: Gulf Courier, 3 of 3 orders (100 %)."
    )
    assert carriers_answer([usps]).startswith("Most exceptions, and the highest share: USPS, 27")


def test_who_rejects_most_is_said_where_anybody_rejects() -> None:
    maya = Outcomes("Maya", approved=8, edited=0, rejected=2, handled=0)
    noor = Outcomes("Noor", approved=1, edited=0, rejected=0, handled=0)
    said = who_rejects_most([maya, noor])
    assert said.endswith("Most often rejected by: Maya, 2 of 10.")
    assert "rejected" not in who_rejects_most([noor])


def test_money_is_told_in_a_sentence_a_currency_and_never_as_part_of_less() -> None:
    rows = [
        Money("EUR", proposed=138300, approved=43700, paid=0),
        Money("JPY", proposed=9800, approved=0, paid=0),
        Money("KWD", proposed=0, approved=12500, paid=12500),
    ]
    assert money_answer(rows) == (
        "1,383.00 EUR proposed, 437.00 EUR approved, 0.00 EUR paid so far. "
        "9,800 JPY proposed, 0 JPY approved, 0 JPY paid so far. "
        "0.000 KWD proposed, 12.500 KWD approved, 12.500 KWD paid so far."
    )
