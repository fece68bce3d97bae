"""What a file is, by its first bytes; and what is said of its rows."""

import pytest

from shopops.connectors.batch import RowResult
from shopops.connectors.held import Outcome
from shopops.connectors.reading.row import Row
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.setup.files import refusals
from shopops.setup.files.receiving import MOST_BYTES, MOST_WAITING, shown_name
from shopops.setup.files.refusals import FileRefused
from shopops.setup.files.sniffing import refuse_other_kinds
from shopops.setup.files.tally import MOST_LISTED, Tally
from shopops.setup.files.words import hints, verdict
from shopops.setup.models import Stage


@pytest.mark.parametrize(
    ("head", "refusal"),
    [
        (b"PK\x03\x04\x14\x00orders.json", refusals.Packed),
        (b"\x1f\x8b\x08\x00", refusals.Packed),
        ('{"id": "1"}'.encode("utf-16"), refusals.OtherEncoding),
        ('{"id": "1"}'.encode("utf-16-le"), refusals.OtherEncoding),
        (b"\x7fELF\x02\x01\x00\x00\x00", refusals.NotText),
        (b"%PDF-1.7", refusals.NotText),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", refusals.NotText),
        (b"id;number;total\n1;2;3", refusals.Sheet),
        (b"\xef\xbb\xbfName,Email,Total\n", refusals.Sheet),
        (b"<!doctype html><title>Sign in", refusals.Markup),
        (b"see the attachment", refusals.NotJson),
    ],
)
def test_a_file_that_can_t_be_json_is_refused_in_one_sentence(
    head: bytes, refusal: type[FileRefused]
) -> None:
    with pytest.raises(refusal) as refused:
        refuse_other_kinds(head)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("head", [b'{"id"', b"[\n", b'\xef\xbb\xbf \n{"orders": [', b"{\xe4"])
def test_what_may_be_json_is_left_to_the_import(head: bytes) -> None:
    refuse_other_kinds(head)


def test_the_sentences_name_the_limits_that_are_kept() -> None:
    assert f"{MOST_BYTES // 1024 // 1024} MB" in str(refusals.TooBig())
    assert str(refusals.TooMany()).startswith(f"{MOST_WAITING} files")


def test_a_name_is_shown_without_what_is_not_seen() -> None:
    assert shown_name("or\x00ders\u202e.jsonl") == "orders.jsonl"
    assert shown_name("\n") == "a file without a name"


def _tally(*outcomes: Outcome, code: RefusalCode = RefusalCode.NOT_UTF8) -> Tally:
    tally = Tally()
    for number, outcome in enumerate(outcomes, 1):
        refused = RowRefused(code, "$", "why") if outcome is Outcome.REFUSED else None
        tally.add(RowResult(Row(number, number), outcome, f"O-{number}", refused))
    return tally


def test_refused_rows_are_all_counted_and_the_first_of_them_listed() -> None:
    tally = _tally(*[Outcome.REFUSED] * (MOST_LISTED + 3))
    assert (tally.rows, len(tally.refused), tally.unlisted) == (MOST_LISTED + 3, MOST_LISTED, 3)
    assert hints(tally) == ["103 rows not UTF-8; save the file as UTF-8 and send it again."]


def test_two_tallies_share_nothing() -> None:
    assert _tally(Outcome.CREATED).rows == 1
    assert Tally().rows == 0


def test_nothing_is_said_of_rows_that_are_not_all_counted_yet() -> None:
    assert verdict(Tally(), "Shopify", Stage.IMPORTING) == ""


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ((), "no row in this file"),
        ((Outcome.REFUSED,), "Is the file really “Shopify”?"),
        ((Outcome.UNCHANGED, Outcome.OLDER), "Importing it adds nothing."),
        ((Outcome.UNCHANGED, Outcome.REFUSED), "what was not refused is here already"),
        ((Outcome.CREATED, Outcome.REFUSED), ""),
    ],
)
def test_what_the_rows_come_to_is_said_in_a_sentence(
    outcomes: tuple[Outcome, ...], said: str
) -> None:
    found = verdict(_tally(*outcomes), "Shopify", Stage.CHECKED)
    assert said in found
    assert bool(said) == bool(found)
