"""What a message can cost: every one made to keep us busy is answered in less than a second."""

import time
from collections.abc import Iterator

from tests.bench.runner import Row, main
from tests.support.laborious_mails import LABORIOUS
from tests.support.mails import decided

ROUNDS = 3
MOST_SECONDS = 1.0


def rows(*, quick: bool) -> Iterator[Row]:
    for name, raw in LABORIOUS.items():
        seconds = max(_seconds(raw) for _ in range(1 if quick else ROUNDS))
        yield {
            "row": f"a hostile mail is answered: {name}",
            "bytes": len(raw),
            "seconds": round(seconds, 3),
            "bar": MOST_SECONDS,
            "passed": seconds < MOST_SECONDS,
        }


def _seconds(raw: bytes) -> float:
    started = time.perf_counter()
    decided(raw)
    return time.perf_counter() - started


if __name__ == "__main__":
    main(rows)
