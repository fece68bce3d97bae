from django.urls import path, re_path

from shopops.api.middleware import unknown_address
from shopops.api.v1 import api

urlpatterns = [path("api/v1/", api.urls), re_path(r"^api/", unknown_address)]
