"""Query sets that see one tenant, and models whose rows stay as they were written.

The database refuses the same with triggers, whoever asks; these guards refuse earlier and say it
in words of the program.
"""

from collections.abc import Collection, Iterable
from typing import Any, NoReturn, Self, TypeVar

from django.db import models

from shopops.tenants.refusals import AppendOnlyRefused

Row = TypeVar("Row", bound=models.Model)


class TenantQuerySet(models.QuerySet[Row]):
    def of(self, tenant_id: int) -> Self:
        """This tenant's rows only: another tenant's row looks nonexistent."""
        return self.filter(tenant_id=tenant_id)


class KeptQuerySet(TenantQuerySet[Row]):
    """Rows may change where the database lets them, and none is ever deleted."""

    def delete(self) -> NoReturn:
        refuse(self.model, "deleted")

    def _raw_delete(self, using: str | None) -> NoReturn:
        refuse(self.model, "deleted")


class AppendOnlyQuerySet(KeptQuerySet[Row]):
    """Rows are added, never changed."""

    def update(self, **kwargs: Any) -> NoReturn:
        refuse(self.model, "changed")

    def _update(self, values: Any) -> NoReturn:
        refuse(self.model, "changed")

    def bulk_update(
        self, objs: Iterable[Row], fields: Iterable[str], batch_size: int | None = None
    ) -> NoReturn:
        refuse(self.model, "changed")

    def update_or_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        refuse(self.model, "changed")

    def bulk_create(
        self,
        objs: Iterable[Row],
        batch_size: int | None = None,
        ignore_conflicts: bool = False,
        update_conflicts: bool = False,
        update_fields: Collection[str] | None = None,
        unique_fields: Collection[str] | None = None,
    ) -> list[Row]:
        """Adds; a conflict is an error, never ignored and never an update."""
        if ignore_conflicts or update_conflicts:
            refuse(self.model, "written over")
        return super().bulk_create(objs, batch_size=batch_size)


class Kept(models.Model):
    """A row that is never deleted."""

    objects = KeptQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        refuse(type(self), "deleted")


class AppendOnly(models.Model):
    """A row that is written once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            refuse(type(self), "changed")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        refuse(type(self), "deleted")


def refuse(model: type[models.Model], what: str) -> NoReturn:
    name = model._meta.verbose_name_plural
    raise AppendOnlyRefused(f"{name} are kept as they were written and can't be {what}")
