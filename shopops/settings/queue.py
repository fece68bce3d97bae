"""Celery's settings. The queue only wakes work up: beat scans the database for what is due."""

from pathlib import Path
from typing import Any

FILESYSTEM_BROKER = "filesystem://"


def transport_options(broker_url: str, *, var: Path) -> dict[str, Any]:
    """Both ends of the filesystem transport share one folder; other brokers need nothing."""
    if not broker_url.startswith(FILESYSTEM_BROKER):
        return {}
    return {
        "data_folder_in": str(var / "broker" / "messages"),
        "data_folder_out": str(var / "broker" / "messages"),
        "control_folder": str(var / "broker" / "control"),
        # Seconds between two looks; also how fast the worker notices that it shall stop.
        "polling_interval": 0.25,
    }


def every(seconds: int, task: str) -> dict[str, Any]:
    """A beat entry whose ticks expire before the next one, so that none pile up."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


# Tasks by name, so that settings import no room: {"sweep": every(60, "shopops.room.tasks.name")}.
BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "judge-leftovers": every(60, "shopops.orchestrator.tasks.sweep"),
    "resolve-all": every(900, "shopops.orchestrator.tasks.resolve_every_tenant"),
    "expire-proposals": every(300, "shopops.review.tasks.expire"),
    "purge-handles": every(3600, "shopops.review.tasks.purge"),
    "ring": every(30, "shopops.alarms.tasks.ring"),
    "purge-rings": every(3600, "shopops.alarms.tasks.purge_rings"),
    "purge-alarm-handles": every(3600, "shopops.alarms.tasks.purge_alarm_handles"),
    "audit-alarms": every(60, "shopops.alarms.tasks.audit_due"),
    "carry-out": every(15, "shopops.execution.tasks.wake"),
    "watch-what-is-stranded": every(300, "shopops.execution.tasks.watch"),
    "audit-records": every(60, "shopops.writeback.tasks.audit_due"),
    "purge-exchanges": every(3600, "shopops.execution.tasks.purge"),
    "carry-on-previews": every(30, "shopops.administration.preview.tasks.carry_on_left_alone"),
    "purge-previews": every(3600, "shopops.administration.preview.tasks.purge"),
    "carry-on-files": every(30, "shopops.setup.files.tasks.carry_on_left_alone"),
    "purge-files": every(3600, "shopops.setup.files.tasks.purge"),
    "handle-mails": every(30, "shopops.acknowledgments.tasks.handle_waiting"),
    "answer-mails": every(30, "shopops.acknowledgments.tasks.answer_waiting"),
    "purge-mails": every(3600, "shopops.acknowledgments.tasks.purge_mails"),
    "purge-deliveries": every(3600, "shopops.deliveries.tasks.purge"),
    "ask-shops": every(900, "shopops.deliveries.tasks.poll"),
    "purge-answers": every(3600, "shopops.api.tasks.purge_kept_answers"),
    "purge-counts": every(600, "shopops.guards.tasks.purge_counts"),
    "purge-refused": every(3600, "shopops.guards.tasks.purge_refused"),
    "purge-account-events": every(3600, "shopops.accounts.tasks.purge_events"),
    "purge-invitations": every(3600, "shopops.administration.tasks.purge_invitations"),
    "purge-sessions": every(3600, "shopops.accounts.tasks.purge_sessions"),
    "verify-ledgers": every(60, "shopops.ledger.tasks.verify_due"),
}
