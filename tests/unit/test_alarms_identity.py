"""An item's key comes from stable identifiers alone, and no two items share one."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from shopops.alarms.codes import code_of
from shopops.alarms.identity import Obligation, RecordKind, RecordRef, encode, item_key
from shopops.alarms.refusals import RefusalCode, Refused
from tests.support import alarm_identity

GOLDEN: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden/alarms/identity.json").read_text()
)
ORDER = RecordRef(
    source="shopops",
    kind=RecordKind.ORDER,
    ids=("O-1001",),
    authored_at=datetime(2026, 3, 2, 9, tzinfo=UTC),
)
texts = st.text(max_size=4)
parts = st.one_of(st.none(), texts, st.integers(-300, 300))
records = st.builds(
    RecordRef,
    source=texts,
    kind=st.sampled_from(RecordKind),
    ids=st.lists(st.sampled_from(["O", "O-1", "-1", "1", "01", "001", "", None]), max_size=3)
    .filter(any)
    .map(tuple),
    authored_at=st.datetimes(timezones=st.just(UTC)),
)


def key(record: RecordRef, tenant: str = "northline") -> bytes:
    return item_key(tenant, record, Obligation.REVIEW)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])
def test_a_record_has_the_key_and_the_code_that_it_always_had(case: dict[str, Any]) -> None:
    record = RecordRef(
        source=case["source"],
        kind=RecordKind(case["kind"]),
        ids=tuple(case["ids"]),
        authored_at=datetime.fromisoformat(case["authored_at"]),
    )
    found = item_key(case["tenant"], record, Obligation(case["obligation"]))
    assert found.hex() == case["item_key"]
    assert code_of(bytes.fromhex(case["secret"]), found, case["shift"]) == case["code"]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])
def test_the_golden_values_follow_from_the_other_formulation_too(case: dict[str, Any]) -> None:
    names = ["tenant", "source", "kind", "ids", "authored_date", "obligation"]
    found = alarm_identity.key_of(*(case[name] for name in names))
    assert found.hex() == case["item_key"]
    secret = bytes.fromhex(case["secret"])
    assert alarm_identity.code_of(secret, found, case["shift"]) == case["code"]


@given(records, texts, st.sampled_from(Obligation))
def test_every_key_follows_from_the_other_formulation_too(
    record: RecordRef, tenant: str, obligation: Obligation
) -> None:
    assert record.authored_at is not None
    assert item_key(tenant, record, obligation) == alarm_identity.key_of(
        tenant,
        record.source,
        record.kind.value,
        record.ids,
        record.authored_at.strftime("%Y-%m-%d").rjust(10, "0"),
        obligation.value,
    )


@given(st.lists(parts), st.lists(parts))
def test_different_parts_never_encode_to_the_same_bytes(
    some: list[str | int | None], others: list[str | int | None]
) -> None:
    same = [(type(part), part) for part in some] == [(type(part), part) for part in others]
    assert (encode(some) == encode(others)) == same


@given(st.text(st.characters(categories=["Cs", "Ll"]), max_size=3))
def test_text_that_is_no_unicode_still_has_an_encoding_of_its_own(text: str) -> None:
    assert encode([text]) != encode([text + "\udc00"])


@given(st.lists(st.tuples(records, texts, st.sampled_from(Obligation)), min_size=2, max_size=6))
def test_two_items_share_a_key_only_when_everything_about_them_is_the_same(
    items: list[tuple[RecordRef, str, Obligation]],
) -> None:
    def told(record: RecordRef, tenant: str, obligation: Obligation) -> tuple[object, ...]:
        assert record.authored_at is not None
        day = record.authored_at.date()
        return (tenant, record.source, record.kind, record.ids, day, obligation)

    keys = {item_key(tenant, record, obligation) for record, tenant, obligation in items}
    assert len(keys) == len({told(*item) for item in items})


def test_ids_that_read_the_same_when_joined_are_different_items() -> None:
    assert key(replace(ORDER, ids=("O-1", "001"))) != key(replace(ORDER, ids=("O-10", "01")))


def test_a_missing_id_is_not_an_empty_one_nor_the_word_for_it() -> None:
    ids = [(None, "s1"), ("", "s1"), ("None", "s1"), ("null", "s1"), ("s1",), ("s1", None)]
    assert len({key(replace(ORDER, ids=each)) for each in ids}) == len(ids)


def test_twin_records_stay_two_items() -> None:
    assert key(ORDER) != key(replace(ORDER, ids=("O-1002",)))
    assert key(ORDER) != key(replace(ORDER, source="shopify"))


def test_the_same_number_in_another_shop_is_another_item() -> None:
    assert key(ORDER) != key(ORDER, tenant="southline")


@pytest.mark.parametrize("obligation", Obligation)
def test_each_obligation_of_a_record_is_an_item_of_its_own(obligation: Obligation) -> None:
    others = [item_key("northline", ORDER, other) for other in Obligation if other != obligation]
    assert item_key("northline", ORDER, obligation) not in others


@given(st.text())
def test_a_label_is_accepted_and_ignored(label: str) -> None:
    assert item_key("northline", ORDER, Obligation.REVIEW, label=label) == key(ORDER)


@given(st.integers(0, 86_399), st.integers(-23 * 60, 23 * 60))
def test_the_date_counts_as_it_is_in_utc_and_the_time_of_day_does_not(
    second: int, offset: int
) -> None:
    in_utc = datetime(2026, 3, 2, tzinfo=UTC) + timedelta(seconds=second)
    elsewhere = in_utc.astimezone(timezone(timedelta(minutes=offset)))
    assert key(replace(ORDER, authored_at=elsewhere)) == key(ORDER)
    next_day = in_utc + timedelta(days=1)
    assert key(replace(ORDER, authored_at=next_day)) != key(ORDER)


@pytest.mark.parametrize(
    "authored_at",
    [
        None,
        datetime(2026, 3, 2, 9),  # noqa: DTZ001 - whose day that was is not known
        datetime.min.replace(tzinfo=timezone(timedelta(hours=9))),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-9))),
    ],
)
def test_a_record_without_a_certain_date_is_refused_and_never_keyed_on_a_guess(
    authored_at: datetime | None,
) -> None:
    with pytest.raises(Refused, match="creation date") as refused:
        key(replace(ORDER, authored_at=authored_at))
    assert refused.value.code is RefusalCode.NO_AUTHORED_DATE


@pytest.mark.parametrize("ids", [(), (None,), ("",), ("", None)])
def test_a_record_that_names_nothing_is_refused(ids: tuple[str | None, ...]) -> None:
    with pytest.raises(Refused) as refused:
        key(replace(ORDER, ids=ids))
    assert refused.value.code is RefusalCode.UNKNOWN_RECORD
