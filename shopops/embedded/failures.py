"""Why ShopOps cannot start or go on; each message is one sentence that says what to do."""


class CannotRun(Exception):
    """Shown to the person at the terminal as it is, without a traceback."""
