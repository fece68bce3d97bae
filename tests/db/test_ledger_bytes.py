"""What PostgreSQL hashes is what Python writes, byte for byte."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from shopops.ledger import EventKind, Json, append
from shopops.ledger.body import canonical
from shopops.ledger.canonical_check import parsed_if_canonical
from shopops.ledger.line import GENESIS, leaf_of, line_of
from shopops.ledger.stream import Chain
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.json_values import BODIES, TEXT, VALUES
from tests.support.ledger import ITEM, a_tenant, an_event, give_handle, one_value, written

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]
by_examples = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
MOMENTS = st.datetimes(datetime(1000, 1, 1), datetime.max, timezones=st.just(UTC))  # noqa: DTZ001,DTZ901


@pytest.fixture
def tenant() -> Tenant:
    return a_tenant()


def _refuse(event_id: str) -> None:
    raise AssertionError(f"{event_id} has no link")


def _check_last_line(tenant: Tenant) -> dict[str, Any]:
    """The stored leaf is the hash of the line that Python writes; answers that line's value."""
    prev = GENESIS
    line = b""
    with tenant_scope(tenant.pk):
        for (seq, _, leaf), event in Chain(tenant.pk, on_unlinked=_refuse):
            assert event is not None
            line = line_of(event, tenant_id=tenant.pk, seq=seq, prev=prev)
            assert leaf_of(line) == leaf
            prev = leaf
    value: dict[str, Any] = json.loads(line)
    compact = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert compact.encode() == line
    return value


@by_examples
@given(BODIES)
def test_any_body_is_hashed_as_python_writes_it(tenant: Tenant, body: dict[str, Json]) -> None:
    written(tenant, an_event(body=body))
    assert _check_last_line(tenant)["body"] == body | {"order": "O-1"}


@by_examples
@given(MOMENTS)
@example(datetime(1000, 1, 1, tzinfo=UTC))
@example(datetime(9999, 12, 31, 23, 59, 59, 999999, UTC))
@example(datetime(1582, 10, 10, 0, 0, 0, 1, UTC))
@example(datetime(2026, 3, 29, 1, 59, 59, 999999, UTC))
def test_any_moment_is_hashed_to_the_microsecond(tenant: Tenant, moment: datetime) -> None:
    written(tenant, an_event(occurred_at=moment))
    stamp = moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert _check_last_line(tenant)["occurred_at"] == stamp


OPTIONAL_KEY = st.none() | st.binary(min_size=32, max_size=32)


@by_examples
@given(
    OPTIONAL_KEY,
    st.none() | st.integers(-(2**15), 2**15 - 1),
    st.sampled_from([kind for kind in EventKind if kind not in {"acknowledged", "resolved"}]),
)
def test_any_other_column_is_hashed_too(
    tenant: Tenant, item_key: bytes | None, key_version: int | None, kind: EventKind
) -> None:
    if kind in {EventKind.HANDED_OFF, EventKind.RAISED} or item_key is None:
        kind = EventKind.EXECUTION
    event = an_event(kind, item_key=item_key, key_version=key_version)
    written(tenant, event)
    line = _check_last_line(tenant)
    assert line["event_id"] == str(event.event_id)
    assert (line["kind"], line["key_version"]) == (kind, key_version)
    assert line["item_key"] == (item_key and item_key.hex())


def test_confirmer_and_handle_are_hashed() -> None:
    tenant = a_tenant()
    name, key, handle = bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32
    give_handle(tenant, handle, EventKind.ACKNOWLEDGED, ITEM)
    written(
        tenant,
        an_event(EventKind.RAISED, item_key=ITEM, key_version=2),
        an_event(
            EventKind.ACKNOWLEDGED,
            item_key=ITEM,
            key_version=2,
            handle=handle,
            confirmer_name_hash=name,
            confirmer_key=key,
        ),
    )
    line = _check_last_line(tenant)
    assert (line["confirmer_key"], line["confirmer_name_hash"]) == (key.hex(), name.hex())
    assert line["handle"] == handle.hex()


@pytest.mark.django_db(transaction=True)
def test_the_session_s_date_style_and_zone_change_no_byte() -> None:
    tenant = a_tenant()
    with tenant_scope(tenant.pk):
        append(tenant.pk, [an_event()])
        with connection.cursor() as cursor:  # the line is written when the scope ends
            cursor.execute("SET LOCAL datestyle = 'SQL, DMY'")
            cursor.execute("SET LOCAL timezone = 'Asia/Kathmandu'")
            cursor.execute("SET LOCAL bytea_output = 'escape'")
    assert _check_last_line(tenant)["occurred_at"] == "2026-03-02T12:00:00.000000Z"


def _accepts(text: str) -> bool:
    """Whether the body's CHECK lets this text pass."""
    check = one_value(
        "SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint WHERE conname = %s",
        "ledger_event_body",
    )
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            # Its backslashes and percent signs are the constraint's own, so only the body is bound.
            cursor.execute(
                f"SELECT {check.replace('%', '%%')} FROM (SELECT %s AS body) row", [text]
            )
            return bool(cursor.fetchone()[0])
    except DatabaseError:
        return False


@by_examples
@given(BODIES)
def test_the_database_accepts_every_canonical_body(body: dict[str, Json]) -> None:
    assert _accepts(canonical(body))


@by_examples
@given(BODIES.filter(bool))
def test_the_database_refuses_what_spaces_escapes_or_floats_make_of_it(
    body: dict[str, Json],
) -> None:
    text = canonical(body)
    spaced = json.dumps(body, sort_keys=True, ensure_ascii=False)
    escaped = json.dumps(body, sort_keys=True, separators=(",", ":"))
    for other in (spaced, " " + text, text + "\n", text[:-1] + ',"~~":1.5}', escaped):
        assert _accepts(other) == (other == text)


ODD = [
    '{"a":1e5}',
    '{"a":1E5}',
    '{"a":10e-1}',
    '{"a":-0}',
    '{"a":1.0}',
    '{"a":"\\/"}',
    '{"a":"\\u0041"}',
    '{"a":"\\u000a"}',
    '{"a":"\\u001F"}',
    '{"a":"\\u007f"}',
    '{"a":"\\ud83d\\ude00"}',
    '{"a":\t1}',
    '{"a":1\u00a0}',
    '{"a":tRue}',
    "[]",
    '"text"',
    "",
]


@pytest.mark.parametrize("text", ODD)
def test_odd_ways_to_write_json_are_refused_by_the_database_and_by_verify(text: str) -> None:
    assert not _accepts(text)
    assert parsed_if_canonical(text) is None


@by_examples
@given(TEXT, VALUES)
def test_a_key_that_is_told_twice_is_left_to_verify(key: str, value: Json) -> None:
    once = canonical({key: value})
    assert parsed_if_canonical(f"{once[:-1]},{once[1:]}") is None


def test_keys_out_of_order_are_left_to_verify() -> None:
    assert _accepts('{"b":1,"a":2}')
    assert parsed_if_canonical('{"b":1,"a":2}') is None


@pytest.mark.parametrize("text", ['{"a":"1.5e3 \\" , : \\\\"}', '{"e":[true,false,null,-1]}'])
def test_what_only_looks_odd_inside_strings_is_accepted(text: str) -> None:
    assert _accepts(text)
