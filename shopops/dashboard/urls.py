"""The shop's dashboard."""

from django.urls import include, path

from shopops.dashboard import views

dashboard = [
    path("", views.page, name="page"),
    path("<slug:chart>.csv", views.sheet, name="sheet"),
]
urlpatterns = [path("t/<slug:slug>/dashboard/", include((dashboard, "dashboard")))]
