from hypothesis import given
from hypothesis import strategies as st

from shopops.mailing.reply_address import ReplyTag, read_reply_address, reply_address

SECRET, OTHER = b"s" * 32, b"o" * 32
BASE = "reply@in.shop.example"
TAG = ReplyTag(tenant_id=3, membership_id=70_000, mail_id=2**40)
NUMBERS = st.integers(0, 2**63 - 1)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_a_tag_reads_back_whatever_its_numbers(tenant: int, person: int, mail: int) -> None:
    tag = ReplyTag(tenant_id=tenant, membership_id=person, mail_id=mail)
    found = reply_address(tag, secret=SECRET, base="r@in.example")
    assert read_reply_address(found, secrets=[SECRET]) == tag


def test_an_address_in_capitals_reads_the_same() -> None:
    found = reply_address(TAG, secret=SECRET, base=BASE)
    assert read_reply_address(found.upper(), secrets=[SECRET]) == TAG


def test_the_address_fits_into_what_mail_servers_take() -> None:
    largest = ReplyTag(tenant_id=2**31, membership_id=2**31, mail_id=2**40)
    local, _, domain = reply_address(largest, secret=SECRET, base=BASE).partition("@")
    assert len(local) <= 64
    assert domain == "in.shop.example"


def test_every_changed_character_makes_it_no_address_of_ours() -> None:
    address = reply_address(TAG, secret=SECRET, base=BASE)
    start, end = address.index("+") + 1, address.index("@")
    for place in range(start, end):
        for other in "ab7":
            changed = address[:place] + other + address[place + 1 :]
            if changed != address:
                assert read_reply_address(changed, secrets=[SECRET]) in (None, TAG)
    flipped = address[:start] + ("b" if address[start] == "a" else "a") + address[start + 1 :]
    assert read_reply_address(flipped, secrets=[SECRET]) is None


def test_another_secret_signs_nothing_of_ours_and_an_older_one_still_does() -> None:
    address = reply_address(TAG, secret=OTHER, base=BASE)
    assert read_reply_address(address, secrets=[SECRET]) is None
    assert read_reply_address(address, secrets=[SECRET, OTHER]) == TAG


@given(st.text(max_size=60))
def test_any_other_text_is_no_address_of_ours(text: str) -> None:
    assert read_reply_address(text, secrets=[SECRET]) is None
    assert read_reply_address(f"reply+{text}@in.shop.example", secrets=[SECRET]) is None
