from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "shopops.privacy"
    label = "privacy"
