"""Where an effect stands, and what one attempt came to."""

from django.db import models


class State(models.TextChoices):
    """`execution_status` of an action follows these (a trigger); `LET_GO` leaves it alone."""

    HELD = "held", "Held"
    RUNNING = "running", "Running"
    UNKNOWN = "unknown", "Outcome unknown"
    SUCCEEDED = "succeeded", "Done"
    FAILED = "failed", "Failed"
    LET_GO = "let_go", "Taken back"


class Purpose(models.TextChoices):
    SEND = "send", "Sent"
    LOOK_UP = "look_up", "Looked up"


class Ended(models.TextChoices):
    """`AGAIN`: nothing happened, and it is tried again. `LOST`: the process died in between."""

    DONE = "done", "Done"
    REFUSED = "refused", "Refused"
    AGAIN = "again", "To be tried again"
    ABSENT = "absent", "Not there"
    UNKNOWN = "unknown", "Outcome unknown"
    LOST = "lost", "Cut off"
