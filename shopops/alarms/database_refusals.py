"""What the database refuses about alarms. The docstring is the message."""

from shopops.tenants.refusals import DatabaseRefusal


class HandleRefused(DatabaseRefusal):
    """An alarm's event needs the unused handle that was given out for its item and its kind."""

    sqlstate = "SO201"


class ItemMoved(DatabaseRefusal):
    """An item has moved on while its mail was on its way: work its next state out anew."""

    sqlstate = "SO210"
