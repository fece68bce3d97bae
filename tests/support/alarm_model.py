"""The state table once more, slowly: by looking back over the rows that counted.

Written without the product's story, effects, table and schedule, so that the two can disagree.
Quiet hours and maintenance are searched minute by minute, slots are counted one by one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import AlarmRow

MINUTE = timedelta(minutes=1)
TURNS = {"observed", "raised", "undelivered", "acknowledged", "unacknowledged", "handed_off"}
TOLD = {"ringing", "snoozed", "handed_off", "due_again"}
MAY = {
    "undelivered": TOLD,
    "acknowledged": TOLD,
    "unacknowledged": {"snoozed"},
    "handed_off": TOLD,
    "resolved": TOLD,
    "withdrawn": {"due_new"},
}


@dataclass
class Model:
    """`counted`: the rows that did something, each with the status that it found."""

    config: AlarmConfig
    counted: list[tuple[AlarmRow, str]] = field(default_factory=list)
    newest: tuple[datetime, bytes | None] | None = None
    pre_epoch: bool = False
    releases: int = 0
    episode: int = 0

    def read(self, rows: Iterable[AlarmRow]) -> "Model":
        seen = set()
        for row in sorted(rows, key=lambda row: row.seq or 0):
            if row.seq not in seen:
                seen.add(row.seq)
                self._take(row)
        return self

    def status(self, at: datetime) -> str:
        turn = self._last(*TURNS, "resolved", "withdrawn")
        if turn is None or turn.kind == "withdrawn":
            return "none"
        if turn.kind == "resolved":
            return "resolved"
        if turn.kind == "observed":
            return "due_new"
        due = self.due()
        if turn.kind in {"undelivered", "unacknowledged"} or (due is not None and due <= at):
            return "due_again"
        if turn.kind == "raised" and self.counted[-1][0].kind == "undelivered":
            return "due_again"  # the clock was set back since it was due and bounced
        names = {"raised": "ringing", "acknowledged": "snoozed", "handed_off": "handed_off"}
        return names[turn.kind]

    def due(self) -> datetime | None:
        turn = self._last(*TURNS, "resolved", "withdrawn")
        if turn is None or turn.kind in {"resolved", "withdrawn"}:
            return None
        if turn.kind in {"undelivered", "unacknowledged"}:
            return turn.at
        if turn.kind == "acknowledged":
            return max(row.until or row.at for row in self._joined())
        if turn.kind == "handed_off":
            return turn.until or turn.at
        if turn.kind == "observed":
            return self._origin()
        return self._slot_after(turn.at)

    def send(self, now: datetime) -> datetime | None:
        due = self.due()
        if due is None:
            return None
        at = max(due, now)
        while self._is_held(at):
            at = at.replace(second=0, microsecond=0) + MINUTE
        return at

    def rings(self) -> list[AlarmRow]:
        return [row for row, _ in self._of_episode() if row.kind == "raised"]

    def unacknowledged(self) -> int:
        """Rings of the roster since the last answer; the ring of a holder is not the roster's."""
        count, holder = 0, None
        for row, _ in self._of_episode():
            if row.kind == "handed_off":
                count, holder = 0, row.holder
            elif row.kind in {"acknowledged", "resolved"}:
                count = 0
            elif row.kind == "raised":
                count += row.told is None or row.told != holder
                holder = None
        return count

    def holder(self) -> str | None:
        last = self._last("handed_off", "raised", "resolved", "withdrawn")
        return last.holder if last is not None and last.kind == "handed_off" else None

    def confirmers(self) -> list[str]:
        last = self._last("acknowledged", "unacknowledged", "handed_off", "raised", "resolved")
        if last is None or last.kind != "acknowledged":
            return []
        return list(dict.fromkeys(row.confirmer for row in self._joined() if row.confirmer))

    def told(self) -> list[str]:
        people = [
            row.told if row.kind == "raised" else row.holder
            for row, _ in self._of_episode()
            if row.kind in {"raised", "handed_off"}
        ]
        return list(dict.fromkeys(person for person in people if person))

    def unreachable(self) -> list[str]:
        people: list[str] = []
        for row, _ in self._of_episode():
            if row.kind in {"undelivered", "bounce_noted"} and row.told and row.told not in people:
                people.append(row.told)
            if row.kind == "acknowledged" and row.confirmer in people:
                people.remove(row.confirmer)
        return people

    def _take(self, row: AlarmRow) -> None:
        found = self.status(row.at)
        if row.key_version != 2:
            if row.kind == "raised" and found in {"none", "due_new", "resolved"}:
                self.pre_epoch = True
            return
        if row.kind == "observed":
            self._take_observation(row, found)
        elif row.kind == "raised":
            if found in {"none", "resolved"}:
                self._open(row)
            self.pre_epoch = False
            self.counted.append((row, found))
        elif found in MAY[row.kind] and not self._is_strangers(row, found):
            self._count(row, found)

    def _is_strangers(self, row: AlarmRow, found: str) -> bool:
        answers = row.kind == "acknowledged" and found == "handed_off"
        return answers and row.confirmer != self.holder()

    def _count(self, row: AlarmRow, found: str) -> None:
        self.releases += row.kind not in {"undelivered", "unacknowledged"}
        self.pre_epoch = self.pre_epoch and row.kind != "withdrawn"
        self.counted.append((row, found))
        if row.kind in {"resolved", "withdrawn"} and row.evidence_digest and self.newest:
            self.newest = (self.newest[0], row.evidence_digest)

    def _take_observation(self, row: AlarmRow, found: str) -> None:
        seen = row.observed_at or row.at
        if found in {"none", "resolved"}:
            closed = self._last("resolved", "withdrawn")
            known = self.newest[1] if self.newest else None
            is_known = row.evidence_digest == known or (closed and seen <= closed.at)
            if closed and is_known:
                return
            self._open(row)
            self.counted.append((row, found))
            return
        if found == "due_new" and self._is_delayed() and not row.waits:
            self.counted.append((row, found))
        if self.newest is None or seen >= self.newest[0]:
            known = self.newest[1] if self.newest else None
            self.newest = (seen, row.evidence_digest or known)

    def _is_delayed(self) -> bool:
        """Whether the newest observation that counted lets the item wait for its delay."""
        seen = self._last("observed")
        if seen is None:
            return False
        opened, found = self._of_episode()[0]
        return seen is opened and seen.waits and found != "resolved"

    def _open(self, row: AlarmRow) -> None:
        known = self.newest[1] if self.newest else None
        self.newest = (row.observed_at or row.at, row.evidence_digest or known)
        self.episode += 1

    def _of_episode(self) -> list[tuple[AlarmRow, str]]:
        """From the row that opened the newest episode on."""
        opened = [
            place
            for place, (row, found) in enumerate(self.counted)
            if found in {"none", "resolved"} and row.kind in {"observed", "raised"}
        ]
        return self.counted[opened[-1] :] if opened else []

    def _last(self, *kinds: str) -> AlarmRow | None:
        """The newest row of these kinds; a bounce counts only when it hit what was ringing."""
        for row, found in reversed(self.counted):
            if row.kind in kinds and (row.kind != "undelivered" or found == "ringing"):
                return row
        return None

    def _joined(self) -> list[AlarmRow]:
        """The acknowledgments of the newest snooze."""
        joined: list[AlarmRow] = []
        for row, found in reversed(self.counted):
            if row.kind == "acknowledged":
                joined.insert(0, row)
                if found != "snoozed":
                    break
        return joined

    def _origin(self) -> datetime:
        """Where the schedule begins: at the last end of a snooze or hand-off before a ring, at an
        un-acknowledgment, or where the episode opened."""
        origin = None
        for place, (row, found) in enumerate(self._of_episode()):
            if place == 0:
                origin = row.at
                if row.kind == "observed" and row.waits and found != "resolved":
                    origin += self.config.ring_after_minutes * MINUTE
            elif row.kind in {"unacknowledged", "observed"}:
                origin = row.at
            elif row.kind == "raised":
                before = Model(self.config, self.counted[: self.counted.index((row, found))])
                turn = before._last(*TURNS)
                if turn is not None and turn.kind in {"acknowledged", "handed_off"}:
                    origin = before.due()
        assert origin is not None
        return origin

    def _slot_after(self, rung_at: datetime) -> datetime:
        interval = self.config.interval_minutes * MINUTE
        slot = self._origin()
        while slot >= rung_at + interval / 2:
            slot -= interval
        while slot < rung_at + interval / 2:
            slot += interval
        return slot

    def _is_held(self, at: datetime) -> bool:
        if any(window.start <= at < window.end for window in self.config.maintenance):
            return True
        quiet = self.config.quiet_hours
        if quiet is None:
            return False
        wall = at.astimezone(ZoneInfo(self.config.timezone)).time()
        if quiet.start < quiet.end:
            return quiet.start <= wall < quiet.end
        return not quiet.end <= wall < quiet.start
