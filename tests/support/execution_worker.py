"""A worker that dies where it is told to: `python -m tests.support.execution_worker`.

Reads one order of JSON per line and forks for each, so that every worker is a process of its own
and none has to start Python anew. The environment says which database.

    {"tenant": 1, "dies": "transaction", "at": 3}   before it begins its third transaction
    {"tenant": 1, "dies": "statement", "at": 20}    before its twentieth statement
    {"tenant": 1, "dies": "sending"}                the attempt is on disk, no byte has gone out
    {"tenant": 1, "dies": "sent"}                   the answer has come, and is not on record
    {"tenant": 1, "dies": ""}                       not at all

Answers a line when the worker has begun and one when it is gone; the second says how far it came.
"""

import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
django.setup()

from django.db import connection, connections  # noqa: E402  these need django.setup()

from shopops.connectors import http  # noqa: E402
from shopops.execution.run import run_due  # noqa: E402
from shopops.mailing.transport import Transport  # noqa: E402
from shopops.tenants.models import Tenant  # noqa: E402
from shopops.tenants.scope import BEGIN  # noqa: E402

SCOPE = BEGIN.partition("%")[0]
LONGEST = 240  # seconds, then something hangs that should not


def main() -> None:
    for line in sys.stdin:
        told = json.loads(line)
        connections.close_all()
        reads, writes = os.pipe()
        worker = os.fork()
        if worker == 0:
            signal.alarm(LONGEST)
            os.write(writes, json.dumps(work(told)).encode())
            os._exit(0)
        os.close(writes)
        say({"pid": worker})
        with os.fdopen(reads) as pipe:
            counts = pipe.read()
        _, status = os.waitpid(worker, 0)
        say({"signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, "counts": counts})


def say(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


def work(told: dict[str, Any]) -> dict[str, int]:
    """How many transactions and statements it took."""
    counts: Counter[str] = Counter()

    def counted(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        counts["statement"] += 1
        counts["transaction"] += sql.startswith(SCOPE)
        dies = told["dies"]
        is_one = dies == "statement" or (dies == "transaction" and sql.startswith(SCOPE))
        if is_one and counts[dies] == told["at"]:
            die()
        return execute(sql, *arguments)

    if told["dies"] in ("sending", "sent"):
        sys.setprofile(_at_the_line(told["dies"]))
    with connection.execute_wrapper(counted):
        run_due(tenant=Tenant.objects.get(pk=told["tenant"]))
    return dict(counts)


def _at_the_line(dies: str) -> Callable[[FrameType, str, Any], None]:
    """Where the way out begins and ends, for what changes something there: a call to a shop, or a
    mail to its server."""
    wanted = "call" if dies == "sending" else "return"

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        if event != wanted:
            return
        posts = frame.f_code is http.call.__code__ and frame.f_locals["request"].method == "POST"
        if posts or frame.f_code is Transport.send.__code__:
            die()

    return profile


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
