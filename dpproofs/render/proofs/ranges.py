"""Letters and their ranges: each is introduced where it is first seen, or seen in another range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable
from dpproofs.render import layout, notation
from dpproofs.render.proofs.form import Display, Equation, Passage
from dpproofs.render.proofs.reading import Reading
from dpproofs.render.proofs.words import dollars

INLINE = 14.0  # em of a formula that stands in a sentence


class Ranges:
    """Which letters a reader knows, and in which ranges."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.known: dict[str, Variable] = {}
        self.throughout: dict[str, Variable] = {}  # what the statement begins with
        self.lettered: set[sp.Symbol] = set()

    def copy(self) -> Ranges:
        """The same, to be changed apart."""
        other = Ranges(self.reading)
        other.known = dict(self.known)
        return other

    def news(self, domain: Domain, symbols: Iterable[sp.Basic]) -> tuple[Variable, ...]:
        """The variables of a domain that occur and are new, or new in this range; now known."""
        found = [v for v in self._occurring(domain, symbols) if self.known.get(v.symbol.name) != v]
        self.news_of(found)
        return tuple(found)

    def needed(self, domain: Domain, symbols: Iterable[sp.Basic]) -> tuple[Variable, ...]:
        """The variables of a domain that occur, but those of which the whole claim speaks."""
        return tuple(
            variable for variable in self._occurring(domain, symbols)
            if self.throughout.get(variable.symbol.name) != variable
        )  # fmt: skip

    def _occurring(self, domain: Domain, symbols: Iterable[sp.Basic]) -> list[Variable]:
        """The variables of a domain of which some symbols speak, or each other's ranges, and those
        that leave less than the whole claim does: of these hypotheses may speak.
        """
        wanted = {symbol.name for symbol in symbols if isinstance(symbol, sp.Symbol)}
        for letter, meaning in self.reading.meanings.items():
            if letter.name in wanted:
                wanted |= {symbol.name for symbol in meaning.free_symbols}
        for variable in reversed(domain.variables):
            if variable.symbol.name in wanted or self._restricts(variable, wanted):
                wanted.add(variable.symbol.name)
                radicand = variable.root[1] if variable.root else sp.S.Zero
                for end in (variable.lower, variable.upper, radicand):
                    wanted |= {symbol.name for symbol in end.free_symbols}
        return [variable for variable in domain if variable.symbol.name in wanted]

    def _restricts(self, variable: Variable, wanted: set[str]) -> bool:
        """Whether a variable of which nothing speaks is a condition on others."""
        whole = self.throughout.get(variable.symbol.name, variable)
        ends = variable.lower.free_symbols | variable.upper.free_symbols
        return whole != variable or (variable.hollow and bool({s.name for s in ends} & wanted))

    def news_of(self, variables: Iterable[Variable]) -> None:
        """Take note of variables that are introduced."""
        self.known |= {variable.symbol.name: variable for variable in variables}

    def begin(self, variables: Iterable[Variable]) -> None:
        """Take note of the variables with which a statement begins, the same in all of it."""
        self.news_of(variables)
        self.throughout = dict(self.known)

    def letters(self, domain: Domain, spoken: Iterable[sp.Basic]) -> Iterator[Passage]:
        """The letters that formulas speak of and that nobody has introduced, innermost first."""
        meanings = self.reading.meanings
        for letter in meanings:
            if letter in spoken and letter not in self.lettered:
                self.lettered.add(letter)
                value = self.reading.value_of(letter)
                yield from self.letters(domain, value or meanings[letter].free_symbols)
                yield self._introduced(letter, meanings[letter], domain)

    def _introduced(self, letter: sp.Symbol, meaning: sp.Expr, domain: Domain) -> Passage:
        head = notation.expression(letter)
        if value := self.reading.value_of(letter):
            other, symbol, place = map(notation.expression, value)
            told = f"Write ${head}$ for the value of ${other}$ at ${symbol} = {place}$."
            return Passage(dollars(told))
        bound = self._unknown(domain, meaning.free_symbols)  # of a limit: in what is displayed
        news = () if bound else self.news(domain, meaning.free_symbols)
        told = notation.expression(meaning)
        where = ", ".join(f"${one}$" for one in self.told(news))
        ranged = f", where {where}" if where else ""
        if layout.width(told) <= INLINE and r"\frac" not in told:
            return Passage(dollars(f"Write ${head} = {told}${ranged}."))
        names = frozenset({letter.name, *(v.symbol.name for v in news)})
        equation = Equation(head, (("=", told),), self.told(news), names)
        return Passage(dollars("Write"), Display((equation,), f"letter.{letter.name}"))

    def _unknown(self, domain: Domain, symbols: Iterable[sp.Basic]) -> set[str]:
        """The names that neither a reader nor a domain knows."""
        names = {symbol.name for symbol in symbols if isinstance(symbol, sp.Symbol)}
        letters = {letter.name for letter in self.reading.meanings}
        return names - self.known.keys() - letters - {v.symbol.name for v in domain}

    def told(self, variables: Iterable[Variable]) -> tuple[str, ...]:
        """The ranges of some variables, as LaTeX."""
        return notation.domain(map(self.reading.variable, variables))
