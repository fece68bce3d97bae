from django.urls import path

from shopops.administration.auditing import views

urlpatterns = [
    path("t/<slug:slug>/audit/", views.page, name="audit"),
    path("t/<slug:slug>/audit/audit.csv", views.sheet, name="audit_sheet"),
]
