"""Finding people's names in lines, however a mail program orders or breaks them."""

import re
from collections.abc import Iterable

from shopops.acknowledgments.reading.characters import normal, without_accents

_WORD = re.compile(r"[^\W_]+")
# Scripts that put no space between words: there a name is looked for inside them.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


class Names:
    """The roster's names and our own, ready to be looked for.

    A line holds a name when it has all its words, in any order: `Lund, Ida` is `Ida Lund`.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._by_first: dict[str, set[tuple[str, ...]]] = {}
        self._unspaced: set[str] = set()
        for name in names:
            words = words_of(normal(name))
            if words:
                self._by_first.setdefault(words[0], set()).add(words)
            self._unspaced.update(word for word in words if _UNSPACED.search(word))

    def stand_in(self, line: str) -> bool:
        words = set(words_of(line))
        if any(words.issuperset(name) for name in self._named_by(words)):
            return True
        return any(name in word for name in self._unspaced for word in words)

    def run_over(self, line: str, following: str) -> bool:
        """Whether a name begins at the end of `line` and ends at the start of `following`."""
        before, after = words_of(line), words_of(following)
        return any(
            before[-count:] + after[: len(name) - count] == name
            for name in self._named_by(set(before))
            for count in range(1, len(name))
        )

    def _named_by(self, words: set[str]) -> list[tuple[str, ...]]:
        return [name for word in words for name in self._by_first.get(word, ())]


def words_of(line: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(without_accents(line)))
