from django.urls import path

from shopops.api.v1 import api

urlpatterns = [path("api/v1/", api.urls)]
