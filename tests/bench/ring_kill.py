"""Three workers, one killed with SIGKILL in mid-send: `python -m tests.bench.ring_kill [--quick]`.

Nothing may be lost, at most one mail repeated, and no item be in a wrong state. Exits 1 on a miss.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.bench.database import server
from tests.bench.runner import Row, main
from tests.support.ring_harness import kill_owner, yard
from tests.support.smtp_sink import Answer, smtp_sink

ITEMS, QUICK_ITEMS = 600, 120
WORKERS = 3


def rows(*, quick: bool = False) -> Iterator[Row]:
    items = QUICK_ITEMS if quick else ITEMS
    with server(durable=True) as cluster, smtp_sink() as sink:
        sink.script.extend([Answer.ACCEPT] * (items // 3) + [Answer.STALL])
        cluster.clone("kill")
        database = cluster.server.url(user="so_app", database="kill")
        mails = f"smtp://127.0.0.1:{sink.port}?timeout=0.5"
        with yard(database=database, mail_server=mails) as found:
            found.seed(items)
            workers = found.start(WORKERS)
            if not sink.holding.wait(120):
                raise AssertionError("no mail was ever in flight")
            killed = kill_owner(sink.stalled_port, workers)
            sink.released.set()
            found.finish([one for one in workers if one is not killed])
            report = found.report()
        yield _row(items, report, Counter(sink.message_ids))


def _row(items: int, report: dict[str, Any], came: Counter[str]) -> Row:
    lost = items - len(came.keys() & set(report["messages"]))
    repeats = came.total() - len(came)
    wrong = items - report["statuses"].get("ringing", 0) + items - report["told_once"]
    wrong += report["open_mails"] + report["held"] + len(report["ledger"])
    return {
        "row": f"ringing: {WORKERS} workers, one killed in mid-send",
        "passed": lost == 0 and repeats <= 1 and wrong == 0,
        "items": items,
        "lost": lost,
        "repeats": repeats,
        "wrong_states": wrong,
    }


if __name__ == "__main__":
    main(rows)
