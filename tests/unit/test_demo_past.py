"""The alarms of the demo's past rang when the usual settings ring, and were answered in between."""

from datetime import UTC, datetime

import pytest

from shopops.demo.past import EARLIER, INTERVAL, LATE, RECENT, Settling, past
from shopops.demo.script import Answer, Ring, Ruling, Scene

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
SETTLED = [
    pytest.param(order.order_id, settling, id=order.order_id)
    for order, settling in (*EARLIER, *RECENT)
    if settling is not None
]


def _of(order_id: str, kind: type[Scene]) -> list[float]:
    """The hours of its scenes of this kind, earliest first."""
    scenes = [one for one in past(NOW) if isinstance(one, kind) and one.order_id == order_id]
    return sorted((one.hours for one in scenes), reverse=True)


@pytest.mark.parametrize(("order_id", "settling"), SETTLED)
def test_it_rang_as_often_as_it_was_due_until_somebody_answered_or_decided(
    order_id: str, settling: Settling
) -> None:
    rings, answers = _of(order_id, Ring), _of(order_id, Answer)
    decided = _of(order_id, Ruling)[-1]
    over = answers[0] if answers else decided
    if rings:
        waited = rings[0] - over
        assert (len(rings) - 1) * INTERVAL + LATE < waited < len(rings) * INTERVAL
    assert not answers or answers[0] > decided


def test_there_is_a_spread_to_look_at() -> None:
    settled = [settling for _, settling in RECENT if settling is not None]
    assert {one.rings for one in settled} == {0, 1, 2, 3, 4}
    waited = [one.answered for one in settled if one.answered is not None]
    assert min(waited) < 0.25 < 3 < max(waited)
    assert any(one.rings and one.answered is None for one in settled)
