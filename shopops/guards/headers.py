"""What every answer says beside what Django's SecurityMiddleware and django-csp let it say."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

# None of it is used here, so no script that should not be here gets at it either.
SWITCHED_OFF = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
PERMISSIONS = ", ".join(f"{feature}=()" for feature in SWITCHED_OFF)


class Headers:
    """What says nothing about caching is kept by no cache: most pages are somebody's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response
