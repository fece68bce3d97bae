from django.urls import path

from shopops.choosing import views
from shopops.outreach.links import CHOOSE, LEAVE

urlpatterns = [
    path(f"{CHOOSE}/<str:token>/", views.choose, name="customer_choice"),
    path(f"{LEAVE}/<str:token>/", views.leave, name="customer_leaves"),
]
