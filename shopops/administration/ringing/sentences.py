"""What will happen under some alarm settings, in plain sentences. Pure."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext, gettext_noop, ngettext

from shopops.administration.ringing.first_day import Ring, people_of
from shopops.administration.ringing.words import clock, quiet, span, window
from shopops.alarms.config import AlarmConfig
from shopops.alarms.ringing.whom import Contact

NOBODY = gettext_noop(
    "Nobody reachable can be told: put somebody with a confirmed address on call."
)


def sentences(
    config: AlarmConfig, roster: Sequence[Contact], rings: Sequence[Ring], *, seen: datetime
) -> list[str]:
    """`rings` are those of an item that is `seen` now."""
    if not roster:
        return [gettext(NOBODY)]
    return [
        _first(config, rings, seen),
        gettext("It rings again every {span} until somebody acknowledges.").format(
            span=span(config.interval_minutes)
        ),
        *_steps(config, roster),
        *_silences(config, seen),
        _approval(config),
        _quiet_after(config),
    ]


def _first(config: AlarmConfig, rings: Sequence[Ring], seen: datetime) -> str:
    if not rings:
        return gettext("An item that comes up now rings nobody in the next 24 hours.")
    first = rings[0]
    if first.at == seen:
        return gettext("An item that comes up now rings {name} at once.").format(name=first.name)
    return gettext("An item that comes up now rings {name} first, at {at}.").format(
        name=first.name, at=clock(first.at, config)
    )


def _steps(config: AlarmConfig, roster: Sequence[Contact]) -> Iterator[str]:
    rung = 0
    for step in config.escalation:
        who = _who(step.step, roster)
        if rung:
            yield gettext("After {rung} without an answer: {who}.").format(
                rung=_rings(rung), who=who
            )
        elif len(roster) > 1:
            yield gettext("The first {rings}: {who}.").format(
                rings=_rings(step.rings).removeprefix("1 "), who=who
            )
        rung += step.rings
    yield gettext(
        "After {rung} without an answer nobody else follows; it keeps ringing, "
        "and the alarms page says so."
    ).format(rung=_rings(rung))


def _who(step: int, roster: Sequence[Contact]) -> str:
    people = people_of(step, roster)
    names = _joined([one.name for one in people])
    turns = gettext(" in turns") if len(people) > 1 else ""
    if all(one.step != step for one in people):
        return gettext("{names}{turns}, because nobody reachable is on step {step}").format(
            names=names, turns=turns, step=step
        )
    return f"{names}{turns}"


def _rings(number: int) -> str:
    return ngettext("{number} ring", "{number} rings", number).format(number=number)


def _silences(config: AlarmConfig, seen: datetime) -> Iterator[str]:
    if config.quiet_hours is not None:
        yield gettext(
            "Silent {quiet_hours} {timezone}: what falls due then rings at {end}, "
            "and escalation pauses."
        ).format(
            quiet_hours=quiet(config.quiet_hours),
            timezone=config.timezone,
            end=f"{config.quiet_hours.end:%H:%M}",
        )
    for one in config.maintenance:
        if one.end > seen:
            yield gettext("Silent during maintenance, {one}; escalation pauses.").format(
                one=window(one, config)
            )


def _approval(config: AlarmConfig) -> str:
    if not config.ring_after_minutes:
        return gettext("What only needs an approval rings at once too.")
    return gettext(
        "What only needs an approval waits {ring_after_minutes} before it rings."
    ).format(ring_after_minutes=span(config.ring_after_minutes))


def _quiet_after(config: AlarmConfig) -> str:
    usual, longest = span(config.snooze_default_minutes), span(config.snooze_max_minutes)
    return gettext(
        "Whoever acknowledges has {usual} of quiet unless they say otherwise, "
        "{longest} at most. Then it rings again."
    ).format(usual=usual, longest=longest)


def _joined(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return gettext("{others} and {last}").format(others=", ".join(names[:-1]), last=names[-1])
