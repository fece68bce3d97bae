"""What is carried out: the list, one effect, and what people do about it."""

from django.urls import include, path

from shopops.execution.views import acting, live, reading

execution = [
    path("", reading.executions, name="list"),
    path("live/", live.live, name="live"),
    path("<int:effect_id>/", reading.execution, name="one"),
    path("<int:effect_id>/run/", acting.run, name="run"),
    path("<int:effect_id>/retry/", acting.retry, name="retry"),
    path("<int:effect_id>/by-hand/", acting.by_hand, name="by-hand"),
    path("<int:effect_id>/give-up/", acting.give_up, name="give-up"),
]
urlpatterns = [path("t/<slug:slug>/executions/", include((execution, "execution")))]
