"""Signing in, the review queue and the ledger page."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from shopops.review.views import decide, entry, evidence, ledger, live, queue, receipt, saved

shop = [
    path("review/", queue.queue, name="queue"),
    path("review/live/", live.live, name="live"),
    path("review/views/", saved.save, name="save_view"),
    path("review/views/<int:view_id>/remove/", saved.remove, name="remove_view"),
    path("review/decide/", decide.decide, name="decide"),
    path("review/<int:proposal_id>/", queue.proposal, name="proposal"),
    path("review/<int:proposal_id>/evidence/", evidence.evidence, name="evidence"),
    path("review/decisions/<int:decision_id>/receipt/", receipt.receipt, name="receipt"),
    path("ledger/", ledger.ledger, name="ledger"),
]

urlpatterns = [
    path("", entry.home, name="home"),
    path("shops/", entry.choose_shop, name="shops"),
    path("sign-in/", entry.SignIn.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("t/<slug:slug>/", include((shop, "review"))),
]
