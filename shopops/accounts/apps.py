from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "shopops.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # By name: what it listens to are models, which are there only now.
        import_module("shopops.accounts.listening").listen()
