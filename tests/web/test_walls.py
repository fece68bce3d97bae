"""Every address × everybody who may ask: the answers are those of one table (tests/support/walls),
and an address that the table does not have fails, as does a row that no address has.

Both shops are made once; what a request changes is taken back.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client, TestCase
from pytest_django import DjangoDbBlocker

from shopops.tenants.models import Role, User
from tests.support.walls.answers import FORBIDDEN, NOT_FOUND, NOT_TAKEN, SIGN_IN, Door
from tests.support.walls.asking import Asking, shown, told
from tests.support.walls.endpoints import ENDPOINTS
from tests.support.walls.routes import filled, routes
from tests.support.walls.shop_pages import SHOP_PAGES
from tests.support.walls.shops import WalledShop, never, walled
from tests.support.walls.site_pages import SITE_PAGES

NOWHERE = "store_nowhere"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
IDS = re.compile(r"<(?:int|uuid|uuidstr):(?!version)(\w+)>")
ADDRESSES = sorted({pattern for _, pattern in ENDPOINTS})


@dataclass(frozen=True)
class Walls:
    mine: WalledShop
    theirs: WalledShop
    operator: str  # the session of one
    objects: Mapping[str, int]  # what an operator may look at, by app and model
    asking: Asking


@pytest.fixture(scope="module")
def walls(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Walls]:
    """In the transaction that Django's test case holds around a whole class."""
    with django_db_blocker.unblock():
        held = TestCase._enter_atomics()  # type: ignore[attr-defined]
        try:
            mine, theirs = walled("store_mine"), walled("store_theirs")
            yield Walls(mine, theirs, _operator(), _objects(mine), Asking())
        finally:
            TestCase._rollback_atomics(held)  # type: ignore[attr-defined]


def _operator() -> str:
    root = User.objects.create_user("root", "root@site.example", "a-long-password")
    root.is_staff = root.is_superuser = True
    root.save()
    client = Client()
    client.force_login(root)
    return str(client.cookies["sessionid"].value)


def _objects(mine: WalledShop) -> dict[str, int]:
    member = mine.room.person(Role.ADMIN.label)
    return {
        "tenants/tenant": mine.room.shop.pk,
        "tenants/user": member.user_id,
    }


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert sorted([*SHOP_PAGES, *SITE_PAGES, *ADDRESSES]) == sorted(routes())


@pytest.mark.slow
@pytest.mark.parametrize("pattern", SHOP_PAGES)
def test_a_shop_s_page_answers_its_own_people_by_their_role(walls: Walls, pattern: str) -> None:
    page, mine = SHOP_PAGES[pattern], walls.mine
    path = filled(pattern, mine.values(pattern)) + page.query
    for method, door in (("GET", page.get), ("POST", page.post)):
        for role in Role:
            answer = walls.asking.page(method, path, mine.sessions[role])
            assert told(answer) == (door.of(role) if door else NOT_TAKEN), (method, role, path)
        answer = walls.asking.page(method, path)
        assert told(answer) == (SIGN_IN if door else NOT_TAKEN), (method, "signed out", path)
    for method in METHODS[2:]:
        answer = walls.asking.page(method, path, mine.sessions[Role.ADMIN])
        assert told(answer) == NOT_TAKEN, (method, path)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", SHOP_PAGES)
def test_another_shop_s_page_is_a_page_of_no_shop(walls: Walls, pattern: str) -> None:
    page, values = SHOP_PAGES[pattern], walls.theirs.values(pattern)
    theirs = filled(pattern, values) + page.query
    nowhere = filled(pattern, values | {"slug": NOWHERE}) + page.query
    for method, door in (("GET", page.get), ("POST", page.post)):
        for role in Role:
            session = walls.mine.sessions[role]
            found = walls.asking.page(method, theirs, session)
            none = walls.asking.page(method, nowhere, session)
            assert told(found) == (NOT_FOUND if door else NOT_TAKEN), (method, role, theirs)
            assert shown(found) == shown(none), (method, role, theirs)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [pattern for pattern in SHOP_PAGES if IDS.search(pattern)])
def test_another_shop_s_id_in_an_address_of_one_s_own_is_an_id_of_nothing(
    walls: Walls, pattern: str
) -> None:
    page, own = SHOP_PAGES[pattern], walls.mine.values(pattern)
    theirs = walls.theirs.values(pattern) | {"slug": walls.mine.slug}
    nothing = own | {name: never(own[name]) for name in IDS.findall(pattern)}
    echoes = {str(theirs[name]): str(nothing[name]) for name in IDS.findall(pattern)}
    for method, door in (("GET", page.get), ("POST", page.post)):
        for role in _inside(door):
            session = walls.mine.sessions[role]
            found = walls.asking.page(method, filled(pattern, theirs) + page.query, session)
            none = walls.asking.page(method, filled(pattern, nothing) + page.query, session)
            assert found.status_code < 500, (method, role, pattern)
            assert shown(found, echoes) == shown(none, echoes), (method, role, pattern)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [pattern for pattern, page in SHOP_PAGES.items() if page.form])
def test_another_shop_s_id_in_a_form_is_an_id_of_nothing(walls: Walls, pattern: str) -> None:
    page, own = SHOP_PAGES[pattern], walls.mine.values(pattern)
    path = filled(pattern, own)
    theirs = {field: walls.theirs.ids[name] for field, name in page.form.items()}
    nothing = {field: never(own[name]) for field, name in page.form.items()}
    echoes = {str(theirs[field]): str(nothing[field]) for field in page.form}
    for role in _inside(page.post):
        session = walls.mine.sessions[role]
        found = walls.asking.page("POST", path, session, theirs)
        none = walls.asking.page("POST", path, session, nothing)
        assert found.status_code < 500, (role, pattern)
        assert shown(found, echoes) == shown(none, echoes), (role, pattern)


@pytest.mark.slow
def test_a_form_without_its_secret_is_refused_wherever_something_is_changed(walls: Walls) -> None:
    """Another site can send a form in somebody's name, and doesn't know what ours holds."""
    strict = Asking(Client(enforce_csrf_checks=True))
    for pattern, page in SHOP_PAGES.items():
        if page.post is None:
            continue
        path = filled(pattern, walls.mine.values(pattern))
        answer = strict.page("POST", path, walls.mine.sessions[Role.ADMIN])
        assert told(answer) == FORBIDDEN, path
        assert "csrf" in answer.templates[0].name, path


def _inside(door: Door | None) -> list[Role]:
    return [role for role in Role if door and role in door.roles]


@pytest.mark.slow
@pytest.mark.parametrize("pattern", SITE_PAGES)
def test_a_page_of_no_shop_answers_nobody_people_and_operators(walls: Walls, pattern: str) -> None:
    page, mine = SITE_PAGES[pattern], walls.mine
    path = f"/{page.path}" if page.path else filled(pattern, _something(walls, pattern))
    # Operators' pages, of which there are many, ask for no role of any shop.
    people = [Role.ADMIN] if pattern.startswith("admin/") else list(Role)
    for method, (nobody, person, operator) in (("GET", page.get), ("POST", page.post)):
        assert told(walls.asking.page(method, path)) == nobody, (method, path)
        for role in people:
            answer = walls.asking.page(method, path, mine.sessions[role])
            assert told(answer) == person, (method, role, path)
        answer = walls.asking.page(method, path, walls.operator)
        assert told(answer) == operator, (method, "operator", path)
    for method in METHODS[2:]:
        assert told(walls.asking.page(method, path)) in (page.get[0], NOT_TAKEN), (method, path)


def _something(walls: Walls, pattern: str) -> dict[str, Any]:
    model = walls.objects.get("/".join(pattern.split("/")[1:3]))
    made_up = dict.fromkeys(
        ("token", "name", "provider_id", "address", "order_id", "path"), "made-up"
    )
    return {**made_up, "slug": walls.mine.slug, "pk": 1, "content_type_id": 1, "object_id": model}


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ADDRESSES)
def test_the_api_answers_each_token_by_its_scopes(walls: Walls, pattern: str) -> None:
    mine = walls.mine
    path = filled(pattern, mine.values(pattern))
    for method in METHODS:
        row = ENDPOINTS.get((method, pattern))
        raw = row.raw(mine.ids) if row else b""
        headers = row.headers if row else {}
        for name, secret in mine.secrets.items():
            answer = walls.asking.api(method, path, secret, data=raw, headers=headers)
            expected = row.opens.get(name, FORBIDDEN) if row else NOT_TAKEN
            assert told(answer) == expected, (method, name, path, answer.content)
        answer = walls.asking.api(method, path, "", data=raw, headers=headers)
        assert told(answer) == (401 if row else NOT_TAKEN), (method, "no token", path)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [one for one in ADDRESSES if IDS.search(one)])
def test_another_shop_s_id_means_nothing_to_a_token(walls: Walls, pattern: str) -> None:
    theirs = walls.theirs.values(pattern)
    nothing = {name: never(value) for name, value in theirs.items()}
    rows = [(method, row) for (method, one), row in ENDPOINTS.items() if one == pattern]
    for method, row in rows:
        raw = row.raw(walls.mine.ids)
        for name, own in row.opens.items():
            told_back, barred = [], {own} & {FORBIDDEN}
            for values in (theirs, nothing):
                path, secret = filled(pattern, values), walls.mine.secrets[name]
                answer = walls.asking.api(method, path, secret, data=raw, headers=row.headers)
                assert answer.status_code in {NOT_FOUND, *barred}, (method, name, path)
                told_back.append(answer.content.replace(path.encode(), b""))
            assert told_back[0] == told_back[1], (method, name, pattern)
