"""The model that drafts words: set whole and well, or not at all."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error

from shopops.narrative.configured import problem


def check_narrative(
    *, app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    said = problem()
    if not said:
        return []
    hint = "Set SHOPOPS_NARRATIVE_URL, _KEY and _MODEL, or none of them. See docs/narrative.md."
    return [Error(said, hint=hint, id="shopops.E040")]
