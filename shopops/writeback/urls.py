"""What the shop's own records say, beside what is carried out there."""

from django.urls import include, path

from shopops.writeback import views

writeback = [path("", views.audit, name="audit"), path("again/", views.again, name="again")]
urlpatterns = [path("t/<slug:slug>/executions/write-back/", include((writeback, "writeback")))]
