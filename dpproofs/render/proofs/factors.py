"""Factors of a difference, and substitutions after which all coefficients have one sign."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.polys.polyerrors import PolynomialError

from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass

LARGEST = 60  # operations of what is factored
LARGEST_OF_LETTERS = 400  # of what letters for long parts have hidden
MOST_LETTERS = 9
MOST_TERMS = 60
SHORT = 3  # terms of a sum whose ends are seen at once
MOST_CHOICES = 3  # letters with two ends, either of which may show a sign

Places = tuple[tuple[sp.Symbol, sp.Expr], ...]


@dataclass(frozen=True)
class Plain:
    """What factors become with other letters: sums without a negative term, or fractions of such.

    Attributes
    ----------
    places
        The letters with their values.
    tops
        The terms of the sum that each factor is, or of its numerator.
    is_fraction
        Whether there is a denominator, which is positive.
    """

    places: Places
    tops: tuple[tuple[sp.Expr, ...], ...]
    is_fraction: bool


def difference(claim: Relation) -> sp.Expr:
    """What is not negative, or positive, or 0, according to a relation."""
    less, more = (claim.lhs, claim.rhs) if claim.op in ("<", "<=") else (claim.rhs, claim.lhs)
    return more - less


def factored(value: sp.Expr, largest: int = LARGEST) -> sp.Expr | None:
    """A rational expression in factors; None where it is none, or too long to be read.

    Factors of a denominator that are not cancelled stay as they are written.
    """
    kept: list[sp.Expr] = []
    if not _small(value, largest):
        return None
    try:
        over, under = sp.fraction(sp.together(value))
        over = sp.factor(over)
        for factor in sp.Mul.make_args(under):
            base, exponent = factor.as_base_exp()
            number, written = base.primitive()
            if base.is_Add and sp.gcd(over, base) == 1:
                under /= factor
                over /= number**exponent
                kept.append(written**-exponent)
        found = upright(sp.factor(over / sp.cancel(under)) * sp.Mul(*kept))
        return found if sp.count_ops(found) <= largest else None
    except PolynomialError:
        return None


def upright(value: sp.Expr) -> sp.Expr:
    """A product with 1 - b and not b - 1 in it, and b + c - b c and not b c - b - c; a sign that
    is left goes to a sum with as many terms of either sign.
    """
    sign = sp.S.One
    found = []
    for factor in sp.Mul.make_args(value):
        base, exponent = factor.as_base_exp()
        if base.is_Add and exponent.is_Integer and _leans(base) < 0:
            base, sign = -base, sign * (-1) ** exponent
        found.append((base, exponent))
    if sign < 0:
        for place, (base, exponent) in enumerate(found):
            if base.is_Add and exponent == 1 and _leans(base) == 0:
                found[place] = (-base, exponent)
                sign = sp.S.One
                break
    return sp.Mul(sign, *(base**exponent for base, exponent in found))


def _leans(total: sp.Expr) -> int:
    """How many more terms of a sum are positive than negative; between two its number decides."""
    if len(total.args) == 2 and (number := total.as_coeff_Add()[0]) != 0:
        return int(sp.sign(number))
    return sum(-1 if term.could_extract_minus_sign() else 1 for term in total.args)


def _small(value: sp.Expr, largest: int) -> bool:
    if value.has(Mass, sp.exp, sp.log) or value.atoms(AppliedUndef):
        return False
    if any(not power.exp.is_Integer for power in value.atoms(sp.Pow)):
        return False
    return len(value.free_symbols) <= MOST_LETTERS and sp.count_ops(value) <= largest


def exponent_of_quotient(claim: Relation) -> sp.Expr | None:
    """The exponent of the larger side over the smaller one, where their quotient is a power of e;
    both are positive.
    """
    less, more = (claim.lhs, claim.rhs) if claim.op in ("<", "<=") else (claim.rhs, claim.lhs)
    if less.is_number or not (less.has(sp.exp) and more.has(sp.exp)):
        return None
    quotient = sp.powsimp(more / less)
    return sp.expand(quotient.exp) if isinstance(quotient, sp.exp) else None


def unclear(value: sp.Expr, domain: Domain) -> tuple[sp.Expr, ...]:
    """The factors of a product whose signs are not plain."""
    bases = (factor.as_base_exp() for factor in sp.Mul.make_args(value))
    return tuple(
        base for base, exponent in bases
        if not (exponent.is_Integer and exponent % 2 == 0 and base.is_real)
        and not is_positive(base, domain)
    )  # fmt: skip


def turned(value: sp.Expr, domain: Domain) -> sp.Expr:
    """A product that is not negative, its factors so that none is, where that is plain of all but
    one: this one takes the sign that is left.
    """
    sign, found = sp.S.One, []
    for factor in sp.Mul.make_args(value):
        base, exponent = factor.as_base_exp()
        is_sum = base.is_Add and exponent.is_Integer and not is_positive(base, domain)
        if is_sum and is_positive(-base, domain):
            base, sign = -base, sign * (-1) ** exponent
        found.append(base**exponent)
    number, rest = sp.Mul(sign, *found).as_coeff_Mul()
    left = unclear(rest, domain) if number < 0 else ()
    if len(left) != 1 or not left[0].is_Add:
        return number * rest
    return sp.Mul(-number, *(-f if f == left[0] else f for f in sp.Mul.make_args(rest)))


def positive_after(value: sp.Expr, domain: Domain) -> Plain | None:
    """What the factors of unclear sign become with a new positive letter for each of theirs; None
    when no factor needs it, or this shows nothing.
    """
    left = unclear(value, domain)
    if not left or not all(f.is_Add and f.is_polynomial(*f.free_symbols) for f in left):
        return None
    near = _by_distances(left[0], domain) if len(left) == 1 else None
    return near or _by_coefficients(left, domain)


def _letters(domain: Domain) -> list[sp.Symbol]:
    taken = {v.symbol.name for v in domain}
    return [sp.Symbol(n, positive=True) for n in ("r", "t", "y", "z", "u", "w") if n not in taken]


def _by_distances(factor: sp.Expr, domain: Domain) -> Plain | None:
    """With the distances of letters from the bounds that other letters set them."""
    near = [
        v for v in domain
        if v.symbol in factor.free_symbols
        and any(end.is_finite is not False and not end.is_number for end in (v.lower, v.upper))
    ]  # fmt: skip
    letters = _letters(domain)
    for many in range(1, min(len(near), len(letters), MOST_CHOICES) + 1):
        last = near[-many:]
        choices = [_from_ends(v, letter) for v, letter in zip(last, letters, strict=False)]
        for values in itertools.product(*choices):
            places = tuple(zip((v.symbol for v in last), values, strict=True))
            if found := _at_distances(factor, places, letters, domain):
                return found
    return None


def _at_distances(
    factor: sp.Expr, places: Places, letters: Sequence[sp.Symbol], domain: Domain
) -> Plain | None:
    moved = factor
    for symbol, new in reversed(places):
        moved = moved.subs(symbol, new)
    moved, under = sp.fraction(sp.together(moved))
    new_letters = [letter for letter in letters if letter in moved.free_symbols]
    if not new_letters or not is_positive(under, domain):
        return None
    terms = tuple(
        turned(sp.factor(coefficient), domain) * sp.prod(_powers(new_letters, monomial))
        for monomial, coefficient in sp.Poly(moved, *new_letters).terms()
    )
    if not all(is_positive(term, domain) for term in terms):
        return None
    return Plain(places, (terms,), is_fraction=under != 1)


def _powers(letters: Sequence[sp.Symbol], exponents: Sequence[int]) -> list[sp.Expr]:
    return [letter**exponent for letter, exponent in zip(letters, exponents, strict=True)]


def _from_ends(variable: Variable, distance: sp.Symbol) -> list[sp.Expr]:
    """A letter by its distance from either of its bounds, where these are finite."""
    found = [] if variable.lower.is_infinite else [variable.lower + distance]
    return found if variable.upper.is_infinite else [*found, variable.upper - distance]


def _by_coefficients(factors: Sequence[sp.Expr], domain: Domain) -> Plain | None:
    """With letters that run through all positive numbers, so that every coefficient is positive."""
    free = frozenset[sp.Basic]().union(*(factor.free_symbols for factor in factors))
    ranges = {v.symbol: v for v in domain if v.symbol in free}
    letters = _letters(domain)
    if set(ranges) != free or any(v.root for v in ranges.values()) or len(ranges) > len(letters):
        return None
    places = []
    moved = list(factors)
    for (symbol, variable), letter in zip(reversed(ranges.items()), letters, strict=False):
        if variable.upper is sp.oo:
            new = variable.lower + letter
        elif variable.lower.is_infinite:
            return None
        else:
            new = (variable.lower + variable.upper * letter) / (1 + letter)
        places.append((symbol, new))
        moved = [each.subs(symbol, new) for each in moved]
    over, under = zip(*(sp.fraction(sp.together(each)) for each in moved), strict=True)
    if not all(top.free_symbols for top in over):
        return None
    tops = [sp.Poly(top) for top in over]
    if any(c <= 0 for top in tops for c in top.coeffs()):
        return None
    if sum(len(top.coeffs()) for top in tops) > MOST_TERMS:
        return None
    is_fraction = any(each != 1 for each in under)
    sums = tuple(sp.Add.make_args(top.as_expr()) for top in tops)
    return Plain(tuple(places), sums, is_fraction=is_fraction)


def is_positive(value: sp.Expr, domain: Domain) -> bool:
    """Whether an expression is plainly not negative: a product of letters and distances from
    bounds, or a sum of such products.
    """
    if value.is_nonnegative or _is_distance(value, domain):
        return True
    if value.is_Add:
        if all(is_positive(term, domain) for term in value.args):
            return True
        split = upright(sp.factor(value))
        return _is_between(value, domain) or (split.is_Mul and is_positive(split, domain))
    if value.is_Mul:
        return all(is_positive(factor, domain) for factor in value.args)
    if value.is_Pow and value.exp.is_Integer:
        return bool(value.exp % 2 == 0 and value.base.is_real) or is_positive(value.base, domain)
    return False


def _is_between(value: sp.Expr, domain: Domain) -> bool:
    """Whether it moves from one positive value to another with a letter, as b - b t + t."""
    return len(value.args) <= SHORT and any(
        is_positive(value.subs(v.symbol, v.lower), domain)
        and is_positive(value.subs(v.symbol, v.upper), domain)
        for v in domain
        if v.symbol in value.free_symbols
        and v.lower.is_number
        and v.upper.is_number
        and not v.lower.is_infinite
        and not v.upper.is_infinite
        and value.is_polynomial(v.symbol)
        and sp.degree(value, v.symbol) == 1
    )


def _is_distance(value: sp.Expr, domain: Domain) -> bool:
    """Whether it is how far a letter is from one of its bounds, or is up to a factor."""
    for variable in domain:
        x = variable.symbol
        if not (value.has(x) and value.is_polynomial(x)):
            continue
        for end, sign in ((variable.lower, 1), (variable.upper, -1)):
            if end.is_infinite:
                continue
            times = sp.cancel(sign * value / (x - end))
            is_factor = not times.has(x) and not times.is_Add and sp.denom(times) == 1
            if is_factor and is_positive(times, domain):
                return True
    return False
