"""Bodies for property tests: everything that a ledger body may hold."""

from hypothesis import strategies as st

from shopops.ledger import Json

# Every character that PostgreSQL and UTF-8 can hold: no surrogate halves, no U+0000.
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)
INTEGERS = st.integers(-(2**200), 2**200) | st.integers(-(10**9), 10**9)
SCALARS = st.none() | st.booleans() | INTEGERS | TEXT


def _deeper(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    return st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4)


VALUES: st.SearchStrategy[Json] = st.recursive(SCALARS, _deeper, max_leaves=20)
BODIES = st.dictionaries(TEXT.filter(lambda key: key != "order"), VALUES, max_size=6)
