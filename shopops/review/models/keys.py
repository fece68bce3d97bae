"""Keys of this room's tables."""

from typing import Any

from django.db import models


def key(to: type[models.Model] | str, *, index: bool = False, null: bool = False) -> Any:
    """Its constraint is a composite one with the tenant, made in SQL."""
    return models.ForeignKey(
        to, models.PROTECT, null=null, related_name="+", db_constraint=False, db_index=index
    )
