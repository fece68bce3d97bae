from django.apps import AppConfig


class DemoShopConfig(AppConfig):
    name = "shopops.demo.shop"
    label = "demo_shop"
