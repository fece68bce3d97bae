from django.urls import path

from shopops.administration.suppression import views

HERE = "t/<slug:slug>/settings/suppression/"
urlpatterns = [
    path(HERE, views.suppression_page, name="suppression"),
    path(f"{HERE}<int:entry_id>/take-off/", views.take_off, name="take_off"),
]
