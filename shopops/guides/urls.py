from django.urls import path

from shopops.guides import views

app_name = "guides"
urlpatterns = [
    path("guides/", views.every_guide, name="all"),
    path("guides/<slug:name>/", views.one_guide, name="guide"),
]
