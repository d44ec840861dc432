"""Letters and their ranges: each is introduced where it is first seen, or seen in another range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

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
        conditions: list[Variable] = []
        for variable in reversed(domain.variables):
            if variable.symbol.name in wanted or self._is_restricted(variable):
                wanted.add(variable.symbol.name)
                radicand = variable.root[1] if variable.root else sp.S.Zero
                for end in (variable.lower, variable.upper, radicand):
                    wanted |= {symbol.name for symbol in end.free_symbols}
            elif self._is_assumed(variable, wanted):
                conditions.append(variable)
                ends = variable.lower.free_symbols | variable.upper.free_symbols
                wanted |= {symbol.name for symbol in ends}
        return [
            replace(variable, symbol=sp.Symbol(f"_{variable.symbol.name}"))
            if variable in conditions and variable.symbol.name not in wanted else variable
            for variable in domain
            if variable.symbol.name in wanted or variable in conditions
        ]  # fmt: skip

    def _is_restricted(self, variable: Variable) -> bool:
        """Whether a variable has another range than in the rest of the claim."""
        return self.throughout.get(variable.symbol.name, variable) != variable

    @staticmethod
    def _is_assumed(variable: Variable, wanted: set[str]) -> bool:
        """Whether it says something of others that there is such a number."""
        ends = variable.lower.free_symbols | variable.upper.free_symbols
        is_short = not (variable.lower.is_infinite or variable.upper.is_infinite)
        is_open = variable.hollow and is_short and not is_certain(variable)
        return is_open and bool({symbol.name for symbol in ends} & wanted)

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
        found = () if bound else self.news(domain, meaning.free_symbols)
        news = [one for one in found if not is_condition(one)]
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
        read = map(self.reading.variable, variables)
        return tuple(
            told for one in read
            for told in ((condition(one),) if is_condition(one) else notation.domain([one]))
        )  # fmt: skip


def condition(variable: Variable) -> str:
    """That there are numbers in a range, as LaTeX."""
    sign = r"\le" if variable.ends == "[]" else "<"
    return f"{notation.expression(variable.lower)} {sign} {notation.expression(variable.upper)}"


def is_condition(variable: Variable) -> bool:
    """Whether a range only says something of its ends, as nothing speaks of its variable."""
    return str(variable.symbol.name).startswith("_")


def is_certain(variable: Variable) -> bool:
    """Whether it is plain to see that there are numbers in a range."""
    width = sp.expand(variable.upper - variable.lower)
    return bool(width.is_nonnegative if variable.ends == "[]" else width.is_positive)
