from django.urls import path

from shopops.administration import views

app_name = "administration"
urlpatterns = [
    path("t/<slug:slug>/settings/thresholds/", views.thresholds_page, name="thresholds"),
]
