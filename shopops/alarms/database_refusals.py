"""What the database refuses about alarms. The docstring is the message."""

from shopops.tenants.refusals import DatabaseRefusal


class HandleRefused(DatabaseRefusal):
    """An alarm's event needs the unused handle that was given out for its item and its kind."""

    sqlstate = "SO201"
