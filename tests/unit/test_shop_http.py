"""The one way out to a shop: what is said when no answer comes back, and where it never goes."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from ipaddress import ip_address

import pytest
from pytest_django import Settings

from shopops.connectors.addresses import AddressRefused, is_public, place_of
from shopops.connectors.http import Exchange, Patience, call, read, retry_after
from shopops.connectors.ports import Refused, Request, Unknown
from shopops.embedded.entrance import held_port

SHORT = Patience(connect=0.3, write=0.3, read=0.3, total=0.6)
GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
# By whether the line was found reset, or just closed.
BROKEN_OFF = (
    "The connection to the shop's server broke off (it hung up).",
    "The shop's server broke off, or its answer is no HTTP.",
)


@contextmanager
def serving(
    *answers: Callable[[socket.socket], None], seen: list[bytes] | None = None
) -> Iterator[str]:
    """One connection for each; every request is read, and `seen`, before it is answered."""
    got = [] if seen is None else seen
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            for answer in answers:
                line, _ = server.accept()
                with line:
                    got.append(_request_from(line))
                    answer(line)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        thread.join(5)
        assert not thread.is_alive()


def _request_from(line: socket.socket) -> bytes:
    """Whole: its head and its body come one after the other, and whoever hangs up between the two
    breaks the line off."""
    came = b""
    while not came.endswith(b"\r\n\r\n" if came.startswith(b"GET") else b"{}"):
        piece = line.recv(65536)
        assert piece, "the request broke off"
        came += piece
    return came


def says(*pieces: bytes) -> Callable[[socket.socket], None]:
    def answer(line: socket.socket) -> None:
        for piece in pieces:
            line.sendall(piece)

    return answer


def post(url: str) -> Request:
    return Request(method="POST", url=url, body=b"{}", headers={"x-a": "b"})


def test_what_came_back_is_told_whatever_the_status_is() -> None:
    moved = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    with serving(says(GOOD), says(moved)) as url:
        assert call(post(url)) == Exchange(200, {"content-length": "2"}, b"ok")
        answer = call(post(url))
    assert isinstance(answer, Exchange)
    assert answer.status == 302  # and nobody went there


def test_the_name_is_said_and_the_secret_is_sent() -> None:
    seen: list[bytes] = []
    with serving(says(GOOD), seen=seen) as url:
        port = url.rpartition(":")[2]
        request = post(f"http://localhost:{port}/a?b=1")
        call(request, auth_headers={"Authorization": "secret"})
    head = seen[0].lower()
    assert head.startswith(b"post /a?b=1 http/1.1\r\n")
    assert f"host: localhost:{port}\r\n".encode() in head
    assert b"authorization: secret\r\n" in head


def test_where_nobody_listens_nothing_happened_and_it_is_tried_again() -> None:
    with held_port() as port:
        answer = call(post(f"http://127.0.0.1:{port}"))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.again) == ("unreachable", True)
    assert answer.detail == "The shop's server does not answer (connection refused)."


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ((), "cut_off"),
        ((b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok",), "cut_off"),
        ((b"not http at all\r\n\r\n",), "cut_off"),
        ((b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + b"x" * 99,), "unreadable_answer"),
        (
            (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",),
            "unreadable_answer",
        ),
    ],
)
def test_what_breaks_off_later_is_unknown(pieces: tuple[bytes, ...], code: str) -> None:
    with serving(says(*pieces)) as url:
        answer = call(post(url), most_bytes=50)
    assert isinstance(answer, Unknown)
    assert answer.code == code
    assert code != "cut_off" or answer.detail in BROKEN_OFF


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (socket.EAI_NONAME, "There is no server of this name: lamps.example."),
        (socket.EAI_AGAIN, "No name server answers now, so nobody knows where lamps.example is."),
    ],
)
def test_a_name_that_leads_nowhere_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def knows_nothing(*asked: object, **more: object) -> None:
        raise socket.gaierror(number, "as the system puts it")

    monkeypatch.setattr(socket, "getaddrinfo", knows_nothing)
    answer = call(post("https://lamps.example/"))
    assert answer == Refused(code="name_not_found", detail=words, again=True)


def test_a_line_that_is_hung_up_is_told_in_words() -> None:
    def hangs_up(line: socket.socket) -> None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    with serving(hangs_up) as url:
        answer = call(post(url))
    assert isinstance(answer, Unknown)
    assert answer.detail in BROKEN_OFF


def test_a_shop_that_says_nothing_and_one_that_drips_are_both_left_in_time() -> None:
    over = threading.Event()

    def silent(line: socket.socket) -> None:
        over.wait(5)

    def drips(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n")
        while not over.wait(0.05):
            try:
                line.sendall(b"x-drop: 1\r\n")
            except OSError:
                return

    with serving(silent) as url:
        first = call(post(url), patience=SHORT)
        over.set()
    over.clear()
    with serving(drips) as url:
        second = call(post(url), patience=SHORT)
        over.set()
    assert isinstance(first, Unknown)
    assert isinstance(second, Unknown)
    assert (first.code, second.code) == ("timed_out", "timed_out")


def test_a_read_is_asked_again_and_a_write_is_not() -> None:
    waits: list[float] = []
    busy = says(b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
    with serving(busy, says(), says(GOOD)) as url:
        answer = read(Request(method="GET", url=url), sleep=waits.append)
    assert isinstance(answer, Exchange)
    assert (answer.status, len(waits)) == (200, 2)
    with serving(busy) as url:
        written = call(post(url))
    assert isinstance(written, Exchange)
    assert written.status == 503


@pytest.mark.parametrize("header", ["hush\r\nhush", "hush ï"])
def test_what_cannot_be_sent_was_not_sent(header: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        answer = call(post(url), auth_headers={"x-secret": header})
    assert isinstance(answer, Refused)
    assert (answer.code, answer.again) == ("not_sendable", False)
    assert "hush" not in answer.detail


@pytest.mark.parametrize(
    "url", ["", "shop.example", "ftp://shop.example", "https://", "https://a:b@shop.example"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    answer = call(post(url))
    assert isinstance(answer, Refused)
    assert answer.code == "no_address"


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1"),
        *("::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:0:0:0:0:80ff:fffe"),
        *("::7f00:1", "::ffff:0:7f00:1", "64:ff9b:1::7f00:1", "fec0::1", "192.0.0.192"),
    ],
)
def test_nothing_is_sent_behind_our_own_walls(address: str, settings: Settings) -> None:
    settings.SHOPOPS_PRIVATE_SHOPS = False
    assert not is_public(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(AddressRefused) as refused:
        place_of(f"https://{host}/")
    assert (refused.value.code, refused.value.again) == ("private_address", False)


def test_names_that_lead_there_are_refused_too(settings: Settings) -> None:
    settings.SHOPOPS_PRIVATE_SHOPS = False
    for name in ("localhost", "127.1", "0x7f.1", "2130706433"):
        answer = call(post(f"https://{name}/"))
        assert isinstance(answer, Refused)
        assert answer.code in ("private_address", "no_address", "name_not_found")


def test_anybody_on_the_internet_is_called_with_tls_only() -> None:
    assert is_public(ip_address("93.184.216.34"))
    assert is_public(ip_address("2606:2800:220:1::1"))
    with pytest.raises(AddressRefused) as refused:
        place_of("http://93.184.216.34/")
    assert refused.value.code == "not_encrypted"
    assert place_of("https://93.184.216.34/").addresses == ["93.184.216.34"]


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("7", 7.0),
        ("Mon, 02 Mar 2026 12:00:30 GMT", 30.0),
        ("Mon, 02 Mar 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-3", None),
        ("", None),
    ],
)
def test_when_to_come_again_is_read_either_way(said: str, seconds: float | None) -> None:
    assert retry_after(Exchange(429, {"retry-after": said}, b""), now=NOW) == seconds
