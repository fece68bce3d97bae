"""How often somebody asked lately. Nobody's name: a caller is the hash of a token or an address."""

from django.db import models


class Count(models.Model):
    """Requests of one caller in one minute."""

    caller = models.BinaryField(max_length=32)
    minute = models.DateTimeField(db_index=True)
    taken = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("caller", "minute"), name="guards_count_once"),
        )
