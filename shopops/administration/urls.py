from django.urls import path

from shopops.administration.auditing.urls import urlpatterns as auditing
from shopops.administration.connections.urls import urlpatterns as connections
from shopops.administration.drafting import views as drafting
from shopops.administration.members.urls import urlpatterns as members
from shopops.administration.people import confirm_views
from shopops.administration.people import views as people
from shopops.administration.privacy.urls import urlpatterns as privacy
from shopops.administration.replies import views as replies
from shopops.administration.reviewing import views as reviewing
from shopops.administration.ringing import views as ringing
from shopops.administration.threshold_urls import urlpatterns as thresholds
from shopops.administration.token_page.urls import urlpatterns as tokens

app_name = "administration"
urlpatterns = [
    *auditing,
    *connections,
    *members,
    *privacy,
    *thresholds,
    *tokens,
    path("t/<slug:slug>/settings/review/", reviewing.review_page, name="review"),
    path("t/<slug:slug>/settings/review/lend/", reviewing.lend_limit, name="lend_limit"),
    path(
        "t/<slug:slug>/settings/review/<int:delegation_id>/take-back/",
        reviewing.revoke_limit,
        name="revoke_limit",
    ),
    path("t/<slug:slug>/settings/alarms/", ringing.ringing_page, name="alarms"),
    path("t/<slug:slug>/settings/alarms/plan/", ringing.plan_window, name="plan_window"),
    path("t/<slug:slug>/settings/alarms/end/", ringing.end_window, name="end_window"),
    path("t/<slug:slug>/settings/people/", people.people_page, name="people"),
    path("t/<slug:slug>/settings/people/add/", people.add, name="add_contact"),
    path("t/<slug:slug>/settings/people/<int:contact_id>/", people.change, name="change_contact"),
    path("t/<slug:slug>/settings/people/<int:contact_id>/ask/", people.ask, name="ask_contact"),
    path("t/<slug:slug>/settings/people/away/", people.away, name="away"),
    path("t/<slug:slug>/settings/people/back/", people.back, name="back"),
    path("t/<slug:slug>/settings/replies/", replies.replies_page, name="replies"),
    path("t/<slug:slug>/settings/wording/", drafting.wording_page, name="wording"),
    path("confirm-address/<str:token>/", confirm_views.confirm_page, name="confirm_address"),
]
