"""Why a line to a shop could not be had, or broke, as a person may read it."""

import errno
import ssl
from collections.abc import Iterator

import httpx

WHY = {
    errno.ECONNREFUSED: "connection refused",
    errno.ECONNRESET: "it hung up",
    errno.EPIPE: "it hung up",
    errno.EHOSTUNREACH: "no way leads there",
    errno.ENETUNREACH: "no way leads there",
    errno.ETIMEDOUT: "it took too long",
}


def not_reached(problem: httpx.TransportError) -> str:
    """Nothing was sent."""
    for cause in _causes(problem):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"The certificate of the shop's server is not valid: {cause.verify_message}."
        if isinstance(cause, ssl.SSLError):
            return "The shop's server does not speak https there."
    return f"The shop's server does not answer{_in_brackets(problem)}."


def broken_off(problem: httpx.TransportError) -> str:
    """Something may have arrived."""
    if isinstance(problem, httpx.ProtocolError):
        return "The shop's server broke off, or its answer is no HTTP."
    return f"The connection to the shop's server broke off{_in_brackets(problem)}."


def _in_brackets(problem: httpx.TransportError) -> str:
    if isinstance(problem, httpx.TimeoutException):
        return f" ({WHY[errno.ETIMEDOUT]})"
    for cause in _causes(problem):
        if isinstance(cause, OSError) and cause.errno in WHY:
            return f" ({WHY[cause.errno]})"
    return ""


def _causes(problem: BaseException) -> Iterator[BaseException]:
    """Those of the libraries in between too."""
    found: BaseException | None = problem
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__
