"""Something that runs beside the test, with a database connection of its own."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from django.db import connections

Result = TypeVar("Result")


@contextmanager
def beside(work: Callable[[], Result]) -> Iterator[Future[Result]]:
    def whole() -> Result:
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(whole)
