"""Several people at the same moment: real connections, released by a barrier."""

import threading
from collections.abc import Callable

from django.db import connections

from shopops.review.refusals import DecisionRefused


def at_once(*tasks: Callable[[], object]) -> list[object]:
    """What each came to, or its refusal, in the order given. Whatever else is raised fails."""
    barrier = threading.Barrier(len(tasks))
    outcomes: list[object] = [None] * len(tasks)
    broken: list[BaseException] = []

    def run(place: int, task: Callable[[], object]) -> None:
        try:
            barrier.wait(10)
            outcomes[place] = task()
        except DecisionRefused as refusal:
            outcomes[place] = refusal
        except BaseException as error:
            broken.append(error)
            raise
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert broken == []
    assert not any(thread.is_alive() for thread in threads)
    return outcomes
