from django.apps import AppConfig
from django.core.checks import register

from shopops.mailing.checks import check_mail_settings


class MailingConfig(AppConfig):
    name = "shopops.mailing"

    def ready(self) -> None:
        register(check_mail_settings)
