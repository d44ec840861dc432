"""Proofs that a sum of c exp(k x) x^n is positive: differentiate, and take out what is positive.

The rungs are found here, from the inequality alone; Coq checks each. Where there are many it climbs
by itself, from the coefficients.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias

from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, intros, minus
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number
from dpproofs.kernel.errors import UnsupportedExpression

RUNGS = 60
MANY = 10  # more rungs are climbed by computation

Terms: TypeAlias = Mapping[tuple[Fraction, int], Fraction]  # coefficients by (k, n)


def ladder(step: Step, certificate: Certificate) -> str:
    """The proof of a step.

    Raises
    ------
    UnsupportedExpression
        When the difference is no such sum of one variable, or the ladder does not end.
    """
    said, names = step["proposition"], [row["name"] for row in step["domain"]]
    if len(names) != 1:
        raise UnsupportedExpression(f"no proof in Coq for a ladder of the variables {names}")
    (x,) = names
    left, right = said["lhs"], said["rhs"]
    gap = minus(right, left) if said["op"] == "<" else minus(left, right)
    rows = exponentials(gap, x)
    rates = [rate for rate, _ in rows if rate] or [Fraction(1)]
    base = Fraction(
        gcd(*(rate.numerator for rate in rates)), lcm(*(rate.denominator for rate in rates))
    )
    lowest = min(rate for rate, _ in rows)
    written = _Written(x, base)
    found = list(rungs({(rate - lowest, n): c for (rate, n), c in rows.items()}))
    lines = [intros(step, certificate)]
    factor, whole = written.power(lowest), f"(L0 {local(x)} ltac:(condition))"
    if len(found) > MANY:
        lines.append(written.climbing(found[0][0], len(found)))
        found, whole = [], "L0"
    for place in reversed(range(len(found))):
        terms, _ = found[place]
        head = f"assert (L{place} : forall {local(x)}, 0 < {local(x)} -> 0 < {written.sum(terms)})"
        if place == len(found) - 1:
            lines.append(f"{head} by (intros; above_zero). ")
            continue
        above = written.power(found[place + 1][1])
        below = f"(fun {local(x)} => {above} * ({written.sum(found[place + 1][0])}))"
        lines.append(
            f"{head} by (climb (fun {local(x)} => {written.sum(terms)}) {below} L{place + 1}). "
        )
    lines += [written.put(argument, rate) for argument, rate in _arguments(gap, x)]
    return "".join(lines) + f"at_last {factor} {whole}."


def about_climbing(certificate: Certificate) -> bool:
    """Whether a claim has ladders that Coq climbs by computation."""
    return any(
        "by_climbing " in ladder(step, certificate)
        for step in certificate["steps"]
        if step["method"] == "ladder"
    )


def rungs(terms: Terms) -> Iterator[tuple[Terms, Fraction]]:
    """What is positive, rung by rung, with the rate of the factor taken out of each."""
    lowest = Fraction(0)
    for _ in range(RUNGS):
        yield terms, lowest
        if all(c > 0 for c in terms.values()):
            return
        derived: dict[tuple[Fraction, int], Fraction] = {}
        for (rate, n), c in terms.items():
            for key, part in (((rate, n), rate * c), ((rate, n - 1), n * c)):
                derived[key] = derived.get(key, Fraction(0)) + part
        derived = {key: c for key, c in derived.items() if c}
        if not derived:
            break
        lowest = min(rate for rate, _ in derived)
        terms = {(rate - lowest, n): c for (rate, n), c in derived.items()}
    raise UnsupportedExpression("no proof in Coq for a ladder that does not end")


def exponentials(tree: Tree, x: str) -> dict[tuple[Fraction, int], Fraction]:
    """The coefficients of exp(k x) x^n in a tree."""
    found = _terms(tree, x)
    return {key: c for key, c in found.items() if c}


def _terms(tree: Tree, x: str) -> dict[tuple[Fraction, int], Fraction]:
    tag, *parts = tree
    if tag == "int":
        return {(Fraction(0), 0): Fraction(int(parts[0]))}
    if tag == "rat":
        return {(Fraction(0), 0): Fraction(int(parts[0]), int(parts[1]))}
    if tag == "sym" and parts[0] == x:
        return {(Fraction(0), 1): Fraction(1)}
    if tag == "exp":
        return {(_rate(parts[0], x), 0): Fraction(1)}
    if tag == "add":
        found: dict[tuple[Fraction, int], Fraction] = {}
        for part in parts:
            for key, c in _terms(part, x).items():
                found[key] = found.get(key, Fraction(0)) + c
        return found
    if tag == "mul":
        return _product([_terms(part, x) for part in parts])
    if tag == "pow" and parts[1][0] == "int":
        return _raised(_terms(parts[0], x), int(parts[1][1]))
    raise UnsupportedExpression("no proof in Coq for a ladder of this kind")


def _product(
    factors: list[dict[tuple[Fraction, int], Fraction]],
) -> dict[tuple[Fraction, int], Fraction]:
    whole = {(Fraction(0), 0): Fraction(1)}
    for factor in factors:
        new: dict[tuple[Fraction, int], Fraction] = {}
        for (k, n), c in whole.items():
            for (j, m), d in factor.items():
                new[k + j, n + m] = new.get((k + j, n + m), Fraction(0)) + c * d
        whole = new
    return whole


def _raised(
    terms: dict[tuple[Fraction, int], Fraction], n: int
) -> dict[tuple[Fraction, int], Fraction]:
    if n >= 0:
        return _product([terms] * n)
    ((rate, power), c), *rest = terms.items()
    if rest or power:
        raise UnsupportedExpression("no proof in Coq for a ladder with a denominator")
    return {(n * rate, 0): c**n}


def _rate(tree: Tree, x: str) -> Fraction:
    ((rate, power), c), *rest = exponentials(tree, x).items()
    if rest or rate or power != 1:
        raise UnsupportedExpression("no proof in Coq for a ladder of this kind")
    return c


def _arguments(tree: Tree, x: str) -> Iterator[tuple[Tree, Fraction]]:
    """The arguments of exponentials in a tree, with their rates."""
    found: dict[str, tuple[Tree, Fraction]] = {}
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, (list, tuple)):
            if len(node) == 2 and node[0] == "exp":
                found[number(node)] = (node[1], _rate(node[1], x))
            stack += list(node)
    yield from found.values()


class _Written:
    """Sums as terms of Coq, in x and one exponential."""

    def __init__(self, x: str, base: Fraction) -> None:
        self.x, self.base = local(x), base
        rate = ["rat", str(base.numerator), str(base.denominator)]
        argument: Tree = ["sym", x] if base == 1 else ["mul", rate, ["sym", x]]
        self.argument = number(argument, 0)
        self.unit = number(["exp", argument])

    def power(self, rate: Fraction) -> str:
        """A power of the exponential, as an argument."""
        n = rate / self.base
        return f"({'/ ' * (n < 0)}({self.unit}) ^ {abs(n.numerator)})"

    def sum(self, terms: Terms) -> str:
        """A sum; what is subtracted comes last."""
        ordered = sorted(terms.items(), key=lambda item: (item[1] < 0, item[0]))
        text = ""
        for (rate, n), c in ordered:
            size = abs(c)
            part = (
                f"{size.numerator}"
                if size.denominator == 1
                else f"{size.numerator} / {size.denominator}"
            )
            part += f" * {self.x} ^ {n}" if n else ""
            part += f" * ({self.unit}) ^ {(rate / self.base).numerator}" if rate else ""
            text += (" - " if c < 0 else " + ") * bool(text or c < 0) + part
        return text.strip() if not text.startswith(" - ") else "-" + text[3:]

    def climbing(self, terms: Terms, rungs: int) -> str:
        """That a sum is positive, by the coefficients of its terms."""
        rates = range(1 + max(int(rate / self.base) for rate, _ in terms))
        powers = range(1 + max(n for _, n in terms))
        rows = [[terms.get((k * self.base, n), Fraction(0)) for n in powers] for k in rates]
        listed = _list(_list(map(_fraction, row)) for row in rows)
        return (
            f"by_climbing {rungs}%nat {_fraction(self.base)} {listed}%list {self.x} "
            f"{self.argument} L0. "
        )

    def put(self, argument: Tree, rate: Fraction) -> str:
        """An exponential as a power of the one."""
        found = number(["exp", argument])
        if found == self.unit:
            return ""
        return f"as_power ({found}) {self.power(rate)}. "


def _fraction(value: Fraction) -> str:
    return f"(fraction ({value.numerator}) {value.denominator})"


def _list(parts: Iterable[str]) -> str:
    return f"({''.join(f'{part} :: ' for part in parts)}nil)"
