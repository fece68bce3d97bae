"""What is left over is found in the database and done; run twice, it does nothing twice."""

from celery import shared_task

from shopops.acknowledgments import handling, purging, sending
from shopops.acknowledgments.inbound import look_up_txt


@shared_task
def handle_waiting() -> None:
    handling.handle_waiting(look_up=look_up_txt)


@shared_task
def answer_waiting() -> None:
    sending.answer_waiting()


@shared_task
def purge_mails() -> None:
    purging.purge()
