"""What is carried out: the list, one effect, and what people do about it."""

from django.urls import include, path

from shopops.execution.views import live, reading

execution = [
    path("", reading.executions, name="list"),
    path("live/", live.live, name="live"),
    path("<int:effect_id>/", reading.execution, name="one"),
]
urlpatterns = [path("t/<slug:slug>/executions/", include((execution, "execution")))]
