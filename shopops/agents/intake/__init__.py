"""Intake: an order and its tracking in, a typed pack with evidence out. Pure."""

from shopops.agents.facts import FactKind
from shopops.agents.fakes import FakeOms
from shopops.agents.intake.agent import IntakeAgent
from shopops.agents.intake.digest import pack_digest

__all__ = ["FactKind", "FakeOms", "IntakeAgent", "pack_digest"]
