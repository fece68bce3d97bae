"""How much a shop lets its app ask, as its answers tell.

Each query costs points. A shop's bucket fills up at a steady rate, and each answer says how full it
is; who asks for more than is in it is refused. So the next question waits until it is affordable.
"""

import time
from collections.abc import Callable
from threading import Lock
from typing import Any

from shopops.connectors.members import Node

LEAST_WAIT = 1.0


class Bucket:
    """Of one app in one shop, as this process knows it; others may be at it too."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._left, self._rate, self._at = 0.0, 0.0, 0.0
        self._costs: dict[str, float] = {}

    def wait_for(self, name: str) -> float:
        """Seconds until the query of that name is affordable; 0 where nothing is known yet."""
        with self._lock:
            if self._rate <= 0:
                return 0.0
            left = self._left + (self._clock() - self._at) * self._rate
            return max(0.0, (self._costs.get(name, 1.0) - left) / self._rate)

    def learn(self, name: str, cost: object) -> None:
        """`cost`: the member `extensions.cost` of an answer, whatever it is."""
        told = _numbers(cost)
        if told is None:
            return
        with self._lock:
            self._left, self._rate, self._at = told["left"], told["rate"], self._clock()
            self._costs[name] = min(told["cost"], told["most"])


def seconds_to_wait(cost: object) -> float:
    """After a refusal for being asked too much: until what it asked for is there again."""
    told = _numbers(cost)
    if told is None or told["rate"] <= 0:
        return LEAST_WAIT
    missing = min(told["cost"], told["most"]) - told["left"]
    return max(LEAST_WAIT, missing / told["rate"])


def _numbers(cost: object) -> dict[str, float] | None:
    if not isinstance(cost, dict) or not isinstance(cost.get("throttleStatus"), dict):
        return None
    node = Node(cost, "$")
    status = node.get("throttleStatus")
    told: dict[str, Any] = {
        "cost": node.get("requestedQueryCost").value,
        "left": status.get("currentlyAvailable").value,
        "rate": status.get("restoreRate").value,
        "most": status.get("maximumAvailable").value,
    }
    if any(type(number) not in (int, float) for number in told.values()):
        return None
    return {name: float(number) for name, number in told.items()}
