"""Two versions of a shop's numbers beside each other. Inside the shop's scope."""

from dataclasses import dataclass

import msgspec
from django.http import Http404

from shopops.administration.threshold_words import InWords, in_sentences
from shopops.administration.words import ChangeWords, in_words, setting_words
from shopops.agents.threshold_changes import CAPS, changes
from shopops.agents.thresholds import Thresholds
from shopops.tenants.models import ThresholdVersion


@dataclass(frozen=True, slots=True)
class Shown:
    """`against` is None beside the very first version."""

    saved: ThresholdVersion
    numbers: Thresholds
    against: int | None
    changes: list[ChangeWords]
    in_words: list[InWords]
    rest: list[tuple[str, str]]
    newest: int

    @property
    def in_force(self) -> bool:
        return self.saved.version == self.newest


def shown_version(tenant_id: int, version: int | None, against: int | None) -> Shown:
    """The version, the newest one for None, beside `against`, the one before it for None. Raises
    `Http404` for a version that never was."""
    versions = ThresholdVersion.objects.of(tenant_id).select_related("author").order_by("-version")
    newest = versions.first()
    if newest is None:
        raise Http404
    saved = newest if version is None else _or_404(versions.filter(version=version).first())
    other = saved.version - 1 if against is None else against
    numbers = _numbers(saved)
    base = None
    if other > 0:
        base = _numbers(_or_404(versions.filter(version=other).first()))
    return Shown(
        saved=saved,
        numbers=numbers,
        against=other if base else None,
        changes=in_words(changes(base, numbers)) if base else [],
        in_words=in_sentences(numbers),
        rest=_rest(numbers),
        newest=newest.version,
    )


def _or_404(found: ThresholdVersion | None) -> ThresholdVersion:
    if found is None:
        raise Http404
    return found


def _numbers(saved: ThresholdVersion) -> Thresholds:
    return msgspec.convert(saved.body | {"version": saved.version}, Thresholds)


def _rest(numbers: Thresholds) -> list[tuple[str, str]]:
    """Every setting that has no currency, with its value."""
    values = msgspec.structs.asdict(numbers)
    names = [name for name in values if name not in CAPS and name != "version"]
    return [pair for name in names for pair in setting_words(name, values[name])]
