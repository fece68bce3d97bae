"""Work that is done in every shop."""

import pytest

from shopops.tenants.shops import in_every_shop
from tests.support.pipeline import open_shop


@pytest.mark.django_db
def test_what_breaks_off_in_one_shop_is_told_when_the_others_had_their_turn() -> None:
    first, second = open_shop().pk, open_shop("other").pk
    seen = []

    def work(tenant_id: int) -> None:
        seen.append(tenant_id)
        if tenant_id == first:
            raise ValueError("broken here")

    with pytest.raises(ExceptionGroup) as told:
        in_every_shop(work)
    assert seen == [first, second]
    assert [str(one) for one in told.value.exceptions] == ["broken here"]
