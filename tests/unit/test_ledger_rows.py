"""From an event to its row: what no row may hold is refused by name before the database."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from shopops.ledger import EventKind
from shopops.ledger.exceptions import EventRefused, FieldRefused
from shopops.ledger.kinds import ALARM_KINDS
from shopops.ledger.rows import row_of
from tests.support.ledger import ITEM, an_event


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"occurred_at": datetime(2026, 1, 1)}, "no time zone"),  # noqa: DTZ001 - the point
        ({"occurred_at": datetime(999, 12, 31, 23, 59, 59, 999999, UTC)}, "years 1000 to 9999"),
        ({"occurred_at": datetime(1, 1, 1, tzinfo=UTC)}, "years 1000 to 9999"),
        ({"occurred_at": datetime(9999, 12, 31, 23, tzinfo=timezone(-timedelta(hours=2)))}, "9999"),
        ({"occurred_at": datetime(1000, 1, 1, 1, tzinfo=timezone(timedelta(hours=2)))}, "1000"),
        ({"item_key": b"short"}, "item_key has 5 bytes instead of 32"),
        ({"handle": bytes(33)}, "handle has 33 bytes instead of 32"),
        ({"key_version": 2**15}, "key_version is not a small number"),
        ({"confirmer_key": ITEM}, "both or neither"),
        ({"confirmer_name_hash": ITEM}, "both or neither"),
        ({"confirmer_key": ITEM, "confirmer_name_hash": b""}, "confirmer_name_hash has 0 bytes"),
        ({"confirmer_key": ITEM, "confirmer_name_hash": ITEM}, "on acknowledgments, not on intake"),
    ],
)
def test_a_field_that_no_row_may_have_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(FieldRefused, match=reason):
        row_of(an_event(**fields))


@pytest.mark.parametrize("kind", sorted(ALARM_KINDS))
def test_a_kind_of_an_alarm_names_its_item(kind: EventKind) -> None:
    with pytest.raises(EventRefused, match="item_key is missing"):
        row_of(an_event(kind))
    assert row_of(an_event(kind, item_key=ITEM))[5] == ITEM


def test_a_moment_is_kept_in_utc_to_the_microsecond() -> None:
    there = datetime(2026, 3, 2, 1, 30, 0, 1, timezone(timedelta(hours=5, minutes=45)))
    assert row_of(an_event(occurred_at=there))[3] == datetime(2026, 3, 1, 19, 45, 0, 1, UTC)


def test_a_kind_outside_the_enum_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a valid EventKind"):
        row_of(an_event("sent"))  # type: ignore[arg-type]
