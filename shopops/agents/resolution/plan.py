"""What a track comes to: its actions, message first, and why they look as they do."""

from dataclasses import dataclass, field

from shopops.agents.proposal import Action


@dataclass(frozen=True, slots=True)
class Plan:
    actions: list[Action]
    why: list[str] = field(default_factory=list)
