from django.urls import path

from shopops.administration.token_page import views

SETTINGS = "t/<slug:slug>/settings/tokens/"

urlpatterns = [
    path(SETTINGS, views.tokens_page, name="tokens"),
    path(f"{SETTINGS}<int:token_id>/replace/", views.replace, name="replace_token"),
    path(f"{SETTINGS}<int:token_id>/revoke/", views.revoke, name="revoke_token"),
]
