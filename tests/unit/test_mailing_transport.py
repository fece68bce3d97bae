"""What became of a mail, at each moment at which a server can fail; against a real socket."""

from collections.abc import Iterator

import pytest

from shopops.embedded.entrance import held_port
from shopops.mailing.refusals import NotMailable
from shopops.mailing.server import MailServer, ServerAddressRefused, read_server
from shopops.mailing.transport import Outcome, Sent, Transport
from tests.support.smtp_sink import Answer, Sink, smtp_sink

MESSAGE = b"Subject: x\r\n\r\nhello\r\n.\r\n..two\r\nend\r\n"


@pytest.fixture
def sink() -> Iterator[Sink]:
    with smtp_sink() as found:
        yield found


@pytest.fixture
def transport(sink: Sink) -> Iterator[Transport]:
    with Transport(read_server(sink.url)) as found:
        yield found


def send(transport: Transport, recipient: str = "maya@shop.example") -> Sent:
    return transport.send(MESSAGE, sender="r@shop.example", recipient=recipient)


def test_an_accepted_mail_arrives_byte_by_byte(sink: Sink, transport: Transport) -> None:
    assert send(transport).outcome is Outcome.ACCEPTED
    assert sink.mails[0].data == MESSAGE
    assert sink.mails[0].recipient == "maya@shop.example"
    assert sink.mails[0].sender == "r@shop.example"


def test_a_report_about_a_mail_without_a_sender_goes_nowhere(
    sink: Sink, transport: Transport
) -> None:
    sent = transport.send(MESSAGE, sender="", recipient="maya@shop.example")
    assert sent.outcome is Outcome.ACCEPTED
    assert sink.mails[0].sender == ""


def test_a_domain_beyond_ascii_is_told_to_the_server_in_a_labels(
    sink: Sink, transport: Transport
) -> None:
    assert send(transport, "maya@bücher.example").outcome is Outcome.ACCEPTED
    assert sink.mails[0].recipient == "maya@xn--bcher-kva.example"


@pytest.mark.parametrize(
    "address", ["maya@shop.example>\r\nRCPT TO:<x@x.example", "m@x.example> SIZE=9", "nobody", "<>"]
)
def test_an_address_that_would_say_more_to_the_server_is_refused_before_anything_is_said(
    sink: Sink, transport: Transport, address: str
) -> None:
    with pytest.raises(NotMailable):
        send(transport, address)
    with pytest.raises(NotMailable):
        transport.send(MESSAGE, sender=address, recipient="maya@shop.example")
    assert sink.connections == 0


def test_many_mails_share_one_connection(sink: Sink, transport: Transport) -> None:
    for _ in range(5):
        assert send(transport).outcome is Outcome.ACCEPTED
    assert sink.connections == 1
    assert len(sink.mails) == 5


@pytest.mark.parametrize(
    ("answer", "outcome", "kept"),
    [
        (Answer.REJECT_SENDER, Outcome.REFUSED, 0),
        (Answer.REJECT_RECIPIENT, Outcome.REFUSED, 0),
        (Answer.REJECT_DATA, Outcome.REFUSED, 0),
        (Answer.HANG_UP_EARLY, Outcome.REFUSED, 0),
        (Answer.KEEP_AND_HANG_UP, Outcome.UNKNOWN, 1),
        (Answer.LOSE_AND_HANG_UP, Outcome.UNKNOWN, 0),
    ],
)
def test_a_failure_is_told_apart_by_its_moment_and_the_next_mail_goes_through(
    sink: Sink, transport: Transport, answer: Answer, outcome: Outcome, kept: int
) -> None:
    sink.script.append(answer)
    sent = send(transport)
    assert sent.outcome is outcome
    assert sent.reply
    assert len(sink.mails) == kept
    assert send(transport).outcome is Outcome.ACCEPTED


def test_only_an_address_that_the_server_does_not_know_is_hopeless(
    sink: Sink, transport: Transport
) -> None:
    sink.unknown.add("gone@shop.example")
    assert send(transport, "gone@shop.example").no_such_address
    sink.script.append(Answer.REJECT_DATA)
    assert not send(transport).no_such_address


def test_a_server_that_never_answers_leaves_the_outcome_unknown(sink: Sink) -> None:
    sink.script.append(Answer.STALL)
    with Transport(read_server(f"smtp://127.0.0.1:{sink.port}?timeout=1")) as transport:
        assert send(transport).outcome is Outcome.UNKNOWN


def test_a_connection_that_was_lost_between_mails_is_made_anew(
    sink: Sink, transport: Transport
) -> None:
    send(transport)
    sink.script.extend([Answer.HANG_UP_EARLY, Answer.ACCEPT])
    assert send(transport).outcome is Outcome.REFUSED
    assert send(transport).outcome is Outcome.ACCEPTED
    assert sink.connections == 2


def test_a_server_that_is_not_there_has_got_nothing() -> None:
    with held_port() as port, Transport(read_server(f"smtp://127.0.0.1:{port}")) as transport:
        assert send(transport).outcome is Outcome.REFUSED


def test_server_addresses_say_how_they_are_talked_to() -> None:
    assert read_server("smtp://mail") == MailServer(host="mail", port=25)
    assert read_server("smtp+starttls://u:p%40s@mail?timeout=3") == MailServer(
        host="mail", port=587, starttls=True, user="u", password="p@s", timeout=3.0
    )
    assert read_server("smtps://u:p@mail").port == 465


@pytest.mark.parametrize(
    "url",
    ["", "mail", "http://mail", "smtp://", "smtp://u:p@mail", "smtp://mail:x", "smtp://m?timeout=x",
     "smtp://m?timeout=0"],
)  # fmt: skip
def test_an_address_that_names_no_server_or_would_leak_a_password_is_refused(url: str) -> None:
    with pytest.raises(ServerAddressRefused):
        read_server(url)


def test_what_is_said_of_an_address_that_cannot_be_read_quotes_no_part_of_its_password() -> None:
    with pytest.raises(ServerAddressRefused) as refused:
        read_server("smtp+starttls://me:se/cret@mail:587")
    assert "'se'" not in str(refused.value)
    assert refused.value.__cause__ is None
