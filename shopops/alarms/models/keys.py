"""Foreign keys whose constraint is a composite one with the tenant, made in SQL."""

from typing import Any

from django.db import models


def tenant_key(to: type[models.Model] | str, *, null: bool = False, related_name: str = "+") -> Any:
    """No row can refer to another tenant's row. Constraint and indexes are made elsewhere."""
    return models.ForeignKey(
        to,
        models.PROTECT,
        null=null,
        related_name=related_name,
        db_constraint=False,
        db_index=False,
    )
