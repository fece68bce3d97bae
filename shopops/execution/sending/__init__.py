"""One attempt: begun on disk with every byte that goes out, then made, then recorded.

Each half is a transaction. A process that dies between them leaves the attempt open, and whoever
comes after its time is over closes it as lost.
"""

from shopops.execution.sending.closing import close_looked, close_lost, close_sent
from shopops.execution.sending.opening import Begun, begin, lease

__all__ = ["Begun", "begin", "close_looked", "close_lost", "close_sent", "lease"]
