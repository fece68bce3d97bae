from django.urls import path

from shopops.administration.members import invitation_views as invitations
from shopops.administration.members import join_views, limit_views, views

SETTINGS = "t/<slug:slug>/settings/members/"

urlpatterns = [
    path(SETTINGS, views.members_page, name="members"),
    path(f"{SETTINGS}<int:member_id>/", views.member_page, name="member"),
    path(f"{SETTINGS}<int:member_id>/turn/", views.turn, name="turn_member"),
    path(f"{SETTINGS}<int:member_id>/limit/", limit_views.limit, name="limit_member"),
    path(f"{SETTINGS}invite/", invitations.invite, name="invite"),
    path(
        f"{SETTINGS}invitations/<int:invitation_id>/send/",
        invitations.send_again,
        name="send_invitation",
    ),
    path(
        f"{SETTINGS}invitations/<int:invitation_id>/revoke/",
        invitations.revoke,
        name="revoke_invitation",
    ),
    path("invitation/<str:token>/", join_views.invitation_page, name="invitation"),
]
