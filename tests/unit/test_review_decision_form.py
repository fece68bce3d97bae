"""What a form may carry."""

import pytest
from django.http import QueryDict

from shopops.review.decision_form import read_decision
from shopops.review.editing.refusals import EditUnreadable
from shopops.review.refusals import IdentitySupplied


def _sent(**fields: str) -> QueryDict:
    form = QueryDict(mutable=True)
    form.update({"handle": "h", **fields})
    return form


@pytest.mark.parametrize(
    "field", ["amount-2", "say-0", "point-0", "keep-remedy:s1", "language", "proposal"]
)
def test_a_change_beside_an_approval_is_refused_and_not_passed_over(field: str) -> None:
    with pytest.raises(IdentitySupplied) as refused:
        read_decision(_sent(decision="approve", action="2", **{field: "1.00"}))
    assert refused.value.names == [field]


def test_a_message_of_a_million_lines_is_refused_before_it_is_cut() -> None:
    """Read line by line it would keep the whole shop from deciding for a quarter of a minute."""
    with pytest.raises(EditUnreadable) as refused:
        read_decision(_sent(decision="edit", **{"say-0": "a\n" * 1_000_000}))
    assert refused.value.field == "say-0"


def test_as_many_lines_as_a_message_may_have_are_read() -> None:
    form = read_decision(_sent(decision="edit", **{"say-0": "a b\r\n" * 20}))
    assert form.edits.says == {0: ["a b"] * 20}


@pytest.mark.parametrize(("sent", "known"), [("de", "de"), ("xx", ""), ("", "")])
def test_a_language_that_is_none_of_ours_is_as_good_as_none(sent: str, known: str) -> None:
    assert read_decision(_sent(decision="edit", language=sent)).edits.language == known
