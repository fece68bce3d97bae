"""Messages that were made to keep a reader busy."""

from tests.support.mails import SHOWN, a_mail, parts

MIB = 1024 * 1024
HEADERS = a_mail("").rstrip(b"\r\n")
MULTIPART = a_mail("", kind='multipart/mixed; boundary="B"')
HTML = a_mail("", kind="text/html")


def nested(depth: int) -> bytes:
    levels = range(depth)
    return b"X: y\r\n" + b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in levels
    )


LABORIOUS = {
    "25 MB of text": a_mail(b"hello world " * 2 * MIB),
    "25 MB of blank lines": a_mail(b"\n" * 12 * MIB),
    "25 MB attached": a_mail(
        parts(f"\n{SHOWN}", "Content-Type: image/png\n\n" + ("A" * 76 + "\n") * 340_000),
        kind="multipart/mixed; boundary=B",
    ),
    "200 KB of one line": a_mail(b"7F3KQ-2MD8N " * 17_000),
    "one line of marks": a_mail(b"@:/->" * 25_000),
    "300 parts": MULTIPART + b"--B\r\nContent-Type: text/x; a*0=b\r\n\r\nx\r\n" * 290,
    "deep parts": nested(30) + b"x\r\n" * 14_000,
    "long parameters": HEADERS.replace(b"charset=utf-8", b"a*0=b; " * 1_000),
    "accents": a_mail("e" + "\u0301\u0323" * 20_000),
    "ligatures": a_mail("\ufdfa" * 40_000),
    "names": a_mail("Per Ida Orders Northline Lund\n" * 2_000),
    "deep HTML": HTML + b"<div>" * 50_000,
    "wide HTML": HTML + b"<p>x" * 60_000,
    "formats in HTML": HTML + b"<b id=1><i><p></b>" * 10_000,
    "bad base64": HEADERS.replace(b"8bit", b"base64") + b"\r\n\r\n" + b"A==" * 300_000,
    "a long From": a_mail(sender="(" * 900),
    "many senders": a_mail(sender="a," * 490),
    "a report of everybody": a_mail(
        parts("Content-Type: message/delivery-status\n\n" + "Action: failed\n\n" * 6_000),
        kind="multipart/report; report-type=delivery-status; boundary=B",
    ),
}
