from django.urls import path

from shopops.administration.auditing import ledger_views, views

urlpatterns = [
    path("t/<slug:slug>/audit/", views.page, name="audit"),
    path("t/<slug:slug>/audit/audit.csv", views.sheet, name="audit_sheet"),
    path("t/<slug:slug>/audit/ledger.zip", ledger_views.export, name="export_ledger"),
]
