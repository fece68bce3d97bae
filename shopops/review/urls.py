"""Signing in, the review queue, what is done there, and the ledger page."""

from django.urls import include, path

from shopops.review.views import (
    bulk,
    claims,
    decide,
    draft,
    entry,
    evidence,
    ledger,
    live,
    mails,
    queue,
    receipt,
    saved,
)

shop = [
    path("review/", queue.queue, name="queue"),
    path("review/live/", live.live, name="live"),
    path("review/views/", saved.save, name="save_view"),
    path("review/views/<int:view_id>/remove/", saved.remove, name="remove_view"),
    path("review/decide/", decide.decide, name="decide"),
    path("review/bulk/", bulk.choose, name="bulk"),
    path("review/bulk/<uuid:run_id>/", bulk.run, name="bulk_run"),
    path("review/bulk/<uuid:run_id>/decide/", bulk.decide, name="bulk_decide"),
    path("review/bulk/<uuid:run_id>/undo/", bulk.undo, name="bulk_undo"),
    path("review/<int:proposal_id>/", queue.proposal, name="proposal"),
    path("review/<int:proposal_id>/claim/", claims.claim, name="claim"),
    path("review/<int:proposal_id>/release/", claims.release, name="release"),
    path("review/<int:proposal_id>/assign/", claims.assign, name="assign"),
    path("review/<int:proposal_id>/here/", claims.here, name="here"),
    path("review/<int:proposal_id>/draft/", draft.draft, name="draft"),
    path("review/<int:proposal_id>/mails/", mails.mails, name="mails"),
    path("review/<int:proposal_id>/evidence/", evidence.evidence, name="evidence"),
    path("review/decisions/<int:decision_id>/receipt/", receipt.receipt, name="receipt"),
    path("ledger/", ledger.ledger, name="ledger"),
]

urlpatterns = [
    path("", entry.home, name="home"),
    path("shops/", entry.choose_shop, name="shops"),
    path("t/<slug:slug>/", include((shop, "review"))),
]
