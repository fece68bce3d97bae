"""When what waits is overdue: the one place for the queue, the API and the dashboard."""

from datetime import datetime, timedelta

from shopops.review.config import ReviewConfig


def due_at(waiting_since: datetime, config: ReviewConfig) -> datetime:
    """From this moment on it is overdue, by the settings in force."""
    return waiting_since + timedelta(hours=config.due_hours)


def overdue_since(now: datetime, config: ReviewConfig) -> datetime:
    """What has waited since this moment, or longer, is overdue."""
    return now - timedelta(hours=config.due_hours)
