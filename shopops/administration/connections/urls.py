from django.urls import path

from shopops.administration.connections import delivery_views as deliveries
from shopops.administration.connections import turning_views as turning
from shopops.administration.connections import views

SETTINGS = "t/<slug:slug>/settings/connections/"
ONE = f"{SETTINGS}<int:connection_id>/"

urlpatterns = [
    path(SETTINGS, views.connections_page, name="connections"),
    path(f"{SETTINGS}connect/<slug:connector>/", views.connect_page, name="connect"),
    path(ONE, views.connection_page, name="connection"),
    path(f"{ONE}change/", views.change_page, name="change_connection"),
    path(f"{ONE}test/", turning.test, name="test_connection"),
    path(f"{ONE}carries-out/", turning.carries_out, name="carries_out"),
    path(f"{ONE}pause/", turning.pause, name="pause_connection"),
    path(f"{ONE}resume/", turning.resume, name="resume_connection"),
    path(f"{ONE}remove/", turning.remove, name="remove_connection"),
    path(f"{ONE}deliveries/", deliveries.deliveries_page, name="deliveries"),
    path(f"{ONE}deliveries/<int:delivery_id>/", deliveries.delivery_page, name="delivery"),
]
