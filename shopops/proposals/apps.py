from typing import ClassVar

from django.apps import AppConfig

from shopops.proposals import refusals


class ProposalsConfig(AppConfig):
    name = "shopops.proposals"
    label = "proposals"
    default_auto_field = "django.db.models.BigAutoField"

    # Imported here so that tenant_scope knows them in every process.
    refusals: ClassVar = (
        refusals.UnprovenAction,
        refusals.FrozenColumn,
        refusals.StepRefused,
        refusals.AlternativesClash,
    )
